// What the stored jobs of BullMQ tell of the rules of their queue, read with the account that may only read.
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import { bullmq } from '../../src/queues/bullmq.ts';
import { dumpOf, load, type Stored, useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');
const { signal } = new AbortController();

interface Job {
  readonly id: string;
  readonly place: 'completed' | 'wait';
  readonly opts: object;
  readonly run?: readonly [from: number, to: number];
}

async function survey(jobs: readonly Job[], more = {}) {
  const stored: Record<string, Stored> = { 'bull:events:meta': { type: 'hash', value: { version: 'bullmq:6.7.0' } } };
  for (const { id, opts, run: [from, to] = [] } of jobs)
    stored[`bull:events:${id}`] = {
      type: 'hash',
      value: { opts: JSON.stringify(opts), data: '{}', ...(from && to && { processedOn: from, finishedOn: to }) },
    };
  const at = (place: string) => jobs.filter((one) => one.place === place).map(({ id }) => id);
  if (at('completed').length > 0)
    stored['bull:events:completed'] = {
      type: 'zset',
      value: at('completed').map((member, score) => ({ member, score })),
    };
  if (at('wait').length > 0) stored['bull:events:wait'] = { type: 'list', value: at('wait') };
  await load(redis.admin, stored);
  const before = await dumpOf(redis.admin);
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse(more), world);
  try {
    const [only, ...others] = (await queue.survey?.(signal)) ?? [];
    expect(others).toEqual([]);
    expect(await dumpOf(redis.admin)).toEqual(before);
    return only;
  } finally {
    await queue.close();
  }
}

const start = 1_764_000_000_000;

test('ids of their own that are removed at once, and the longest run', async () => {
  const seen = await survey(
    [
      { id: 'Ev1', place: 'wait', opts: { removeOnComplete: true } },
      { id: 'Ev2', place: 'completed', opts: { removeOnComplete: { age: 3600 } }, run: [start, start + 4000] },
      { id: 'Ev3', place: 'completed', opts: { removeOnComplete: { age: 3600 } }, run: [start, start + 9000] },
    ],
    { lease: '30s' },
  );
  expect(seen).toMatchObject({
    ...{ queue: 'events', jobs: 3, isKeyed: true, keepsKeyMs: 0, keepsBy: 'removeOnComplete' },
    ...{ leaseMs: 30_000, isRenewed: true, longestRunMs: 9000 },
  });
});

test('a window of deduplication ends by the clock', async () => {
  const seen = await survey([
    { id: '17', place: 'wait', opts: { de: { id: 'Ev1', ttl: 60_000 }, removeOnComplete: true } },
  ]);
  expect(seen).toMatchObject({ isKeyed: true, keepsKeyMs: 60_000, keepsBy: 'deduplication.ttl' });
});

test("numbers that the queue gave are nobody's keys", async () => {
  const seen = await survey([{ id: '17', place: 'wait', opts: { removeOnComplete: true } }]);
  expect(seen).toMatchObject({ jobs: 1, isKeyed: false, keepsKeyMs: undefined });
});

test('the most attempts, those without a pause, and what is deleted when it has failed', async () => {
  const seen = await survey([
    { id: '1', place: 'wait', opts: { attempts: 12, backoff: { type: 'exponential', delay: 1000 } } },
    { id: '2', place: 'wait', opts: { attempts: 4, removeOnFail: true } },
  ]);
  expect(seen).toMatchObject({ attempts: 12, attemptsAtOnce: 4, forgetsFailedBy: 'removeOnFail' });
});

test('one attempt needs no pause, and a number of failed jobs that are kept is no deletion', async () => {
  const seen = await survey([{ id: '1', place: 'wait', opts: { attempts: 1, removeOnFail: 50 } }]);
  expect(seen).toMatchObject({ attempts: 1, attemptsAtOnce: undefined, forgetsFailedBy: undefined });
});

test('a count or nothing says nothing in time', async () => {
  const seen = await survey([
    { id: 'Ev1', place: 'wait', opts: { removeOnComplete: 1000 } },
    { id: 'Ev2', place: 'wait', opts: {} },
  ]);
  expect(seen).toMatchObject({ isKeyed: true, keepsKeyMs: undefined });
});
