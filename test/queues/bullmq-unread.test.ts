// What of a BullMQ queue could not be read: is it said, and is the rest read all the same?
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../src/model/queue.ts';
import { bullmq } from '../../src/queues/bullmq.ts';
import { load, type Stored, useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

const { signal } = new AbortController();
const nobody: QueueQuestion = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined };
const reasonsOf = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');

test('a payload that is too large for a list of all jobs is a gap there too', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:large:meta', 'version', 'bullmq:6.7.0');
  for (const [id, letters] of [
    ['a', 3_000_000],
    ['b', 10],
  ] as const) {
    await redis.admin.hset(`bull:large:${id}`, {
      name: 'x',
      timestamp: '1',
      data: JSON.stringify('x'.repeat(letters)),
    });
    await redis.admin.lpush('bull:large:wait', id);
  }
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse({}), world);
  const answer = await queue
    .list?.({ since: undefined, until: undefined, limit: 10 }, signal)
    .finally(() => queue.close());
  expect(answer?.jobs.map(({ jobId }) => jobId).toSorted()).toEqual(['a', 'b']);
  expect(answer && reasonsOf(answer)).toContain('large: 1 jobs have a payload that is too large to be looked into');
  await redis.admin.del('bull:large:a');
  await redis.admin.lrem('bull:large:wait', 0, 'a');
  const small = bullmq.open(bullmq.settings.parse({}), world);
  const none = await small
    .list?.({ since: undefined, until: undefined, limit: 10 }, signal)
    .finally(() => small.close());
  expect(none && reasonsOf(none)).not.toContain('too large');
});

test('a key that holds something else is a gap of its own, and the rest is read', async () => {
  const file = new URL('../../fixtures/queues/bullmq-6.7.0-redis-stalled-rerun.json', import.meta.url);
  await load(redis.admin, JSON.parse(readFileSync(file, 'utf8')).after_rerun as Record<string, Stored>);
  const [queue] = (await redis.admin.keys('bull:*:meta')).map((key) => key.split(':')[1]);
  for (const [key, reads] of [
    ['wait', 'a list'],
    ['failed', 'a set'],
    ['events', 'the history'],
  ]) {
    await redis.admin.del(`bull:${queue}:${key}`);
    await redis.admin.set(`bull:${queue}:${key}`, `not ${reads}`);
  }
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const opened = bullmq.open(bullmq.settings.parse({}), world);
  const found = await opened.find({ ...nobody, eventIds: ['Ev0SAMPLE001'] }, signal);
  expect(found.jobs).toMatchObject([{ eventId: 'Ev0SAMPLE001', starts: { atLeast: 2 } }]);
  for (const key of ['wait', 'failed', 'events']) expect(reasonsOf(found)).toContain(`bull:${queue}:${key}`);
  expect(reasonsOf(found)).not.toContain(`bull:${queue}:completed`);
  await expect(opened.survey?.(signal)).rejects.toThrow('WRONGTYPE');
  await opened.close();
});

test('a job that is none is a gap of its own, and a key of the queue itself is none', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:odd:meta', 'version', 'bullmq:6.7.0');
  const data = (event_id: string) => ({ name: 'x', timestamp: '1', data: JSON.stringify({ event_id }) });
  await redis.admin.hset('bull:odd:j1', data('Ev1'));
  await redis.admin.lpush('bull:odd:wait', 'j1');
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const opened = bullmq.open(bullmq.settings.parse({ event_id: 'event_id' }), world);
  const own = { ...nobody, eventIds: ['Ev1'], jobs: [{ queue: 'odd', id: 'wait' }] };
  const before = await opened.find(own, signal);
  expect(before.jobs).toMatchObject([{ jobId: 'j1' }]);
  expect(reasonsOf(before)).not.toContain('WRONGTYPE');
  await redis.admin.set('bull:odd:j2', 'text');
  await redis.admin.lpush('bull:odd:wait', 'j2');
  const span = { since: undefined, until: undefined, limit: 10 };
  expect(reasonsOf(await opened.find({ ...nobody, eventIds: ['Ev1'] }, signal))).toContain(
    'bull:odd:j2 holds something',
  );
  const list = await opened.list?.(span, signal);
  expect(list?.jobs.map(({ jobId }) => jobId)).toEqual(['j1']);
  expect(list && reasonsOf(list)).toContain('bull:odd:j2 holds something');
  await opened.close();
  const anew = bullmq.open(bullmq.settings.parse({}), world);
  const asked = await anew.find({ ...nobody, jobs: [{ queue: 'odd', id: 'j2' }] }, signal);
  expect(reasonsOf(asked)).toContain('bull:odd:j2 holds something');
  await anew.close();
});
