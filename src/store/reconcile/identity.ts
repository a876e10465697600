// Which database is this, so that a plan made for one is never carried out in another?
import * as z from 'zod/mini';
import type { Database } from '../../postgres/database.ts';
import { storeIdentity } from '../instances/store-identity.ts';

export interface DatabaseIdentity {
  readonly identity: string;
  /** For a person. */
  readonly place: string;
  readonly schema_version: number;
}

const shape = z.object({ made: z.string(), version: z.number() });

/** The cluster where it says so, and the moment at which the schema was made: two schemas never share it to the microsecond. */
export async function databaseIdentity(database: Database): Promise<DatabaseIdentity> {
  const [row] = await database.query(
    'select extract(epoch from min(applied_at))::text as made, max(version)::int as version from dedupe.migrations',
  );
  const { made, version } = shape.parse(row);
  const cluster = (await storeIdentity(database)) ?? 'cluster not told';
  return { identity: `${cluster} made ${made}`, place: database.describe(), schema_version: version };
}
