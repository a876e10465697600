// Real queues on a real server: a worker is killed, the job is run again, and the connector says what is left of that,
// under a role that may do nothing but read.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { accountFor, type StoredQueue } from '../../../src/advice/accounts.ts';
import type { Instant } from '../../../src/model/instant.ts';
import type { QueueAdapter, QueueQuestion } from '../../../src/model/queue.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { bullmqPostgres } from '../../../src/queues/bullmq-postgres.ts';
import { graphileWorker } from '../../../src/queues/graphile-worker.ts';
import { pgBoss } from '../../../src/queues/pg-boss.ts';
import { freshDatabase, opened, withUser } from '../../postgres-database.ts';
import { testPassword } from '../../postgres-server.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

interface Staged {
  readonly url: string;
  readonly database: Database;
  run(mode: string): { status: number | null; signal: string | null; stderr: string };
}

/** The module of a version: an alias of the root, or of the package of versions that ask for a newer Node. */
function moduleOf(name: string, context: TestContext): string {
  const folders = [join(here, '../../../node_modules'), join(here, 'newer/node_modules')];
  const folder = folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) return context.skip(`needs ${name}: npm install --prefix test/full/queues/newer`) as never;
  const { exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entry = exports?.['.']?.import?.default ?? exports?.['.']?.import ?? main;
  return join(folder, typeof entry === 'string' ? entry : main);
}

async function stage(context: TestContext, program: string, module: string): Promise<Staged> {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(
    'create table made (id serial primary key, event_id text, job_id text, at timestamptz default clock_timestamp())',
  );
  const run = (mode: string) =>
    spawnSync(process.execPath, [join(here, 'programs', program), module, url, mode], {
      encoding: 'utf8',
      timeout: 60_000,
    });
  return { url, database, run };
}

/** A role with the rights of the recipe and no other, as a fresh login. */
async function readerOf(
  { url, database }: Staged,
  id: StoredQueue,
  schema: string,
  leave: RegExp = /^$/,
): Promise<string> {
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await database.script(`create role ${role} login password '${testPassword}'`);
  onTestFinished(async () => database.script(`drop owned by ${role}; drop role ${role}`).catch(() => {}));
  for (const statement of accountFor(id, schema, role).statements) {
    const asked = statement.replace(/^-- version 10 only: /, '');
    if (leave.test(asked)) continue;
    if (asked === statement) await database.script(statement);
    else if ((await database.query("select 1 from pg_class where relname = 'archive'")).length > 0)
      await database.script(asked);
  }
  return withUser(url, role, testPassword);
}

const ask = (wanted: Partial<QueueQuestion>): QueueQuestion => ({
  ...{ eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined },
  ...wanted,
});

async function find(adapter: QueueAdapter, url: string, question: Partial<QueueQuestion>, settings: object = {}) {
  const queue = adapter.open(
    { url_env: 'Q', ...settings },
    { name: 'q', env: { Q: url }, now: () => Date.now() as Instant },
  );
  return queue.find(ask(question), new AbortController().signal).finally(() => queue.close());
}

/** Every job, the newest first. */
async function listed(adapter: QueueAdapter, url: string, limit = 100, settings: object = {}) {
  const world = { name: 'q', env: { Q: url }, now: () => Date.now() as Instant };
  const queue = adapter.open({ url_env: 'Q', ...settings }, world);
  const window = { since: undefined, until: undefined, limit };
  const answer = await queue.list?.(window, new AbortController().signal).finally(() => queue.close());
  if (answer === undefined) throw new Error('it has no list');
  return answer;
}

/** Every row and every counter of the schema. */
async function dump(database: Database, schema: string): Promise<unknown> {
  const tables = await database.query<{ name: string; kind: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p', 'S', 'm') order by 1`,
    [schema],
  );
  const rowOf = (kind: string) => (kind === 'S' ? 'concat(t.last_value, t.is_called)' : 'to_jsonb(t)::text');
  return Promise.all(
    tables.map(async ({ name, kind }) => [
      name,
      await database.query(`select ${rowOf(kind)} as row from ${name} t order by 1`),
    ]),
  );
}

