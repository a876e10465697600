// Which database is this, so that a plan made for one is never carried out in another?
import * as z from 'zod/mini';
import type { Database, Queryable } from '../../postgres/database.ts';

export interface DatabaseIdentity {
  readonly identity: string;
  /** For a person. */
  readonly place: string;
  readonly schema_version: number;
}

const shape = z.object({ name: z.string(), oid: z.string(), made: z.string(), version: z.number() });
const cluster = z.object({ identifier: z.string() });

/**
 * The cluster, the database in it, and the moment at which its schema was made. A copy in the same cluster has another name and
 * oid. Where the cluster is not told, a copy elsewhere may have all of them alike: the address stands in for it then.
 */
export async function databaseIdentity(database: Database): Promise<DatabaseIdentity> {
  const [row] = await database.query(
    `select current_database()::text as name, (select oid::text from pg_database where datname = current_database()) as oid,
       extract(epoch from min(applied_at))::text as made, max(version)::int as version from dedupe.migrations`,
  );
  const { name, oid, made, version } = shape.parse(row);
  const place = database.describe();
  const told = await clusterOf(database);
  const where = told === undefined ? `${untold}, reached as ${place},` : `cluster ${told}`;
  return { identity: `${where} database ${name} (${oid}) made ${made}`, place, schema_version: version };
}

export const untold = 'cluster not told (grant execute on function pg_control_system() to this role)';

async function clusterOf(database: Queryable): Promise<string | undefined> {
  try {
    const [row] = await database.query('select system_identifier::text as identifier from pg_control_system()');
    return row && cluster.parse(row).identifier;
  } catch {
    return undefined;
  }
}
