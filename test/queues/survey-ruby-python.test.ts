// What stored jobs of Sidekiq and Celery tell of the rules of their queues, and what is said to be unseen.
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { Queue } from '../../src/model/queue.ts';
import { celery } from '../../src/queues/celery.ts';
import { sidekiq } from '../../src/queues/sidekiq.ts';
import { dumpOf, useRedis } from './redis-server.ts';

const redis = useRedis('source-sidekiq');
const celeryRedis = useRedis('source-celery');
const { signal } = new AbortController();

async function surveysOf(queue: Queue, at: typeof redis) {
  const before = await dumpOf(at.admin);
  const surveys = await queue.survey?.(signal).finally(() => queue.close());
  expect(await dumpOf(at.admin)).toEqual(before);
  return surveys ?? [];
}

async function ofSidekiq(...jobs: object[]) {
  await redis.admin.flushall();
  await redis.admin.sadd('queues', 'default');
  for (const [i, job] of jobs.entries())
    await redis.admin.lpush('queue:default', JSON.stringify({ class: 'C', jid: `j${i}`, args: [], ...job }));
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  return surveysOf(sidekiq.open(sidekiq.settings.parse({}), world), redis);
}

test('Sidekiq: retries, jobs that are dropped, and locks that end with the job', async () => {
  expect(await ofSidekiq({ retry: 500 }, { retry: false }, { retry: 3, unique_for: 600 })).toMatchObject([
    { queue: 'default', jobs: 3, attempts: 501, forgetsFailedBy: 'retry: false', isKeyed: true, keepsKeyMs: 0 },
  ]);
});

test('Sidekiq: the default of the app is not stored, and that is said', async () => {
  const [seen, ...others] = await ofSidekiq({ retry: true });
  expect(others).toEqual([]);
  expect(seen).toMatchObject({ attempts: undefined, forgetsFailedBy: undefined, isKeyed: false });
  expect(seen?.unseen.join()).toContain('retry: true');
});

async function ofCelery(takenBefore: number, settings: object, eta: number | null = null) {
  await celeryRedis.admin.flushall();
  const [seconds = 0] = await celeryRedis.admin.time();
  const at = Number(seconds) - takenBefore;
  const headers = { id: 't1', task: 'x', retries: 0, eta: eta && new Date((at + eta) * 1000).toISOString() };
  const properties = { delivery_info: { routing_key: 'celery' }, delivery_tag: 'd1' };
  await celeryRedis.admin.hset('unacked', 'd1', JSON.stringify([{ headers, properties, body: '' }, '', 'celery']));
  await celeryRedis.admin.zadd('unacked_index', at, 'd1');
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: celeryRedis.url }, now: () => 0 as Instant };
  return surveysOf(celery.open(celery.settings.parse(settings), world), celeryRedis);
}

test('Celery: a task that is unsettled for long, beside the usual time-out', async () => {
  const [seen] = await ofCelery(3000, {});
  expect(seen).toMatchObject({ queue: 'celery', jobs: 1, leaseMs: 3_600_000, isRenewed: false, attempts: undefined });
  expect(Math.round((seen?.longestRunMs ?? 0) / 10_000)).toBe(300);
  expect(seen?.unseen).toHaveLength(2);
});

test('Celery: a task that waits in a worker for its moment is unsettled until then', async () => {
  const [seen] = await ofCelery(5, { lease: '2h' }, 7200);
  expect(seen).toMatchObject({ leaseMs: 7_200_000, longestRunMs: 7_200_000 });
  expect(seen?.unseen).toHaveLength(1);
});

test('a key that holds something else ends a survey: what could not be read is not nothing', async () => {
  await redis.admin.flushall();
  await redis.admin.sadd('queues', 'default');
  await redis.admin.set('queue:default', 'not a list');
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  await expect(surveysOf(sidekiq.open(sidekiq.settings.parse({}), world), redis)).rejects.toThrow('queue:default');
  await celeryRedis.admin.flushall();
  await celeryRedis.admin.set('unacked_index', 'not a set');
  const at = { ...world, env: { DEDUPE_REDIS_URL: celeryRedis.url } };
  await expect(surveysOf(celery.open(celery.settings.parse({}), at), celeryRedis)).rejects.toThrow('unacked_index');
});

test('Sidekiq: jobs that were passed over are said', async () => {
  await redis.admin.flushall();
  await redis.admin.sadd('queues', 'default');
  await redis.admin.lpush('queue:default', 'no json', JSON.stringify({ class: 'C', jid: 'j1', args: [], retry: 3 }));
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const [seen] = await surveysOf(sidekiq.open(sidekiq.settings.parse({}), world), redis);
  expect(seen?.jobs).toBe(1);
  expect(seen?.unseen.join('\n')).toMatch(/1 .*(not be read|unread|too large|no JSON)/i);
});
