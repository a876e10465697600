// One migrating process at a time, without ever queueing: whoever finds the lock taken asks again later.
import { setTimeout as sleep } from 'node:timers/promises';
import { DedupeError } from '../errors.ts';
import type { Database } from '../postgres/database.ts';

/** Advisory locks are numbers: the first eight hexadecimal digits of sha256("dedupe"), in two halves. */
const key = '11506, 64383';

/**
 * Runs `work` under a session lock. Waiting holds no transaction open, since `create index concurrently` in the other
 * process waits for every transaction that is older than itself. Throws DEDUPE_DB_BUSY after `waitMs`.
 */
export async function underMigrationLock<T>(
  database: Database,
  options: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + options.waitMs;
  while (!(await tryLock(database))) {
    if (performance.now() >= deadline) throw await busy(database);
    await pause(options.signal);
  }
  try {
    return await work();
  } finally {
    // A broken connection has let go of it already.
    await database.query(`select pg_advisory_unlock(${key})`).catch(() => {});
  }
}

async function tryLock(database: Database): Promise<boolean> {
  const [row] = await database.query<{ got: boolean }>(`select pg_try_advisory_lock(${key}) as got`);
  return row?.got === true;
}

/** A little chance, so that twenty processes do not ask in step. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await sleep(50 + Math.random() * 100, undefined, { signal }).catch((cause: unknown) => {
    throw new DedupeError('DEDUPE_INTERRUPTED', 'interrupted while another process migrates', { cause });
  });
}

async function busy(database: Database): Promise<DedupeError> {
  const [holder] = await database.query<{ pid: number }>(
    `select pid from pg_catalog.pg_locks where locktype = 'advisory' and granted
       and (classid, objid) = (${key}) and database = (select oid from pg_catalog.pg_database where datname = current_database())`,
  );
  const who = holder ? `server process ${holder.pid}` : 'another process';
  return new DedupeError('DEDUPE_DB_BUSY', `${who} has been migrating ${database.describe()} for too long`, {
    hint: 'Look at it in pg_stat_activity; run the command again when it has ended.',
  });
}
