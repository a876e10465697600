// How an index is built without locking anybody out: outside a transaction, and safe to be killed and run again.
import type { Database } from '../postgres/database.ts';
import { concurrentIndex, type Migration } from './migration.ts';

/**
 * Such a build waits for every older transaction of the database, holding no lock that a reader or writer minds.
 * It may therefore wait long, but not for ever.
 */
const waitMs = 600_000;

export async function buildConcurrently(database: Database, migration: Migration): Promise<void> {
  const { name, statement } = concurrentIndex(migration);
  await database.script(`set lock_timeout = ${waitMs}`);
  try {
    const [leftover] = await database.query<{ valid: boolean }>(
      `select i.indisvalid as valid from pg_catalog.pg_index i
         join pg_catalog.pg_class c on c.oid = i.indexrelid
         join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'dedupe' and c.relname = $1`,
      [name],
    );
    // A process that was killed after the build and before its record has left the work done.
    if (leftover?.valid) return;
    if (leftover) await database.script(`drop index concurrently if exists dedupe.${name}`);
    await database.script(statement);
  } finally {
    await database.script('reset lock_timeout').catch(() => {});
  }
}
