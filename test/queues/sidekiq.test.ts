// Does the connector read what Sidekiq laid into Redis, and pass over what is no job, with an account that may only read?
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueueQuestion } from '../../src/model/queue.ts';
import { sidekiq } from '../../src/queues/sidekiq.ts';
import { dumpOf, useRedis } from './redis-server.ts';

const redis = useRedis('source-sidekiq');

async function ask(question: Partial<QueueQuestion>, settings: object = {}): Promise<QueueAnswer> {
  const before = await dumpOf(redis.admin);
  const world = { name: 'q', env: { DEDUPE_REDIS_URL: redis.url }, now: () => 0 as Instant };
  const queue = sidekiq.open(sidekiq.settings.parse(settings), world);
  const asked = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
  const answer = await queue.find(asked, new AbortController().signal).finally(() => queue.close());
  expect(await dumpOf(redis.admin)).toEqual(before);
  return answer;
}

const reasons = ({ unseen }: QueueAnswer) => unseen.map(({ reason }) => reason).join('\n');
const job = (more: object) =>
  JSON.stringify({ class: 'C', jid: 'j1', queue: 'default', args: [], retry: true, ...more });

async function queued(...texts: string[]): Promise<void> {
  await redis.admin.flushall();
  await redis.admin.sadd('queues', 'default');
  await redis.admin.lpush('queue:default', ...texts);
}

test('a job that died ran twice, and one whose process was killed is in no place', async () => {
  const file = new URL('../../fixtures/queues/sidekiq-6.4.1-redis-crash-and-dead.json', import.meta.url);
  const { after_dead } = JSON.parse(readFileSync(file, 'utf8'));
  await redis.admin.flushall();
  for (const [member, score] of after_dead.dead.value) await redis.admin.zadd('dead', score, member);
  await redis.admin.sadd('queues', ...after_dead.queues.value);
  await redis.admin.sadd('processes', ...after_dead.processes.value);
  const dead = await ask({ eventIds: ['Ev0SAMPLE051'] });
  expect(dead.jobs).toMatchObject([
    {
      ...{ state: 'dead', queue: 'default', maxAttempts: 2, eventId: 'Ev0SAMPLE051', foundBy: 'path' },
      addedAt: 1795972774003,
      runs: [
        { outcome: 'failed', finishedAt: 1795972774185, exactness: 'exact', errorCode: undefined },
        { outcome: 'failed', finishedAt: 1795972784278, exactness: 'last-only', errorCode: 'ETIMEDOUT' },
      ],
    },
  ]);
  const lost = await ask({ eventIds: ['Ev0SAMPLE050'] });
  expect(lost).toMatchObject({ jobs: [], visibility: 'proved' });
  const later = await ask({ eventIds: ['Ev0SAMPLE051'], since: 1795972785000 as Instant });
  expect(later.jobs).toEqual([]);
});

test.each([
  ['an argument that is the id', { args: ['Ev1'] }, {}],
  ['an object as the first argument', { args: [{ event_id: 'Ev1' }] }, {}],
  ['a path', { args: [0, { e: 'Ev1' }] }, { event_id: 'args.1.e' }],
  ['an ActiveJob', { wrapped: 'J', args: [{ job_id: 'a', arguments: [{ event_id: 'Ev1' }] }] }, {}],
  ['milliseconds, as from version 8', { args: ['Ev1'], created_at: 1795972774003 }, {}],
  ['the jid', { jid: 'Ev1' }, {}],
])('%s names the event', async (_, more, settings) => {
  await queued(job({ args: ['Ev10', 'xEv1'], jid: 'j2' }), job({ created_at: 1795972774.003, ...more }));
  const answer = await ask({ eventIds: ['Ev1'] }, settings);
  expect(answer.jobs).toMatchObject([{ eventId: 'Ev1', state: 'waiting', addedAt: 1795972774003, runs: [] }]);
});

test('two jobs of one event, one job in two places, and what is no job', async () => {
  await queued(job({ args: ['Ev1'] }), job({ args: ['Ev1'], jid: 'j2', retry: false }), 'no json', '{"jid":7}');
  await redis.admin.zadd('retry', 1795972774, job({ args: ['Ev1'], retry_count: 0, failed_at: 1795972700.5 }));
  const { jobs, ...answer } = await ask({ eventIds: ['Ev1'] });
  expect(jobs.toSorted((a, b) => a.jobId.localeCompare(b.jobId))).toMatchObject([
    { jobId: 'j1', state: 'waiting', maxAttempts: undefined, runs: [{ outcome: 'failed', finishedAt: 1795972700500 }] },
    { jobId: 'j2', state: 'waiting', maxAttempts: 1, runs: [] },
  ]);
  expect(reasons({ jobs, ...answer })).toContain('2 entries are no jobs in a form that is known here');
});

