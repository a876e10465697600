// Real Celery workers on a real Redis: killed, handed out again, failed. What the connector says of that is what happened,
// as far as Redis can know, and it reads under the account that its text prints.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../../src/model/queue.ts';
import { celery } from '../../../src/queues/celery.ts';
import { dumpOf, lasting, useRedis } from '../../queues/redis-server.ts';
import { end, type Played, play, until } from './processes.ts';

const redis = useRedis('source-celery');
/** Debian's Celery belongs to Debian's Python, which need not be the first one of the PATH. */
const python = ['/usr/bin/python3', 'python3'].find(
  (one) => spawnSync(one, ['-c', 'import celery, redis']).status === 0,
);
const skipped = 'needs python3-celery and python3-redis';

const visibilityMs = 3_000;

function addressOf(database: number): string {
  return `redis://127.0.0.1:${redis.admin.options.port}/${database}`;
}

async function staged(): Promise<Played> {
  await redis.admin.flushall();
  return play({ BROKER: addressOf(0), RESULTS: addressOf(1) });
}

const send = (at: Played, ...words: string[]) => at.run([python ?? '', 'celery_tasks.py', ...words]);
const worker = (pool: string, name: string) => [
  ...[python ?? '', '-m', 'celery', '-A', 'celery_tasks', 'worker', '--pool', pool, '-c', '1', '-n', `${name}@h`],
  ...['--without-mingle', '--without-gossip', '--without-heartbeat', '-l', 'CRITICAL'],
];

async function find(question: Partial<QueueQuestion>, settings: object = {}): Promise<QueueAnswer> {
  const both = async () => [await dumpOf(redis.admin), await inResults(() => dumpOf(redis.admin))] as const;
  const before = await both();
  const given = { url_env: 'Q', results_url_env: 'R', lease: '3s', ...settings };
  const env = { Q: redis.url, R: `${redis.url}/1` };
  const queue = celery.open(celery.settings.parse(given), { name: 'q', env, now: () => Date.now() as Instant });
  const asked = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
  const answer = await queue.find(asked, new AbortController().signal).finally(() => queue.close());
  const after = await both();
  for (const i of [0, 1] as const) expect(after[i]).toEqual(lasting(before[i], after[i]));
  return answer;
}

async function inResults<T>(work: () => Promise<T>): Promise<T> {
  await redis.admin.select(1);
  return work().finally(() => redis.admin.select(0));
}

const reasons = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');

test('a worker is killed twice, and the task handed out again after the visibility timeout', async (context) => {
  if (python === undefined) return context.skip(skipped);
  const at = await staged();
  expect(await send(at, 'Ev0CELERY01', 'work')).toBe(0);
  const queued = await find({ eventIds: ['Ev0CELERY01'] });
  expect(queued.jobs).toMatchObject([
    { queue: 'celery', jobId: 'task-Ev0CELERY01', state: 'waiting', foundBy: 'path', starts: { atLeast: 0 }, runs: [] },
  ]);

  const [, signal] = await once(at.start(worker('solo', 'w1'), { HOW: 'crash' }), 'exit');
  expect(signal).toBe('SIGKILL');
  const taken = await find({ eventIds: ['Ev0CELERY01'] });
  expect(taken).toMatchObject({ visibility: 'proved', jobs: [{ state: 'active', leaseMs: visibilityMs }] });
  expect(taken.jobs[0]?.stalled).toBeUndefined();
  const [claim, ...none] = taken.jobs[0]?.runs ?? [];
  expect(none).toEqual([]);
  expect(claim).toMatchObject({ outcome: 'unknown', startedAt: undefined, where: expect.stringMatching(/^unacked /) });
  const madeAt = Number(at.made()[0]?.[4]) * 1000;
  expect(Math.abs((claim?.receivedAt ?? 0) - madeAt)).toBeLessThan(2_000);
  expect((claim?.leaseUntil ?? 0) - (claim?.receivedAt ?? 0)).toBe(visibilityMs);

  await sleep(visibilityMs + 500);
  const second = at.start(worker('solo', 'w2'), { HOW: 'hang' });
  await until('the second start', () => at.made().length === 2);
  const again = await find({ eventIds: ['Ev0CELERY01'] });
  expect(again.jobs).toMatchObject([
    { state: 'active', stalled: 1, starts: { atLeast: 2, exactness: 'inferred' }, runs: [{ outcome: 'lost' }, {}] },
  ]);
  expect(again.jobs[0]?.runs[1]?.receivedAt).toBeGreaterThan((claim?.receivedAt ?? 0) + visibilityMs);
  await end(second, 'SIGKILL');

  await sleep(visibilityMs + 500);
  const third = at.start(worker('solo', 'w3'));
  await until(
    'its result',
    async () => (await inResults(() => redis.admin.exists('celery-task-meta-task-Ev0CELERY01'))) === 1,
  );
  await until('its end', async () => (await redis.admin.exists('unacked')) === 0);
  await end(third, 'SIGTERM');
  expect(at.made().map(([, , retries, redelivered]) => [retries, redelivered])).toEqual([
    ['0', 'None'],
    ['0', 'True'],
    ['0', 'True'],
  ]);
  const done = await find({ eventIds: ['Ev0CELERY01'] });
  expect(done.jobs).toMatchObject([
    {
      ...{ state: 'done', foundBy: 'scan', eventId: 'Ev0CELERY01', starts: { atLeast: 1, exactness: 'inferred' } },
      runs: [{ outcome: 'done', exactness: 'last-only', instance: 'w3@h' }],
    },
  ]);
  expect(reasons(done)).toContain('has one result for all its starts');
  expect(done.jobs[0]?.expiresAt).toBeGreaterThan(Date.now() + 86_000_000);
  const byId = await find({ eventIds: ['Ev0CELERY01'] }, { job_id: 'task-{event_id}' });
  expect(byId.jobs).toMatchObject([{ foundBy: 'id', eventId: 'Ev0CELERY01' }]);
});

