// Does the connector say of each recorded queue what really happened there, with an account that may only read?
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../src/model/queue.ts';
import { bullmq } from '../../src/queues/bullmq.ts';
import { dumpOf, load, type Stored, useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

const { signal } = new AbortController();
const nobody: QueueQuestion = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined };

async function ask(
  sample: string,
  snapshot: string,
  question: Partial<QueueQuestion>,
  more = {},
): Promise<QueueAnswer> {
  const file = new URL(`../../fixtures/queues/${sample}.json`, import.meta.url);
  await load(redis.admin, JSON.parse(readFileSync(file, 'utf8'))[snapshot] as Record<string, Stored>);
  const before = await dumpOf(redis.admin);
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse(more), world);
  try {
    const answer = await queue.find({ ...nobody, ...question }, signal);
    expect(await dumpOf(redis.admin)).toEqual(before);
    return answer;
  } finally {
    await queue.close();
  }
}

const startsOf = ({ jobs }: QueueAnswer) =>
  jobs.map(({ runs }) => runs.map(({ startedAt, outcome }) => [startedAt, outcome]));

test.each(['bullmq-5.81.5-redis-stalled-rerun', 'bullmq-6.7.0-redis-stalled-rerun'])(
  '%s: both starts, the first of which was lost',
  async (sample) => {
    const id = sample.includes('5.81') ? undefined : 'Ev0SAMPLE001';
    const eventId = id ?? firstEvent(sample);
    const answer = await ask(sample, 'after_rerun', { eventIds: [eventId] });
    expect(answer).toMatchObject({ visibility: 'proved', unseen: [] });
    expect(answer.jobs).toMatchObject([
      { eventId, state: 'done', foundBy: 'id', starts: { atLeast: 2, exactness: 'exact' }, stalled: 1 },
    ]);
    expect(answer.jobs[0]?.runs).toMatchObject([
      { attempt: 1, outcome: 'lost', exactness: 'exact' },
      { attempt: 2, outcome: 'done', exactness: 'exact', instance: expect.stringMatching(/^w-/) },
    ]);
  },
);

function firstEvent(sample: string): string {
  const text = readFileSync(new URL(`../../fixtures/queues/${sample}.json`, import.meta.url), 'utf8');
  return /Ev0SAMPLE\d+/.exec(text)?.[0] ?? '';
}

test('a job that was removed and added again: the history has both, and the mark ended with the first', async () => {
  const answer = await ask('bullmq-6.7.0-redis-remove-on-complete', 'final', { eventIds: ['Ev0SAMPLE007'] });
  expect(startsOf(answer)).toEqual([
    [
      [1795972613388, 'done'],
      [1795972618423, 'done'],
    ],
  ]);
  expect(answer.jobs[0]).toMatchObject({ state: 'gone', eventId: 'Ev0SAMPLE007' });
  expect(answer.jobs[0]?.guards).toMatchObject([
    { at: 1795972612930, expiresAt: 1795972613403, attempt: 1 },
    { at: 1795972617836, attempt: 2 },
  ]);
  expect(answer.unseen).toMatchObject([{ reason: 'job slack-roc/Ev0SAMPLE007 was removed; only its events are left' }]);
});

test('the pick-up that finds the stall limit reached is no run', async () => {
  const answer = await ask('bullmq-6.7.0-redis-stall-limit', 'final', { eventIds: ['Ev0SAMPLE003'] });
  expect(startsOf(answer)).toEqual([
    [
      [1795972174718, 'lost'],
      [1795972180890, 'lost'],
    ],
  ]);
  expect(answer.jobs[0]).toMatchObject({ state: 'dead', starts: { atLeast: 2 } });
});

test('a path in the payload leads to two jobs of one event, three failed starts each', async () => {
  const answer = await ask('bullmq-6.7.0-redis-retries-exhausted', 'final', {
    eventIds: [firstEvent('bullmq-6.7.0-redis-retries-exhausted')],
  });
  expect(answer.jobs).toMatchObject(
    [
      { jobId: '1', foundBy: 'path', starts: { atLeast: 3 } },
      { jobId: '2', foundBy: 'path', starts: { atLeast: 3 } },
    ].toSorted(
      (a, b) =>
        answer.jobs.findIndex(({ jobId }) => jobId === a.jobId) -
        answer.jobs.findIndex(({ jobId }) => jobId === b.jobId),
    ),
  );
  expect(answer.jobs[0]?.runs.map(({ errorCode, outcome }) => [outcome, errorCode])).toEqual([
    ['failed', undefined],
    ['failed', undefined],
    ['failed', 'ETIMEDOUT'],
  ]);
});

test('the deduplication key leads to the job, and what it kept away is told', async () => {
  const answer = await ask('bullmq-6.7.0-redis-duplicate-add', 'final', { eventIds: ['Ev0SAMPLE006'] });
  expect(answer.jobs).toMatchObject([{ jobId: '3', foundBy: 'dedup', starts: { atLeast: 1 } }]);
  expect(answer.jobs[0]?.guards.map(({ result }) => result)).toEqual(['claimed', 'hit']);
});

test('what is not there may have been removed, and a queue that cannot be seen proves nothing', async () => {
  const none = await ask('bullmq-6.7.0-redis-lock-lost', 'final', { eventIds: ['EvNOBODY'] });
  expect(none).toMatchObject({ jobs: [], visibility: 'proved' });
  expect(none.unseen[0]?.reason).toContain('a job that was removed leaves its events alone');
  const blind = await ask('bullmq-6.7.0-redis-lock-lost', 'final', { eventIds: ['EvNOBODY'] }, { queues: 'misspelt' });
  expect(blind).toMatchObject({ jobs: [], visibility: 'unknown' });
});

test('another key of the queue under the name of an id is no job', async () => {
  const answer = await ask('bullmq-6.7.0-redis-lock-lost', 'final', {
    jobs: ['wait', 'completed', 'events', 'meta'].map((id) => ({ queue: 'slack-block', id })),
  });
  expect(answer.jobs).toEqual([]);
});

test('the account may not write, and its reader does not know how', async () => {
  const { Redis } = await import('ioredis');
  const client = new Redis(redis.url, { maxRetriesPerRequest: 0, enableReadyCheck: false });
  for (const words of [
    ['SET', 'bull:x', '1'],
    ['EVAL', 'return 1', '0'],
    ['KEYS', '*'],
    ['HSET', 'bull:q:1', 'a', 'b'],
    ['GET', 'other'],
  ])
    await expect(client.call(words[0] ?? '', ...words.slice(1))).rejects.toThrow(/NOPERM/);
  client.disconnect();
  const { openRedis } = await import('../../src/redis/open.ts');
  const reader = openRedis(redis.url);
  await expect(reader.ask('SET' as 'GET', 'bull:x', '1')).rejects.toThrow();
  await reader.close();
});

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
    failedReason: 'connect ETIMEDOUT',
  };
  await redis.admin.hset('bull:late:Ev1', { ...stored, finishedOn: at + 310 });
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
  await redis.admin.hdel('bull:late:Ev1', 'finishedOn');
  await redis.admin.rpush('bull:late:active', 'Ev1');
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
