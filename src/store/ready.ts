// Can this schema be written to, now?
import type { Queryable } from '../postgres/database.ts';

/** Throws when it cannot: a standby after a failover answers every question and takes no event. */
export async function assertReady(database: Queryable): Promise<void> {
  const [row] = await database.query<{ ready: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as ready from dedupe.migrations limit 1`,
  );
  if (row?.ready !== true) throw new Error('the database does not take writes');
}
