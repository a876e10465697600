// Real BullMQ workers on a real Redis, both versions: killed and run again, removed and added again, failing. What the
// connector says of each start is what happened, and it reads under the account that its text prints.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../../src/model/queue.ts';
import { bullmq } from '../../../src/queues/bullmq.ts';
import { dumpOf, lasting, useRedis } from '../../queues/redis-server.ts';
import { end, type Played, play, until } from './processes.ts';

const redis = useRedis('source-bullmq');
const versions = ['bullmq', 'bullmq5'];

interface Staged extends Played {
  node(mode: string): string[];
}

async function staged(module: string): Promise<Staged> {
  await redis.admin.flushall();
  const port = String(redis.admin.options.port);
  return { ...play({}), node: (mode) => [process.execPath, 'bullmq-redis.js', module, port, mode] };
}

async function find(question: Partial<QueueQuestion>): Promise<QueueAnswer> {
  const before = await dumpOf(redis.admin);
  const world = { name: 'q', env: { Q: redis.url }, now: () => Date.now() as Instant };
  const queue = bullmq.open(bullmq.settings.parse({ url_env: 'Q', lease: '1500ms' }), world);
  const asked = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
  const answer = await queue.find(asked, new AbortController().signal).finally(() => queue.close());
  const after = await dumpOf(redis.admin);
  expect(after).toEqual(lasting(before, after));
  return answer;
}

/** Each start that was told began when its handler wrote its line. */
function expectStarts({ jobs }: QueueAnswer, at: Played): void {
  const told = jobs.flatMap(({ runs }) => runs.map(({ startedAt }) => startedAt ?? 0)).toSorted((a, b) => a - b);
  const made = at.made().map(([, , ms]) => Number(ms));
  expect(told).toHaveLength(made.length);
  for (const [i, start] of told.entries()) expect(Math.abs(start - (made[i] ?? 0))).toBeLessThan(1_000);
}

const ended = async (state: string, count: number) => (await redis.admin.zcard(`bull:tickets:${state}`)) === count;

test.for(versions)('%s: a killed worker, and the stalled job run again', async (module) => {
  const at = await staged(module);
  expect(await at.run(at.node('send-crash'))).toBe(0);
  const [, signal] = await once(at.start(at.node('crash')), 'exit');
  expect(signal).toBe('SIGKILL');
  const running = await find({ eventIds: ['Ev0REDIS001'] });
  expect(running.jobs).toMatchObject([{ state: 'active', runs: [{ outcome: 'running', instance: 'worker-crash' }] }]);
  const second = at.start(at.node('work'));
  await until('the second run', () => ended('completed', 1));
  await end(second, 'SIGKILL');

  const answer = await find({ eventIds: ['Ev0REDIS001'] });
  expect(answer).toMatchObject({ visibility: 'proved', unseen: [] });
  expect(answer.jobs).toMatchObject([
    {
      ...{ queue: 'tickets', jobId: 'Ev0REDIS001', state: 'done', foundBy: 'id', stalled: 1, leaseMs: 1500 },
      starts: { atLeast: 2, exactness: 'exact' },
      runs: [
        { outcome: 'lost', exactness: 'exact' },
        { outcome: 'done', exactness: 'exact', instance: 'worker-work' },
      ],
    },
  ]);
  expectStarts(answer, at);
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test.for(versions)('%s: a job that was removed when it was done, and added again', async (module) => {
  const at = await staged(module);
  const worker = at.start(at.node('work'));
  const isGone = async () => (await redis.admin.exists('bull:tickets:Ev0REDIS002')) === 0;
  for (const times of [1, 2]) {
    expect(await at.run(at.node('send-removed'))).toBe(0);
    await until('its end', async () => at.made().length === times && (await isGone()));
  }
  await end(worker, 'SIGKILL');
  const answer = await find({ eventIds: ['Ev0REDIS002'] });
  expect(answer.jobs).toMatchObject([
    { state: 'gone', eventId: 'Ev0REDIS002', runs: [{ outcome: 'done' }, { outcome: 'done' }] },
  ]);
  const [first, second] = answer.jobs[0]?.guards ?? [];
  expect(first).toMatchObject({ result: 'claimed', attempt: 1 });
  expect(second).toMatchObject({ result: 'claimed', attempt: 2 });
  expect(first?.expiresAt).toBeLessThanOrEqual(second?.at ?? 0);
  expectStarts(answer, at);
});

test.for(versions)('%s: two jobs of one event, one of them under its id, each tried three times', async (module) => {
  const at = await staged(module);
  expect(await at.run(at.node('send-failing'))).toBe(0);
  const worker = at.start(at.node('work'));
  await until('both ends', () => ended('failed', 2));
  await end(worker, 'SIGKILL');
  const answer = await find({ eventIds: ['Ev0REDIS003'] });
  expect(answer.jobs.map(({ foundBy, state }) => [foundBy, state]).toSorted()).toEqual([
    ['id', 'dead'],
    ['path', 'dead'],
  ]);
  for (const { runs, starts, maxAttempts } of answer.jobs) {
    expect([starts, maxAttempts]).toEqual([{ atLeast: 3, exactness: 'exact' }, 3]);
    expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(runs.at(-1)?.errorCode).toBe('ETIMEDOUT');
  }
  expectStarts(answer, at);
  expect(JSON.stringify(answer)).not.toContain('secret');
});
