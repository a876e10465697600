// What the connector says of a start that did not simply end, of a job that waits for its time, and of what the queue remembers.
// Each history is one that BullMQ 5.81.5 and 6.7.0 wrote, with other names and moments.
import { beforeEach, expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAnswer, QueuedJob } from '../../src/model/queue.ts';
import { bullmq } from '../../src/queues/bullmq.ts';
import { testPassword } from '../postgres-server.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');
const at = 1732900000000;
const { signal } = new AbortController();

beforeEach(() => redis.admin.flushall());

type Event = readonly [ms: number, event: string, more?: Record<string, string>];

interface Stored {
  readonly queue?: string;
  readonly id?: string;
  readonly hash?: Record<string, string | number>;
  readonly events: readonly Event[];
  readonly place?: string;
}

async function store({ queue = 'q', id = 'Ev1', hash, events, place }: Stored): Promise<void> {
  await redis.admin.hset(`bull:${queue}:meta`, 'version', 'bullmq:6.7.0');
  for (const [i, [ms, event, more = {}]] of events.entries()) {
    const fields = Object.entries({ event, jobId: id, ...more }).flat();
    await redis.admin.xadd(`bull:${queue}:events`, `${at + ms}-${i}`, ...fields);
  }
  if (hash === undefined) return;
  await redis.admin.hset(`bull:${queue}:${id}`, {
    timestamp: at,
    data: id === 'Ev2' ? '{}' : '{"event_id":"Ev1"}',
    opts: '{}',
    ...hash,
  });
  if (place === 'active') await redis.admin.rpush(`bull:${queue}:active`, id);
  else if (place) await redis.admin.zadd(`bull:${queue}:${place}`, Number(hash.due ?? at), id);
}

async function answered(eventId = 'Ev1', url = redis.url): Promise<QueueAnswer> {
  const world = { name: 'redis', env: { DEDUPE_REDIS_URL: url }, now: () => 0 as Instant };
  const queue = bullmq.open(bullmq.settings.parse({}), world);
  const nobody = { sourceEventKeys: [], jobs: [], since: undefined, until: undefined };
  return queue.find({ ...nobody, eventIds: [eventId] }, signal).finally(() => queue.close());
}

const outcomes = ({ jobs }: QueueAnswer) => jobs.flatMap(({ runs }) => runs.map(({ outcome }) => outcome));
const guards = ({ guards: all }: QueuedJob) =>
  all.map(({ at: when, key, result, expiresAt }) => [
    (when ?? 0) - at,
    key,
    result,
    expiresAt === undefined ? undefined : expiresAt - at,
  ]);

const added: Event = [0, 'added'];
const active = (ms: number): Event => [ms, 'active', { prev: 'waiting' }];
const completed = (ms: number): Event => [ms, 'completed', { prev: 'active' }];
const ended = { processedOn: at + 50, finishedOn: at + 51 };

test.each<[string, Event]>([
  ['a rate limit', [20, 'waiting', { prev: 'active' }]],
  ['a delay', [20, 'delayed', { delay: String(at + 40) }]],
  ['children', [20, 'waiting-children', { prev: 'active' }]],
])('a start after which the handler put the job back for %s has not failed, and does not run', async (_, back) => {
  const events = [added, active(10), back, active(50), completed(51)];
  await store({ hash: { ...ended, ats: 2, atm: 1 }, events, place: 'completed' });
  expect(outcomes(await answered())).toEqual(['unknown', 'done']);
});

test('a start that is tried again has failed: the counter of attempts says so', async () => {
  const events = [added, active(10), [20, 'delayed', { delay: String(at + 40) }] as const, active(50), completed(51)];
  await store({ hash: { ...ended, ats: 2, atm: 2 }, events, place: 'completed' });
  expect(outcomes(await answered())).toEqual(['failed', 'done']);
});

test('one of two failed, and nothing says which', async () => {
  const back: Event[] = [
    [20, 'waiting', { prev: 'active' }],
    [40, 'delayed', { delay: String(at + 45) }],
  ];
  const events = [added, active(10), back[0] as Event, active(30), back[1] as Event, active(50), completed(51)];
  await store({ hash: { ...ended, ats: 3, atm: 2 }, events, place: 'completed' });
  expect(outcomes(await answered())).toEqual(['unknown', 'unknown', 'done']);
});

test('of a job that was removed only the events are left: what was put back is not known to have failed', async () => {
  await store({ events: [added, active(10), [20, 'delayed'], active(50), completed(51)] });
  expect(outcomes(await answered())).toEqual(['unknown', 'done']);
});

test('a start whose lock has run out is not known to run, and one that holds it runs', async () => {
  await store({ hash: { processedOn: at + 10, ats: 1 }, events: [added, active(10)], place: 'active' });
  const left = await answered();
  expect(left.jobs[0]?.state).toBe('active');
  expect(outcomes(left)).toEqual(['unknown']);
  await redis.admin.set('bull:q:Ev1:lock', 'token:1', 'PX', 60_000);
  expect(outcomes(await answered())).toEqual(['running']);
});

