// Does the connector find a job that no id leads to, say where it stopped, and tell each start as the hash and the history do?
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../src/model/queue.ts';
import { bullmq } from '../../src/queues/bullmq.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

const { signal } = new AbortController();
const nobody: QueueQuestion = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined };

/** Jobs that ended, one a second before the last one, each as `{id, data}`. */
async function ended(queue: string, jobs: readonly { id: string; data: string }[]): Promise<void> {
  await redis.admin.flushall();
  const filling = redis.admin.pipeline();
  filling.hset(`bull:${queue}:meta`, 'version', 'bullmq:6.7.0');
  for (const [i, { id, data }] of jobs.entries()) {
    const at = 1732900000000 + i * 1000;
    filling.hset(`bull:${queue}:${id}`, 'data', data, 'timestamp', at, 'processedOn', at, 'finishedOn', at + 10);
    filling.zadd(`bull:${queue}:completed`, at + 10, id);
  }
  await filling.exec();
}

async function found(question: Partial<QueueQuestion>, settings: object = {}): Promise<QueueAnswer> {
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse(settings), world);
  return queue.find({ ...nobody, ...question }, signal).finally(() => queue.close());
}

const idsOf = ({ jobs }: QueueAnswer) => jobs.map(({ jobId, foundBy }) => `${jobId} ${foundBy}`).toSorted();
const reasonsOf = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');
const naming = (eventId: string) => JSON.stringify({ event_id: eventId });

test('beside a job that its id led to, another one of the same event is found, or it is said that not all were looked at', async () => {
  const others = Array.from({ length: 40 }, (_, i) => ({ id: `x${i}`, data: naming(`EvX${i}`) }));
  await ended('two', [...others, { id: 'Ev1', data: naming('Ev1') }, { id: '77', data: naming('Ev1') }]);
  const both = await found({ eventIds: ['Ev1'] });
  expect(idsOf(both)).toEqual(['77 path', 'Ev1 id']);
  expect(reasonsOf(both)).toBe('');
  const far = Array.from({ length: 5_000 }, (_, i) => ({ id: `y${i}`, data: naming(`EvY${i}`) }));
  await ended('two', [{ id: '77', data: naming('Ev1') }, ...far, { id: 'Ev1', data: naming('Ev1') }]);
  const one = await found({ eventIds: ['Ev1'] });
  expect(idsOf(one)).toEqual(['Ev1 id']);
  expect(reasonsOf(one)).toContain('only the nearest jobs within an hour of it were looked through');
});

test('a payload that is too large is not read, and counted', async () => {
  const large = JSON.stringify({ event_id: 'Ev2', text: 'x'.repeat(300_000) });
  await ended('large', [
    { id: 'a', data: large },
    { id: 'b', data: naming('Ev2') },
  ]);
  const answer = await found({ eventIds: ['Ev2'] });
  expect(idsOf(answer)).toEqual(['b path']);
  expect(reasonsOf(answer)).toContain('large: 1 jobs have a payload that is too large to be looked into');
});

test('all jobs of a span are listed, the newest first, as far as the limit goes', async () => {
  await ended(
    'all',
    [...'abcdef'].map((id) => ({ id, data: naming(`Ev${id}`) })),
  );
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse({}), world);
  const list = (since: number | undefined, until: number | undefined, limit: number) =>
    queue.list?.({ since: since as Instant, until: until as Instant, limit }, signal) as Promise<QueueAnswer>;
  const eventsOf = ({ jobs }: QueueAnswer) => jobs.map(({ eventId }) => eventId);
  try {
    expect(eventsOf(await list(undefined, undefined, 100))).toEqual(['Evf', 'Eve', 'Evd', 'Evc', 'Evb', 'Eva']);
    await redis.admin.rpush('bull:all:wait', 'g');
    await redis.admin.hset('bull:all:g', 'data', naming('Evg'), 'timestamp', 1732900000000);
    const states = (await list(undefined, undefined, 100)).jobs.map(({ eventId, state }) => [eventId, state]);
    expect(states).toContainEqual(['Evg', 'waiting']);
    expect(states).toContainEqual(['Eva', 'done']);
    await redis.admin.del('bull:all:wait', 'bull:all:g');
    expect(eventsOf(await list(1732900002000, 1732900003500, 100))).toEqual(['Evd', 'Evc']);
    const cut = await list(undefined, undefined, 2);
    expect(eventsOf(cut)).toEqual(['Evf', 'Eve']);
    expect(reasonsOf(cut)).toContain('more than 2 jobs are there');
  } finally {
    await queue.close();
  }
});

