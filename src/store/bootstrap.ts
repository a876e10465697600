// What must exist before the first migration can be recorded, and how each one is recorded.
import type { Migration } from './migration.ts';

/** Names what a role may not be allowed to create again, so it is run only where it is missing. */
export const createSchema = 'create schema dedupe';

export const createMigrationsTable = `create table if not exists dedupe.migrations (
  version    integer     not null,
  name       text        not null,
  checksum   text        not null,
  breaking   boolean     not null,
  applied_at timestamptz not null default clock_timestamp(),
  applied_by text        not null default current_user,
  constraint migrations_key primary key (version)
)`;

/** The statement that claims a version, with its values written in: a plan is run by hand. */
export function recordStatement({ version, name, checksum, breaking }: Migration): string {
  return `insert into dedupe.migrations (version, name, checksum, breaking) values (${version}, '${name}', '${checksum}', ${breaking})`;
}
