// Which database is this, so that a plan made for one is never carried out in another?
import * as z from 'zod/mini';
import type { Database, Queryable } from '../../postgres/database.ts';

export interface DatabaseIdentity {
  readonly identity: string;
  /** For a person. */
  readonly place: string;
  readonly schema_version: number;
  /** Grows with each promotion, so a copy that went its own way has another one. Null: the server does not tell. */
  readonly timeline: number | null;
  /** Bytes of log that are safely written: a copy restored from an earlier backup stands before it. Null: not told. */
  readonly position: string | null;
  /** Address and port by which the server knows itself. Null: a local socket, or not told. */
  readonly server: string | null;
  /** A standby: nothing can be carried out there. */
  readonly standby: boolean;
}

const shape = z.object({ name: z.string(), oid: z.string(), made: z.string(), version: z.number() });

/**
 * The cluster, the database in it, and the moment at which its schema was made. A copy in the same cluster has another name and
 * oid; a copy of the whole cluster has all of them alike, and is told by its timeline and the position in its log. Where the
 * cluster is not told, the address stands in for it.
 */
export async function databaseIdentity(database: Database): Promise<DatabaseIdentity> {
  const [row] = await database.query(
    `select current_database()::text as name, (select oid::text from pg_database where datname = current_database()) as oid,
       extract(epoch from min(applied_at))::text as made, max(version)::int as version from dedupe.migrations`,
  );
  const { name, oid, made, version } = shape.parse(row);
  const place = database.describe();
  const cluster = await toldBy(database, 'system_identifier::text from pg_control_system()');
  const where = cluster === undefined ? `${untold}, reached as ${place},` : `cluster ${cluster}`;
  const standby = (await toldBy(database, 'pg_is_in_recovery()::text')) === 'true';
  const timeline = await toldBy(database, standby ? replayed.timeline : written.timeline);
  return {
    identity: `${where} database ${name} (${oid}) made ${made}`,
    place,
    schema_version: version,
    timeline: timeline === undefined ? null : Number.parseInt(timeline, standby ? 10 : 16),
    position: (await toldBy(database, standby ? replayed.position : written.position)) ?? null,
    server: (await toldBy(database, server)) ?? null,
    standby,
  };
}

export const untold = 'cluster not told (grant execute on function pg_control_system() to this role)';

/** The name of the file that is written now begins with it; the control file names a new one only after the next checkpoint. */
const written = {
  timeline: 'left(pg_walfile_name(pg_current_wal_lsn()), 8)',
  position: `(pg_current_wal_flush_lsn() - '0/0')::text`,
};
const replayed = {
  timeline: 'timeline_id::text from pg_control_checkpoint()',
  position: `(pg_last_wal_replay_lsn() - '0/0')::text`,
};
const server = `case when inet_server_addr() is not null then host(inet_server_addr()) || ' port ' || inet_server_port() end`;

/** A role may be kept from it, and services that speak as PostgreSQL may not have it: that is no value, and no failure. */
async function toldBy(database: Queryable, what: string): Promise<string | undefined> {
  try {
    const [row] = await database.query<{ told: unknown }>(`select told.* from (select ${what}) as told(told)`);
    return typeof row?.told === 'string' && row.told !== '' ? row.told : undefined;
  } catch {
    return undefined;
  }
}
