// What a person is told when a migration could not be applied: which file, which line, what the server said, who is in the way.
import { DedupeError } from '../errors.ts';
import type { Database } from '../postgres/database.ts';
import { failureOf } from '../postgres/failure.ts';

export function migrationFailed(database: Database, name: string, sql: string, error: DedupeError): DedupeError {
  const failure = failureOf(error);
  const line = failure?.position === undefined ? undefined : sql.slice(0, failure.position).split('\n').length;
  const place = line === undefined ? name : `${name}, line ${line} (${sql.split('\n')[line - 1]?.trim()})`;
  const state = failure?.sqlState ? ` (${failure.sqlState})` : '';
  return new DedupeError(
    'DEDUPE_MIGRATION_FAILED',
    `${place} failed in ${database.describe()}: ${failure?.message ?? error.message}${state}`,
    { hint: hintFor(failure?.sqlState), cause: error },
  );
}

function hintFor(sqlState: string | undefined): string {
  const before = 'Nothing of it was kept: the database has the version that it had before.';
  if (sqlState === '42P07')
    return `${before} Something of that name is there already: dedupe migrate --check tells what.`;
  if (sqlState === '25006') return `${before} This is a read-only session or a replica: name the primary with --admin.`;
  return before;
}

/** A lock that did not come in time: names the sessions that hold one on the schema's tables. */
export async function lockBusy(database: Database, name: string, error: DedupeError): Promise<DedupeError> {
  const holders = await database
    .query<{ who: string }>(
      `select distinct format('%s (%s, %s)', a.pid, coalesce(nullif(a.application_name, ''), 'unnamed'), a.state) as who
       from pg_catalog.pg_locks l
         join pg_catalog.pg_class c on c.oid = l.relation
         join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         join pg_catalog.pg_stat_activity a on a.pid = l.pid
       where n.nspname = 'dedupe' and l.granted and l.pid <> pg_backend_pid()
         and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
       order by 1 limit 5`,
    )
    .catch(() => []);
  const who = holders.length > 0 ? `held by server process ${holders.map((one) => one.who).join(', ')}` : 'not granted';
  return new DedupeError(
    'DEDUPE_DB_BUSY',
    `${name} was not applied in ${database.describe()}: a lock that it needs is ${who}`,
    { hint: 'Nothing of it was kept. Run it again when that session has ended.', cause: error },
  );
}