test('a job of another system is no question, and processes that may not be seen are a gap', async () => {
  await queued(job({ args: ['Ev1'] }));
  await redis.admin.sadd('processes', 'host:1:nonce');
  expect(await ask({ jobs: [{ queue: 'elsewhere', id: 'j1' }] })).toMatchObject({ jobs: [], unseen: [] });
  expect((await ask({ jobs: [{ queue: 'default', id: 'j1' }] })).jobs).toHaveLength(1);
  const patterns = ['queues', 'queue:*', 'retry', 'schedule', 'dead', 'processes'].map((one) => `%R~${one}`);
  await redis.admin.call('ACL', 'SETUSER', 'dedupe_ro', 'resetkeys', ...patterns);
  const partly = await ask({ eventIds: ['Ev1'] });
  expect(partly.jobs).toHaveLength(1);
  expect(reasons(partly)).toContain('this account may not read what the processes are working on');
  await redis.admin.call('ACL', 'SETUSER', 'dedupe_ro', '%R~*:work', '%R~*:workers');
});

test('a namespace, an empty Redis, and a bound that is reached', async () => {
  await queued(...Array.from({ length: 30 }, (_, i) => job({ args: [`Ev${i}`], jid: `j${i}` })));
  const cut = await ask({ eventIds: ['Ev0'] }, { scan_limit: 20 });
  expect(cut.jobs).toEqual([]);
  expect(reasons(cut)).toContain('more than 20 jobs are there');
  await redis.admin.call('ACL', 'SETUSER', 'dedupe_ro', '%R~mine:*');
  await redis.admin.sadd('mine:queues', 'low');
  await redis.admin.lpush('mine:queue:low', job({ args: ['Ev77'], queue: 'low' }));
  expect((await ask({ eventIds: ['Ev77'] }, { prefix: 'mine' })).jobs).toMatchObject([{ queue: 'low' }]);
  await redis.admin.flushall();
  const blind = await ask({ eventIds: ['Ev1'] });
  expect(blind).toMatchObject({ jobs: [], visibility: 'unknown' });
});

test('a key that holds something else is a gap of its own, and the rest is read', async () => {
  await queued(job({ args: ['Ev1'] }));
  expect(reasons(await ask({ eventIds: ['Ev1'] }))).not.toContain('WRONGTYPE');
  await redis.admin.sadd('retry', 'a member of a set');
  await redis.admin.sadd('queues', 'broken');
  await redis.admin.set('queue:broken', 'text');
  const answer = await ask({ eventIds: ['Ev1'] });
  expect(answer).toMatchObject({ visibility: 'proved', jobs: [{ jobId: 'j1', eventId: 'Ev1' }] });
  expect(reasons(answer)).toContain('queue:broken, retry hold something else');
  await redis.admin.sadd('processes', 'host:1:nonce');
  await redis.admin.set('host:1:nonce:work', 'text');
  expect(reasons(await ask({ eventIds: ['Ev1'] }))).toContain('host:1:nonce:work, queue:broken, retry hold something');
});

test('a job that was sent back from the dead by hand had failed twice, whatever its count says now', async () => {
  const failed = { args: ['Ev1'], retry_count: 0, failed_at: 1795972700.5, error_class: 'IOError', error_message: '' };
  await queued(job({ ...failed, retried_at: 1795972720.5 }));
  const runsNow = async () => (await ask({ eventIds: ['Ev1'] })).jobs[0]?.runs.map(({ finishedAt }) => finishedAt);
  expect(await runsNow()).toEqual([1795972700500, 1795972720500]);
  await queued(job(failed));
  expect(await runsNow()).toEqual([1795972700500]);
});

test('a start that is kept in whole seconds does not begin before its job was there', async () => {
  const startedAt = async (enqueuedAt: number) => {
    await redis.admin.flushall();
    await redis.admin.sadd('processes', 'vm:1:a');
    const payload = job({ args: ['Ev1'], enqueued_at: enqueuedAt });
    const work = JSON.stringify({ queue: 'default', payload, run_at: 1795972774 });
    await redis.admin.hset('vm:1:a:workers', 't1', work);
    await redis.admin.expire('vm:1:a:workers', 60);
    return (await ask({ eventIds: ['Ev1'] })).jobs[0]?.runs[0]?.startedAt;
  };
  expect(await startedAt(1795972774.013)).toBe(1795972774013);
  expect(await startedAt(1795972773.9)).toBe(1795972774000);
});

test('what waits for its first moment was never put back, and what waits in a queue may have been', async () => {
  await queued(job({ args: ['Ev1'] }));
  expect(reasons(await ask({ eventIds: ['Ev1'] }))).toContain('counts its failures alone');
  await queued(job({ args: ['Ev2'], jid: 'j2' }));
  await redis.admin.zadd('schedule', 4102444800, job({ args: ['Ev1'] }));
  expect((await ask({ eventIds: ['Ev1'] })).unseen).toEqual([]);
});