test('a retry waits until the queue says, and not until so long after it was added', async () => {
  const due = at + 9_000;
  const hash = { processedOn: at + 3_000, ats: 2, atm: 2, delay: 6_000, due: due * 4096 + 7 };
  const events = [added, active(10), [20, 'delayed'] as const, active(3_000), [3_000, 'delayed'] as const];
  await store({ hash, events, place: 'delayed' });
  expect((await answered()).jobs[0]?.runAt).toBe(due);
});

const once = [added, active(10), completed(11)];
const stored = { ats: 1, atm: 1, processedOn: at + 10, finishedOn: at + 11 };

test('an id is remembered as long as its job is kept', async () => {
  await store({ hash: stored, events: [...once, [20, 'duplicated']], place: 'completed' });
  expect((await answered()).jobs.map(guards)).toEqual([
    [
      [0, 'Ev1', 'claimed', undefined],
      [20, 'Ev1', 'hit', undefined],
    ],
  ]);
});

test('an id ends with a job that is removed at once, at its removal by hand, and at no known time where some are kept', async () => {
  const again: Event[] = [[30, 'added'], active(31), completed(32)];
  await store({ events: [...once, ...again] });
  await store({ queue: 'hand', events: [...once, [20, 'removed'], ...again] });
  const opts = JSON.stringify({ removeOnComplete: 1 });
  await store({ queue: 'some', hash: { ...stored, opts }, events: [...once, ...again], place: 'completed' });
  const { jobs } = await answered();
  const first = Object.fromEntries(jobs.map((job) => [job.queue, guards(job)[0]?.[3]]));
  expect(first).toEqual({ q: 11, hand: 20, some: undefined });
});

test('a deduplication id is remembered for its time to live, by each job that took it', async () => {
  const opts = JSON.stringify({ de: { id: 'Ev1', ttl: 1000 } });
  await store({ id: '1', hash: { ...stored, opts, deid: 'Ev1' }, events: once, place: 'completed' });
  const later = { ...stored, timestamp: at + 1500 };
  await store({ id: '3', hash: { ...later, opts, deid: 'Ev1' }, events: [[1500, 'added']], place: 'completed' });
  const { jobs } = await answered();
  expect(jobs.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1)).map(guards)).toEqual([
    [[0, 'Ev1', 'claimed', 1000]],
    [[1500, 'Ev1', 'claimed', 2500]],
  ]);
});

test('without a time to live it ends with its job, and a later add that prolongs it leaves the end open', async () => {
  const opts = (more: object) => JSON.stringify({ de: { id: 'Ev1', ...more } });
  await store({ id: '1', hash: { ...stored, opts: opts({}), deid: 'Ev1' }, events: once, place: 'completed' });
  const moved = opts({ ttl: 1000, extend: true });
  await store({ queue: 'r', id: '1', hash: { ...stored, opts: moved, deid: 'Ev1' }, events: once, place: 'completed' });
  expect((await answered()).jobs.map(guards)).toEqual([
    [[0, 'Ev1', 'claimed', 11]],
    [[0, 'Ev1', 'claimed', undefined]],
  ]);
});

test('what many queues have forgotten is said once, and of one alone by its name', async () => {
  for (const queue of ['a', 'b', 'c'])
    await store({ queue, id: 'Ev2', hash: stored, events: once, place: 'completed' });
  await store({ hash: stored, events: once, place: 'completed' });
  const absent = ({ unseen }: QueueAnswer) => unseen.filter(({ isAbsence }) => isAbsence).map(({ reason }) => reason);
  const many = absent(await answered());
  expect(many).toHaveLength(1);
  expect(many[0]).toMatch(/^a, b, c have no job that names this event now/);
  const one = absent(await answered('Ev2'));
  expect(one).toHaveLength(1);
});

test('queues that an account may not read are one gap, and the one that it may read is read', async () => {
  for (const queue of ['a', 'b']) await store({ queue, id: 'Ev2', hash: stored, events: once, place: 'completed' });
  await store({ hash: stored, events: once, place: 'completed' });
  const rights = [
    'resetkeys',
    '%R~bull:q:*',
    '-@all',
    '+@read',
    '+ping',
    '+hello',
    '+time',
    '+client|setname',
    '+select',
  ];
  await redis.admin.call('ACL', 'SETUSER', 'half', 'on', `>${testPassword}`, ...rights);
  const url = `redis://half:${testPassword}@127.0.0.1:${redis.admin.options.port}/0`;
  const { jobs, visibility, unseen } = await answered('Ev1', url);
  expect([jobs.length, visibility]).toEqual([1, 'unknown']);
  expect(unseen.map(({ reason }) => reason)).toEqual(['this account may not read the queues a, b']);
});
