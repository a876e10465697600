// Real Sidekiq processes on a real Redis: failing, killed, stopped. What the connector says of that is what happened, as far
// as Redis can know, and it reads under the account that its text prints.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../../src/model/queue.ts';
import { sidekiq } from '../../../src/queues/sidekiq.ts';
import { dumpOf, lasting, useRedis } from '../../queues/redis-server.ts';
import { end, type Played, play, until } from './processes.ts';

const redis = useRedis('source-sidekiq');
const isHere = spawnSync('sidekiq', ['--version']).status === 0;
const skipped = 'needs ruby-sidekiq';

async function staged(): Promise<Played> {
  await redis.admin.flushall();
  return play({ REDIS: `redis://127.0.0.1:${redis.admin.options.port}/0` });
}

const worker = ['sidekiq', '-r', './sidekiq_jobs.rb', '-c', '1', '-t', '1'];

async function send(at: Played, eventId: string, mode: string): Promise<void> {
  const code = `CreateTicket.perform_async({"event_id" => "${eventId}"}, "${mode}")`;
  expect(await at.run(['ruby', '-r', './sidekiq_jobs.rb', '-e', code])).toBe(0);
}

async function find(question: Partial<QueueQuestion>, settings: object = {}): Promise<QueueAnswer> {
  const before = await dumpOf(redis.admin);
  const queue = open(settings);
  const asked = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
  const answer = await queue.find(asked, new AbortController().signal).finally(() => queue.close());
  const after = await dumpOf(redis.admin);
  expect(after).toEqual(lasting(before, after));
  return answer;
}

function open(settings: object) {
  const world = { name: 'q', env: { Q: redis.url }, now: () => Date.now() as Instant };
  return sidekiq.open(sidekiq.settings.parse({ url_env: 'Q', ...settings }), world);
}

const reasons = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');
const keyOfWork = async () => (await redis.admin.keys('*:work*'))[0] ?? '';

test('a job that fails waits among the retries, then is dead', async (context) => {
  if (!isHere) return context.skip(skipped);
  const at = await staged();
  await send(at, 'Ev0SIDEKI01', 'fail');
  const queued = await find({ eventIds: ['Ev0SIDEKI01'] });
  expect(queued).toMatchObject({
    visibility: 'proved',
    jobs: [{ queue: 'default', state: 'waiting', foundBy: 'path', maxAttempts: 2, runs: [], eventId: 'Ev0SIDEKI01' }],
  });
  const own = at.start(worker);
  await until('the first failure', async () => (await redis.admin.zcard('retry')) === 1);
  const failing = redis.admin.zrange('retry', 0, -1);
  await until('its death', async () => (await redis.admin.zcard('dead')) === 1);
  await end(own, 'SIGTERM');
  const made = at.made().map(([, , seconds]) => Number(seconds) * 1000);
  expect(made).toHaveLength(2);

  const dead = await find({ eventIds: ['Ev0SIDEKI01'] });
  const [job] = dead.jobs;
  expect(job).toMatchObject({ state: 'dead', starts: { atLeast: 2, exactness: 'inferred' } });
  expect(job?.runs).toMatchObject([
    { attempt: 1, outcome: 'failed', exactness: 'exact', errorCode: undefined },
    { attempt: 2, outcome: 'failed', exactness: 'last-only', errorCode: 'ETIMEDOUT' },
  ]);
  for (const [i, run] of (job?.runs ?? []).entries())
    expect(Math.abs((run.finishedAt ?? 0) - (made[i] ?? 0))).toBeLessThan(1_000);
  expect(JSON.stringify(dead)).not.toContain('secret');
  expect(reasons(dead)).toContain('counts its failures alone');

  const byId = await find({ jobs: [{ queue: 'default', id: job?.jobId ?? '' }] });
  expect(byId.jobs).toMatchObject([{ foundBy: 'id', eventId: 'Ev0SIDEKI01' }]);
  // As it lay there between the two failures.
  await redis.admin.del('dead');
  await redis.admin.zadd('retry', Date.now() / 1000 + 3600, (await failing)[0] ?? '');
  const waiting = await find({ eventIds: ['Ev0SIDEKI01'] });
  expect(waiting.jobs).toMatchObject([
    { state: 'delayed', starts: { atLeast: 1 }, runs: [{ errorCode: 'ETIMEDOUT' }] },
  ]);
  expect(waiting.jobs[0]?.runAt).toBeGreaterThan(Date.now() + 3_000_000);
  const before = await find({ eventIds: ['Ev0SIDEKI01'] }, { queues: 'others' });
  expect(before.jobs).toEqual([]);
});

test('a killed process takes its job with it: seen for a minute, then nothing is left', async (context) => {
  if (!isHere) return context.skip(skipped);
  const at = await staged();
  await send(at, 'Ev0SIDEKI02', 'hang');
  const own = at.start(worker, { HOW: 'hang' });
  await until('its report', async () => (await keyOfWork()) !== '');
  const running = await find({ eventIds: ['Ev0SIDEKI02'] });
  expect(running.jobs).toMatchObject([
    {
      ...{ state: 'active', starts: { atLeast: 1 } },
      runs: [{ outcome: 'running', exactness: 'exact', instance: expect.stringMatching(/:\d+:/) }],
    },
  ]);
  const madeAt = Number(at.made()[0]?.[2]) * 1000;
  expect(Math.abs((running.jobs[0]?.runs[0]?.startedAt ?? 0) - madeAt)).toBeLessThan(2_000);
  await end(own, 'SIGKILL');
  // As after 40 s without a word from the process.
  await redis.admin.pexpire(await keyOfWork(), 20_000);
  const lost = await find({ eventIds: ['Ev0SIDEKI02'] });
  expect(lost.jobs).toMatchObject([{ state: 'gone', runs: [{ outcome: 'lost' }] }]);
  await redis.admin.del(await keyOfWork());
  const gone = await find({ eventIds: ['Ev0SIDEKI02'] });
  expect(gone).toMatchObject({ jobs: [], visibility: 'proved' });
  expect(reasons(gone)).toContain('nothing of one whose process was killed');

  const again = at.start(worker);
  await sleep(3_000);
  await end(again, 'SIGTERM');
  expect(at.made()).toHaveLength(1);
});

test('a process that stops puts its job back as it was, and the job runs twice', async (context) => {
  if (!isHere) return context.skip(skipped);
  const at = await staged();
  await send(at, 'Ev0SIDEKI03', 'hang');
  const own = at.start(worker, { HOW: 'hang' });
  await until('the first start', () => at.made().length === 1);
  await end(own, 'SIGTERM');
  const back = await find({ eventIds: ['Ev0SIDEKI03'] });
  expect(back.jobs).toMatchObject([{ state: 'waiting', starts: { atLeast: 0, exactness: 'inferred' } }]);
  expect(reasons(back)).toContain('a start that a stopping process put back leaves nothing in it');
  const queue = open({});
  const listed = await queue
    .list?.({ since: undefined, until: undefined, limit: 10 }, new AbortController().signal)
    .finally(() => queue.close());
  expect(listed?.jobs).toMatchObject([{ eventId: 'Ev0SIDEKI03', foundBy: 'scan' }]);
  const second = at.start(worker);
  await until('the second start', () => at.made().length === 2);
  await end(second, 'SIGTERM');
  expect(new Set(at.made().map(([, jid]) => jid)).size).toBe(1);
  expect((await find({ eventIds: ['Ev0SIDEKI03'] })).jobs).toEqual([]);
});
