// What rows of graphile-worker and of BullMQ on PostgreSQL tell of the rules of their queues, under the account that may only read.
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAdapter } from '../../../src/model/queue.ts';
import { bullmqPostgres } from '../../../src/queues/bullmq-postgres.ts';
import { graphileWorker } from '../../../src/queues/graphile-worker.ts';
import { dump, moduleOf, readerOf, stage } from './on-postgres.ts';

async function surveyed(adapter: QueueAdapter, url: string, settings: object = {}) {
  const world = { name: 'q', env: { Q: url }, now: () => Date.now() as Instant };
  const queue = adapter.open({ url_env: 'Q', ...settings }, world);
  return queue.survey?.(new AbortController().signal).finally(() => queue.close());
}

test('graphile-worker: its own lease, the attempts of each job, and keys that end with it', async (context) => {
  const at = await stage(context, 'graphile-worker.js', moduleOf('graphile-worker-17', context));
  expect(at.run('send')).toMatchObject({ status: 0 });
  const reader = await readerOf(at, 'graphile-worker', 'graphile_worker');
  await at.database.script('update graphile_worker._private_jobs set max_attempts = 1000');
  const before = await dump(at.database, 'graphile_worker');
  const [seen, ...others] = (await surveyed(graphileWorker, reader)) ?? [];
  expect(await dump(at.database, 'graphile_worker')).toEqual(before);
  expect(others).toEqual([]);
  expect(seen).toMatchObject({
    ...{ queue: 'tickets', jobs: 1, attempts: 1000, attemptsAtOnce: undefined, forgetsFailedBy: undefined },
    ...{ leaseMs: 14_400_000, isRenewed: false, longestRunMs: undefined, isKeyed: true, keepsKeyMs: 0 },
  });
  await at.database.script("update graphile_worker._private_jobs set locked_at = now() - interval '200 minutes'");
  const [held] = (await surveyed(graphileWorker, reader)) ?? [];
  expect(Math.round((held?.longestRunMs ?? 0) / 60_000)).toBe(200);
  const secured = await readerOf(at, 'graphile-worker', 'graphile_worker', /policy/);
  await expect(surveyed(graphileWorker, secured)).rejects.toMatchObject({ code: 'DEDUPE_QUEUE_REFUSED' });
});

test('BullMQ 6 on PostgreSQL: what the options of its jobs say', async (context) => {
  const at = await stage(context, 'bullmq-postgres.js', 'bullmq');
  expect(at.run('send')).toMatchObject({ status: 0 });
  const reader = await readerOf(at, 'bullmq-postgres', 'bullmq');
  const rules = { attempts: 7, removeOnFail: true, removeOnComplete: { age: 60 } };
  await at.database.query('update bullmq.job set opts = $1::jsonb', [JSON.stringify(rules)]);
  const before = await dump(at.database, 'bullmq');
  const surveys = await surveyed(bullmqPostgres, reader, { lease: '30s' });
  expect(await dump(at.database, 'bullmq')).toEqual(before);
  expect(surveys).toMatchObject([
    {
      ...{ queue: 'tickets', jobs: 1, leaseMs: 30_000, isRenewed: true, isKeyed: true, keepsKeyMs: 60_000 },
      ...{ attempts: 7, attemptsAtOnce: 7, forgetsFailedBy: 'removeOnFail', keepsBy: 'removeOnComplete.age' },
    },
  ]);
});