test.for(['pg-boss-10', 'pg-boss-12'])('%s: a killed worker, a job run again, dead letters', async (name, context) => {
  const at = await stage(context, 'pg-boss.js', moduleOf(name, context));
  expect(at.run('send')).toMatchObject({ status: 0 });
  expect(at.run('crash').signal).toBe('SIGKILL');
  await sleep(2_200);
  expect(at.run('work')).toMatchObject({ status: 0 });
  expect(await at.database.query("select 1 from made where event_id = 'Ev0BOSS0001'")).toHaveLength(2);

  const reader = await readerOf(at, 'pg-boss', 'pgboss');
  const before = await dump(at.database, 'pgboss');
  const twice = await find(pgBoss, reader, { eventIds: ['Ev0BOSS0001'] });
  const failed = await find(pgBoss, reader, { eventIds: ['Ev0BOSS0002'] });
  const all = await listed(pgBoss, reader);
  const newest = await listed(pgBoss, reader, 1);
  expect(await dump(at.database, 'pgboss')).toEqual(before);

  expect(twice).toMatchObject({
    visibility: 'proved',
    unseen: [],
    jobs: [{ queue: 'tickets', state: 'done', leaseMs: 2000, maxAttempts: 3, foundBy: 'scan' }],
  });
  const [job] = twice.jobs;
  expect(job?.starts).toEqual({ atLeast: 2, exactness: 'exact' });
  const [first, second] = job?.runs ?? [];
  expect(first).toMatchObject({ attempt: 1, startedAt: undefined, exactness: 'inferred', outcome: 'unknown' });
  expect(second).toMatchObject({ attempt: 2, exactness: 'last-only', outcome: 'done' });
  expect(first?.finishedAt).toBeLessThanOrEqual(second?.startedAt ?? 0);

  expect(failed.jobs).toMatchObject([{ state: 'dead', runs: [{ outcome: 'failed', errorCode: 'ETIMEDOUT' }] }]);
  expect(failed.unseen).toMatchObject([{ reason: expect.stringContaining('copied to the dead letters as dead/') }]);
  expect(all.jobs.map(({ eventId, starts }) => [eventId, starts.atLeast]).toSorted()).toEqual([
    ['Ev0BOSS0001', 2],
    ['Ev0BOSS0002', 1],
  ]);
  expect(all.unseen).toMatchObject([{ reason: '1 jobs were given up and copied to the dead letters' }]);
  expect(newest.jobs.length).toBeLessThan(2);
  expect(newest.unseen.at(-1)).toMatchObject({ reason: expect.stringContaining('holds more than 1 jobs') });
  expect(JSON.stringify([twice, failed, all])).not.toContain('POST /tasks');

  const byId = await find(pgBoss, reader, { jobs: [{ queue: 'tickets', id: job?.jobId ?? '' }] });
  expect(byId.jobs).toMatchObject([{ jobId: job?.jobId, foundBy: 'id', eventId: 'Ev0BOSS0001' }]);
  await at.database.query("insert into pgboss.job (name, data, singleton_key) values ('tickets', '{}', 'Ev0KEYED001')");
  const keyed = await find(pgBoss, reader, { eventIds: ['Ev0KEYED001'] });
  expect(keyed.jobs).toMatchObject([{ foundBy: 'dedup', eventId: 'Ev0KEYED001' }]);
  const cut = await find(pgBoss, reader, { eventIds: ['Ev0KEYED001'] }, { scan_limit: 1 });
  expect(cut.unseen).toMatchObject([{ reason: expect.stringContaining('holds more than 1 jobs') }]);
  const gone = await find(pgBoss, reader, { eventIds: ['Ev0NOBODY01'] });
  expect(gone).toMatchObject({
    jobs: [],
    visibility: 'proved',
    unseen: [{ reason: expect.stringContaining('there is no job of this event now') }],
  });
  const blind = await find(pgBoss, await readerOf(at, 'pg-boss', 'pgboss', /select/), { eventIds: ['Ev0BOSS0001'] });
  expect(blind).toMatchObject({ visibility: 'unknown', unseen: [{ reason: 'this account may not read pgboss.job' }] });
});

