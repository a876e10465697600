// Does the connector read what Celery laid into Redis, and pass over what is no task, with an account that may only read?
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../src/model/queue.ts';
import { celery } from '../../src/queues/celery.ts';
import { runMain } from '../run-main.ts';
import { dumpOf, load, type Stored, useRedis } from './redis-server.ts';

const redis = useRedis('source-celery');

function sample(name: string) {
  return JSON.parse(
    readFileSync(new URL(`../../fixtures/queues/celery-5.2.6-redis-${name}.json`, import.meta.url), 'utf8'),
  );
}

/** Both databases of the sample in one: no name stands in both. */
function snapshotOf(stored: Record<string, { type: string; value: unknown }>): Record<string, Stored> {
  return Object.fromEntries(
    Object.entries(stored).map(([key, { type, value }]) => {
      const scored = (value as [string, number][]).map?.(([member, score]) => ({ member, score }));
      const own = type === 'zset' ? scored : type === 'string' ? JSON.stringify(value) : value;
      return [key.replace(/^db\d /, ''), { type, value: own }];
    }),
  );
}

async function ask(question: Partial<QueueQuestion>, settings: object = {}): Promise<QueueAnswer> {
  const before = await dumpOf(redis.admin);
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = celery.open(celery.settings.parse(settings), world);
  const asked = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
  const answer = await queue.find(asked, new AbortController().signal).finally(() => queue.close());
  expect(await dumpOf(redis.admin)).toEqual(before);
  return answer;
}

const reasons = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');

interface Parts {
  readonly headers?: object;
  readonly args?: unknown[];
  readonly properties?: object;
  readonly more?: object;
}

function message({ headers = {}, args = [], properties = {}, more = {} }: Parts): string {
  const body = Buffer.from(JSON.stringify([args, {}, {}])).toString('base64');
  return JSON.stringify({
    ...{ body, 'content-type': 'application/json', headers: { id: 't1', task: 'x', retries: 0, ...headers } },
    properties: { body_encoding: 'base64', delivery_info: { routing_key: 'celery' }, ...properties },
    ...more,
  });
}

async function queued(...texts: string[]): Promise<void> {
  await redis.admin.flushall();
  await redis.admin.sadd('_kombu.binding.celery', 'celery\u0006\u0016\u0006\u0016celery');
  await redis.admin.lpush('celery', ...texts);
}

test('a task that waits, one whose worker died, and what is left of it when it is done', async () => {
  const { queued: first, after_crash, after_rerun } = sample('visibility-rerun');
  const named = { eventIds: ['Ev0SAMPLE040'] };
  await load(redis.admin, snapshotOf(first));
  expect(await ask(named)).toMatchObject({
    visibility: 'proved',
    jobs: [{ state: 'waiting', foundBy: 'id', runs: [] }],
  });
  await load(redis.admin, snapshotOf(after_crash));
  const taken = await ask(named, { lease: '6s' });
  expect(taken.jobs).toMatchObject([
    { state: 'active', runs: [{ receivedAt: 1795972741694, leaseUntil: 1795972747694, outcome: 'unknown' }] },
  ]);
  await load(redis.admin, snapshotOf(after_rerun));
  const done = await ask(named);
  expect(done.jobs).toMatchObject([
    {
      ...{ state: 'done', starts: { atLeast: 1, exactness: 'inferred' }, queue: 'celery' },
      runs: [{ outcome: 'done', finishedAt: 1795972774500.282, instance: 'w3@h' }],
    },
  ]);
  expect(reasons(done)).toContain('task celery/Ev0SAMPLE040 has one result for all its starts');
});

test('a task that asked to be run again counts its starts, and a killed child is lost and not failed', async () => {
  const { during_retry_unacked, final_meta_043, worker_lost_meta_042 } = sample('retry-and-worker-lost');
  const [tag = ''] = Object.keys(during_retry_unacked);
  const eta = '2099-11-29T17:21:07.835358+00:00';
  const later = during_retry_unacked[tag].replace(/2026-11-29T17:21:07.835358\+00:00/, eta);
  await load(redis.admin, {
    unacked: { type: 'hash', value: { [tag]: later } },
    unacked_index: { type: 'zset', value: [{ member: tag, score: 1795972866 }] },
  });
  const retrying = await ask({ eventIds: ['Ev0SAMPLE043'] });
  expect(retrying.jobs[0]?.runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  expect(retrying.jobs[0]).toMatchObject({ state: 'delayed', runAt: Date.parse(eta) + 0.358 });
  await load(redis.admin, {
    'celery-task-meta-Ev0SAMPLE043': { type: 'string', value: JSON.stringify(final_meta_043) },
    'celery-task-meta-Ev0SAMPLE042': { type: 'string', value: JSON.stringify(worker_lost_meta_042) },
  });
  const failed = await ask({ eventIds: ['Ev0SAMPLE043'] });
  expect(failed.jobs[0]?.runs.map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
    ['failed', undefined],
    ['failed', undefined],
    ['failed', 'TimeoutError'],
  ]);
  const lost = await ask({ eventIds: ['Ev0SAMPLE042'] });
  expect(lost.jobs).toMatchObject([{ state: 'failed', runs: [{ outcome: 'lost', errorCode: 'worker-lost' }] }]);
});

