// Which store is this? Two consumers of one app that name different ones do not see each other's events.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

const shape = z.object({ identity: z.string() });

/** Cluster, database and schema. Undefined: this server does not tell its identifier to this role. */
export async function storeIdentity(database: Queryable): Promise<string | undefined> {
  try {
    const [row] = await database.query(
      `select system_identifier::text || '/' || current_database() || '/dedupe' as identity from pg_control_system()`,
    );
    return row && shape.parse(row).identity;
  } catch {
    return undefined;
  }
}