test('the last resort looks on after the first find, and says where it stopped', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:far:meta', 'version', 'bullmq:6.7.0');
  const filling = redis.admin.pipeline();
  for (let i = 0; i < 3_000; i++) filling.hset(`bull:far:x${i}`, 'data', '{}', 'timestamp', '1732900000000');
  for (const id of ['one', 'two']) {
    filling.hset(`bull:far:${id}`, 'data', '{"event_id":"Ev0FAR0001"}', 'timestamp', '1732900000000');
  }
  await filling.exec();
  const whole = await found({ eventIds: ['Ev0FAR0001'] });
  expect(whole.jobs.map(({ jobId }) => jobId).toSorted()).toEqual(['one', 'two']);
  expect(whole.unseen.map(({ reason }) => reason).join()).not.toContain('no more were looked through');
  const cut = await found({ eventIds: ['Ev0FAR0001'] }, { scan_limit: 1_000 });
  expect(cut.unseen.map(({ reason }) => reason).join()).toContain('no more were looked through');
});

test('a job that only its deduplication key ties to the event is of that event, also when the key has run out', async () => {
  const filled = async (field: object) => {
    await ended('keyed', [
      { id: '1', data: '{}' },
      { id: '2', data: '{}' },
    ]);
    await redis.admin.hset('bull:keyed:1', { atm: '1', ...field });
  };
  await filled({ deid: 'Ev0KEYED001' });
  await redis.admin.set('bull:keyed:de:Ev0KEYED001', '1');
  const held = await found({ eventIds: ['Ev0KEYED001'] });
  expect(held.jobs).toMatchObject([{ jobId: '1', eventId: 'Ev0KEYED001', foundBy: 'dedup' }]);
  await redis.admin.del('bull:keyed:de:Ev0KEYED001');
  const over = await found({ eventIds: ['Ev0KEYED001'] });
  expect(over.jobs).toMatchObject([{ jobId: '1', eventId: 'Ev0KEYED001', foundBy: 'path' }]);
  await filled({});
  const fields = ['event', 'deduplicated', 'jobId', '1', 'deduplicationId', 'Ev0KEYED001', 'deduplicatedJobId', '3'];
  await redis.admin.xadd('bull:keyed:events', '1732900000500-0', ...fields);
  const told = await found({ eventIds: ['Ev0KEYED001'] });
  expect(told.jobs).toMatchObject([{ jobId: '1', eventId: 'Ev0KEYED001', foundBy: 'dedup' }]);
  await filled({ deid: 'Ev0ANOTHER1' });
  expect((await found({ eventIds: ['Ev0KEYED001'] })).jobs).toEqual([]);
});

test('keys of others on the server are no jobs', async () => {
  await ended('small', [{ id: '1', data: naming('Ev1') }]);
  const filling = redis.admin.pipeline();
  for (let i = 0; i < 9_000; i++) filling.set(`session:${i}`, 'x');
  await filling.exec();
  const answer = await found({ eventIds: ['EvNOBODY'] }, { scan_limit: 2_000 });
  expect(reasonsOf(answer)).not.toContain('jobs are there');
});

test('the reason of a failure stays with the start that failed', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:late:meta', 'version', 'bullmq:6.7.0');
  const at = 1732900000000;
  const events = ['added', 'active', 'delayed', 'active'];
  const stored = {
    data: naming('Ev1'),
    timestamp: at,
    processedOn: at + 300,
    ats: 2,
    atm: 1,
    failedReason: 'connect ETIMEDOUT',
  };
  await redis.admin.hset('bull:late:Ev1', { ...stored, atm: 2, finishedOn: at + 310 });
  for (const [i, event] of [...events, 'completed'].entries())
    await redis.admin.xadd('bull:late:events', `${at + i * 100}-0`, 'event', event, 'jobId', 'Ev1');
  await redis.admin.zadd('bull:late:completed', at + 310, 'Ev1');
  const outcomes = async () =>
    (await found({ eventIds: ['Ev1'] })).jobs[0]?.runs.map(({ outcome, errorCode }) => [outcome, errorCode]);
  expect(await outcomes()).toEqual([
    ['failed', 'ETIMEDOUT'],
    ['done', undefined],
  ]);
  await redis.admin.xdel('bull:late:events', `${at + 400}-0`);
  await redis.admin.zrem('bull:late:completed', 'Ev1');
  await redis.admin.hset('bull:late:Ev1', 'atm', 1);
  await redis.admin.hdel('bull:late:Ev1', 'finishedOn');
  await redis.admin.rpush('bull:late:active', 'Ev1');
  await redis.admin.set('bull:late:Ev1:lock', 'a:1', 'PX', 60_000);
  expect(await outcomes()).toEqual([
    ['failed', 'ETIMEDOUT'],
    ['running', undefined],
  ]);
  await redis.admin.del('bull:late:events');
  await redis.admin.del('bull:late:active');
  await redis.admin.zadd('bull:late:failed', at + 310, 'Ev1');
  expect(await outcomes()).toEqual([
    ['unknown', undefined],
    ['failed', 'ETIMEDOUT'],
  ]);
});
