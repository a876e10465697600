// A word to whoever waits for work. It may be lost (a pooler, a restart): polling finds the same work a little later. So no commit
// waits for the disk behind it.
import type { Queryable } from '../../postgres/database.ts';
import { listen } from '../../postgres/listen.ts';

const channel = 'dedupe_work';

export async function notifyWorkers(database: Queryable): Promise<void> {
  await database.query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [channel, '']);
}

/** Until the signal. */
export function listenForWork(url: string, wake: () => void, signal: AbortSignal): Promise<void> {
  return listen(url, channel, wake, { signal });
}