test.for(['graphile-worker-16', 'graphile-worker-17', 'graphile-worker-18'])(
  '%s: a stale lock, and row security that hides it',
  async (name, context) => {
    const at = await stage(context, 'graphile-worker.js', moduleOf(name, context));
    expect(at.run('send')).toMatchObject({ status: 0 });
    expect(at.run('crash').signal).toBe('SIGKILL');
    const reader = await readerOf(at, 'graphile-worker', 'graphile_worker');
    const running = await find(graphileWorker, reader, { eventIds: ['Ev0GRAPH001'] });
    expect(running.jobs).toMatchObject([
      { state: 'active', leaseMs: 14_400_000, runs: [{ attempt: 1, outcome: 'running', exactness: 'last-only' }] },
    ]);
    expect((running.jobs[0]?.runs[0]?.leaseUntil ?? 0) - (running.jobs[0]?.runs[0]?.startedAt ?? 0)).toBe(14_400_000);

    await at.database.script(
      "update graphile_worker._private_jobs set locked_at = locked_at - interval '4 hours 1 minute'",
    );
    expect(at.run('work')).toMatchObject({ status: 0 });
    expect(await at.database.query('select 1 from made')).toHaveLength(2);
    const before = await dump(at.database, 'graphile_worker');
    const seen = await find(graphileWorker, reader, { eventIds: ['Ev0GRAPH001'] }, { job_id: 'none-{event_id}' });
    const all = await listed(graphileWorker, reader);
    const secured = await readerOf(at, 'graphile-worker', 'graphile_worker', /policy/);
    const byKey = await find(graphileWorker, secured, { eventIds: ['Ev0GRAPH001'] });
    const blind = await find(graphileWorker, secured, { eventIds: ['Ev0GRAPH001'] }, { job_id: 'none-{event_id}' });
    expect(await dump(at.database, 'graphile_worker')).toEqual(before);

    expect(all).toMatchObject({
      visibility: 'proved',
      unseen: [],
      jobs: [{ eventId: 'Ev0GRAPH001', foundBy: 'scan' }],
    });
    expect(seen).toMatchObject({
      visibility: 'proved',
      unseen: [],
      jobs: [{ queue: 'tickets', state: 'dead', foundBy: 'scan', eventId: 'Ev0GRAPH001', starts: { atLeast: 2 } }],
    });
    expect(seen.jobs[0]?.runs).toMatchObject([
      { attempt: 1, outcome: 'unknown', exactness: 'inferred' },
      { attempt: 2, outcome: 'failed', errorCode: 'ETIMEDOUT', startedAt: undefined },
    ]);
    const hidden = { reason: expect.stringContaining('row security hides graphile_worker._private_jobs') };
    expect(byKey).toMatchObject({
      visibility: 'unknown',
      unseen: [hidden],
      jobs: [{ queue: 'tickets', eventId: 'Ev0GRAPH001', foundBy: 'dedup' }],
    });
    expect(blind).toMatchObject({ visibility: 'unknown', jobs: [] });
    expect(blind.unseen[0]).toMatchObject(hidden);
  },
);

test('BullMQ 6 on PostgreSQL: each start has its time in the table of events', async (context) => {
  const at = await stage(context, 'bullmq-postgres.js', 'bullmq');
  expect(at.run('send')).toMatchObject({ status: 0 });
  expect(at.run('crash').signal).toBe('SIGKILL');
  expect(at.run('work')).toMatchObject({ status: 0 });
  const reader = await readerOf(at, 'bullmq-postgres', 'bullmq');
  const before = await dump(at.database, 'bullmq');
  const { jobs, visibility, unseen } = await find(
    bullmqPostgres,
    reader,
    { eventIds: ['Ev0BULL0001'] },
    { lease: '1500ms' },
  );
  const all = await listed(bullmqPostgres, reader);
  expect(await dump(at.database, 'bullmq')).toEqual(before);
  expect(all.jobs).toMatchObject([{ eventId: 'Ev0BULL0001', runs: [{ outcome: 'lost' }, { outcome: 'done' }] }]);
  expect([visibility, unseen]).toEqual(['proved', []]);
  expect(jobs).toMatchObject([
    {
      queue: 'tickets',
      jobId: 'Ev0BULL0001',
      state: 'done',
      stalled: 1,
      leaseMs: 1500,
      foundBy: 'id',
      starts: { atLeast: 2 },
    },
  ]);
  expect(jobs[0]?.runs).toMatchObject([
    { attempt: 1, outcome: 'lost', exactness: 'exact' },
    { attempt: 2, outcome: 'done', exactness: 'exact', instance: 'worker-work' },
  ]);
  const made = await at.database.query<{ at: Date }>('select at from made order by id');
  for (const [i, run] of (jobs[0]?.runs ?? []).entries())
    expect(Math.abs((run.startedAt ?? 0) - (made[i]?.at.getTime() ?? 0))).toBeLessThan(2_000);
  const noEvents = await find(bullmqPostgres, await readerOf(at, 'bullmq-postgres', 'bullmq', /nothing/), {
    jobs: [{ queue: undefined, id: 'Ev0BULL0001' }],
  });
  expect(noEvents.jobs).toHaveLength(1);
});

test('another schema, no schema and no address are told apart', async (context) => {
  const url = await freshDatabase(context);
  expect(await find(pgBoss, url, { eventIds: ['E1'] })).toMatchObject({
    visibility: 'unknown',
    unseen: [{ reason: 'there is no table pgboss.job in this database' }],
  });
  expect(() => pgBoss.open({}, { name: 'q', env: {}, now: () => 0 as Instant })).toThrow(
    'queue q needs DEDUPE_QUEUE_DATABASE_URL',
  );
  await expect(find(pgBoss, 'postgres://nobody@127.0.0.1:1/x', { eventIds: ['E1'] })).rejects.toMatchObject({
    code: 'DEDUPE_QUEUE_UNREACHABLE',
  });
});
