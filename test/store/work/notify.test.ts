// Is a word about new work heard, and heard again after the connection was lost?
import { expect, test } from 'vitest';
import { listen } from '../../../src/postgres/listen.ts';
import { notifyWorkers } from '../../../src/store/work/notify.ts';
import { freshDatabase, opened } from '../../postgres-database.ts';

test('a word is heard, also after the connection was lost', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  const stop = new AbortController();
  let heard = 0;
  const listening = listen(url, 'dedupe_work', () => heard++, { signal: stop.signal, pauseMs: 10 });
  await expect.poll(() => heard, { timeout: 10_000 }).toBe(1);
  await notifyWorkers(database);
  await expect.poll(() => heard).toBe(2);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dedupe listen' and datname = current_database()",
  );
  await expect.poll(() => heard, { timeout: 10_000 }).toBe(3);
  await notifyWorkers(database);
  await expect.poll(() => heard).toBe(4);
  stop.abort();
  await listening;
});