test('a result that is written before its message is settled is one start, and a message put back is a second', async () => {
  const result = { status: 'SUCCESS', retries: 0, date_done: '2026-11-29T17:19:34', task_id: 't1', args: ['Ev1'] };
  const taken = async (text: string) => {
    await redis.admin.flushall();
    await redis.admin.set('celery-task-meta-t1', JSON.stringify(result));
    await redis.admin.hset('unacked', 'tag', JSON.stringify([JSON.parse(text), '', 'celery']));
    await redis.admin.zadd('unacked_index', 1795972741, 'tag');
    return (await ask({ eventIds: ['Ev1'] })).jobs[0];
  };
  await queued(message({ args: ['Ev1'] }));
  expect(await ask({ eventIds: ['Ev1'] })).toMatchObject({ jobs: [{ state: 'waiting', runs: [] }], unseen: [] });
  expect((await taken(message({ args: ['Ev1'] })))?.runs).toMatchObject([
    { outcome: 'done', receivedAt: 1795972741000 },
  ]);
  const again = await taken(message({ args: ['Ev1'], headers: { redelivered: true } }));
  expect(again).toMatchObject({ state: 'active', stalled: 1, runs: [{ outcome: 'done' }, { outcome: 'unknown' }] });
});

test.each([
  ['an argument that is the id', message({ args: ['Ev1'] }), {}],
  ['an object as the first argument', message({ args: [{ event_id: 'Ev1' }] }), {}],
  ['a header of its own', message({ headers: { x_event_id: 'Ev1' } }), { event_id: 'headers.x_event_id' }],
  ['a path', message({ args: [0, { e: { id: 'Ev1' } }] }), { event_id: 'args.1.e.id' }],
  ['a body that is no JSON', message({ headers: { argsrepr: "['Ev1']" }, more: { 'content-type': 'x-python' } }), {}],
  [
    'the first protocol',
    JSON.stringify({ body: JSON.stringify({ id: 't1', args: ['Ev1'], kwargs: {}, retries: 1 }), properties: {} }),
    {},
  ],
])('%s names the event', async (_, text, settings) => {
  await queued(message({ args: ['Ev2', 'Ev10', 'xEv1'], headers: { id: 't2' } }), text);
  const answer = await ask({ eventIds: ['Ev1'] }, settings);
  expect(answer.jobs).toMatchObject([{ jobId: 't1', eventId: 'Ev1', foundBy: 'path', state: 'waiting' }]);
});

test('steps of priority are read, and what is no message of a task is counted', async () => {
  await queued('no json', '[]', '{"headers":{}}');
  await redis.admin.lpush('celery\u0006\u00166', message({ args: ['Ev1'] }));
  await redis.admin.zadd('unacked_index', 1795972741, 'large');
  await redis.admin.hset('unacked', 'large', message({ args: ['Ev1', 'x'.repeat(300_000)] }));
  const answer = await ask({ eventIds: ['Ev1'] });
  expect(answer.jobs).toMatchObject([{ where: 'celery step 6' }]);
  expect(reasons(answer)).toContain('3 messages in the queues are in no form that is known here');
  expect(reasons(answer)).toContain('1 messages and results were too large to be looked into');
});

test('a job of another system is no question', async () => {
  await queued(message({ args: ['Ev1'] }));
  expect(await ask({ jobs: [{ queue: 'elsewhere', id: 't1' }] })).toMatchObject({ jobs: [], unseen: [] });
  expect((await ask({ jobs: [{ queue: 'celery', id: 't1' }] })).jobs).toMatchObject([{ foundBy: 'id' }]);
});

