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