test('a failed task, one whose child was killed, and another task of the same event', async (context) => {
  if (python === undefined) return context.skip(skipped);
  const at = await staged();
  for (const words of [
    ['Ev0CELERY02', 'fail'],
    ['Ev0CELERY03', 'kill-child'],
    ['Ev0CELERY03', 'other', 'mail'],
  ])
    expect(await send(at, ...words)).toBe(0);
  const own = at.start([...worker('prefork', 'w4'), '-Q', 'celery'], { VISIBILITY: '600' });
  const results = () =>
    inResults(() => redis.admin.mget('celery-task-meta-task-Ev0CELERY02', 'celery-task-meta-task-Ev0CELERY03'));
  await until('both failures', async () => (await results()).every((one) => one?.includes('FAILURE')));
  await until('their end', async () => (await redis.admin.exists('unacked')) === 0);
  await end(own, 'SIGTERM');
  expect(at.made().map(([event, , retries]) => [event, retries])).toEqual(
    expect.arrayContaining([
      ['Ev0CELERY02', '0'],
      ['Ev0CELERY02', '1'],
      ['Ev0CELERY03', '0'],
    ]),
  );

  const failed = await find({ eventIds: ['Ev0CELERY02'] });
  expect(failed.jobs).toMatchObject([
    {
      state: 'failed',
      starts: { atLeast: 2 },
      runs: [{ outcome: 'failed' }, { outcome: 'failed', errorCode: 'TimeoutError', instance: 'w4@h' }],
    },
  ]);
  expect(JSON.stringify(failed)).not.toContain('secret');

  const partly = await find({ eventIds: ['Ev0CELERY03'] });
  expect(partly.jobs).toHaveLength(1);
  expect(reasons(partly)).toContain('this account may not read the queue mail');
  await redis.admin.call('ACL', 'SETUSER', 'dedupe_ro', '%R~mail*');
  const lost = await find({ eventIds: ['Ev0CELERY03'] });
  expect(lost.jobs.toSorted((a, b) => a.queue.localeCompare(b.queue))).toMatchObject([
    { queue: 'celery', state: 'failed', runs: [{ outcome: 'lost', errorCode: 'worker-lost' }] },
    { queue: 'mail', state: 'waiting', foundBy: 'path', eventId: 'Ev0CELERY03', runs: [] },
  ]);

  expect(await send(at, 'Ev0CELERY05', 'other', 'mail')).toBe(0);
  const cut = await find({ eventIds: ['Ev0CELERY03'] }, { scan_limit: 1 });
  expect(reasons(cut)).toContain('more than 1 tasks are there');
  const none = await find({ eventIds: ['Ev0NOBODY01'] });
  expect(none).toMatchObject({ jobs: [], visibility: 'proved' });
  expect(reasons(none)).toContain('no task names this event now');
  await inResults(() => redis.admin.set('celery-task-meta-bare', '{"status":"SUCCESS","result":1,"task_id":"bare"}'));
  expect(reasons(await find({ eventIds: ['Ev0NOBODY01'] }))).toContain('at least 1 results hold no arguments');
  const listed = celery.open(celery.settings.parse({ url_env: 'Q', results_url_env: 'R' }), {
    ...{ name: 'q', env: { Q: redis.url, R: `${redis.url}/1` }, now: () => Date.now() as Instant },
  });
  const all = await listed
    .list?.({ since: undefined, until: undefined, limit: 100 }, new AbortController().signal)
    .finally(() => listed.close());
  expect(all?.jobs.map(({ jobId, eventId }) => [jobId.slice(0, 5), eventId]).toSorted()).toEqual(
    expect.arrayContaining([
      ['task-', 'Ev0CELERY02'],
      ['task-', 'Ev0CELERY03'],
      ['bare', undefined],
    ]),
  );
});

test('a prefix that nobody uses proves nothing', async (context) => {
  if (python === undefined) return context.skip(skipped);
  const at = await staged();
  expect(await send(at, 'Ev0CELERY04', 'work')).toBe(0);
  await redis.admin.call('ACL', 'SETUSER', 'dedupe_ro', '%R~other*');
  const blind = await find({ eventIds: ['Ev0CELERY04'] }, { prefix: 'other-' });
  expect(blind).toMatchObject({ jobs: [], visibility: 'unknown' });
  expect(reasons(blind)).toContain('nothing of Celery is there under the prefix other-');
});