test('an empty Redis proves nothing, and a bound that is reached is said', async () => {
  await redis.admin.flushall();
  expect(await ask({ eventIds: ['Ev1'] })).toMatchObject({ jobs: [], visibility: 'unknown' });
  await queued(...Array.from({ length: 30 }, (_, i) => message({ args: [`Ev${i}`], headers: { id: `t${i}` } })));
  const cut = await ask({ eventIds: ['Ev0'] }, { scan_limit: 20 });
  expect(cut.jobs).toEqual([]);
  expect(reasons(cut)).toContain('more than 20 tasks are there');
  expect((await ask({ eventIds: ['Ev0'] })).jobs).toHaveLength(1);
});

test('a trace tells of a message that was put back, and says what a finished task does not', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-celery-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const { target_rows, after_rerun } = sample('visibility-rerun');
  const lines = (target_rows as { id: number; job_id: string; created_at: string }[]).map(
    ({ id, job_id, created_at }) =>
      JSON.stringify({
        ...{ dedupe: 'record', at: created_at, target: 'tasks', record_id: String(id), event_id: 'Ev0SAMPLE040' },
        ...{ queue: 'celery', job_id },
      }),
  );
  writeFileSync(join(cwd, 'made.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    'queues: { tasks: { type: celery, lease: 6s } }\nlogs: [made.jsonl]\n',
  );
  const traced = async (ref: string) => {
    const before = await dumpOf(redis.admin);
    const ran = await runMain(['trace', ref, '--format', 'json'], { cwd, env: { DEDUPE_REDIS_URL: redis.url } });
    expect(await dumpOf(redis.admin)).toEqual(before);
    return JSON.parse(ran.stdout);
  };
  await redis.admin.flushall();
  const again = message({ args: [{ event_id: 'Ev0SAMPLE040' }], headers: { id: 'Ev0SAMPLE040', redelivered: true } });
  await redis.admin.hset('unacked', 'tag', JSON.stringify([JSON.parse(again), '', 'celery']));
  // Half a second before the second record was made.
  await redis.admin.zadd('unacked_index', 1795972774, 'tag');
  const during = await traced('job:celery/Ev0SAMPLE040');
  // The first start has no time anywhere, so that no cause is named from it.
  expect(during).toMatchObject({ verdict: 'duplicate', findings: [] });
  const attempts = during.facts.filter(({ kind }: { kind: string }) => kind === 'attempt');
  expect(attempts).toHaveLength(2);
  expect(attempts).toContainEqual(
    expect.objectContaining({
      fields: expect.objectContaining({ attempt: 1, outcome: 'lost', exactness: 'inferred' }),
    }),
  );
  expect(attempts).toContainEqual(
    expect.objectContaining({ fields: expect.objectContaining({ attempt: 2, outcome: 'unknown', lease_ms: 6000 }) }),
  );

  await load(redis.admin, snapshotOf(after_rerun));
  const done = await traced('Ev0SAMPLE040');
  expect(done).toMatchObject({ verdict: 'duplicate', findings: [] });
  expect(done.gaps.map(({ reason }: { reason: string }) => reason).join()).toContain(
    'has one result for all its starts',
  );
});

test('a key that holds something else is a gap of its own, and the rest is read', async () => {
  await queued(message({ args: ['Ev1'] }));
  expect(reasons(await ask({ eventIds: ['Ev1'] }))).not.toContain('WRONGTYPE');
  await redis.admin.set('unacked_index', 'text');
  await redis.admin.set('_kombu.binding.other', 'text');
  await redis.admin.hset('celery-task-meta-t9', 'status', 'SUCCESS');
  const answer = await ask({ eventIds: ['Ev1'], jobs: [{ queue: 'celery', id: 't9' }] });
  expect(answer).toMatchObject({ visibility: 'proved', jobs: [{ jobId: 't1', eventId: 'Ev1' }] });
  const said = '_kombu.binding.other, celery-task-meta-t9, unacked_index hold something else';
  expect(reasons(answer)).toContain(said);
});

test('a queue, a step of it or a result that is of another type is a gap of its own, whoever is asked about', async () => {
  await queued(message({ args: ['Ev9'] }));
  const clean = await ask({ eventIds: ['Ev1'] });
  expect(reasons(clean)).not.toContain('WRONGTYPE');
  await redis.admin.del('celery');
  await redis.admin.hset('celery', 'a', 'b');
  await redis.admin.sadd('celery\u0006\u00163', 'a');
  await redis.admin.hset('celery-task-meta-t8', 'status', 'SUCCESS');
  const answer = await ask({ eventIds: ['Ev1'] });
  expect(answer.jobs).toEqual([]);
  expect(reasons(answer)).toMatch(/celery, celery\S* ?\S*3, celery-task-meta-t8 hold something else/);
});
