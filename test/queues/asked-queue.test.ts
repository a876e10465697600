// An id that is asked for in one queue is not that of another one: numbers stand in many.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { QueueAdapter } from '../../src/model/queue.ts';
import { graphileWorker } from '../../src/queues/graphile-worker.ts';
import { pgBoss } from '../../src/queues/pg-boss.ts';
import { freshDatabase, opened } from '../postgres-database.ts';
import { runMain } from '../run-main.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

/** As graphile-worker lays them out, without what is not read here. */
const graphileTables = `create schema graphile_worker;
  create table graphile_worker._private_tasks (id int primary key, identifier text);
  create table graphile_worker._private_jobs (id bigint primary key, task_id int, payload json, run_at timestamptz default now(),
    attempts int default 1, max_attempts int default 25, last_error text, created_at timestamptz default now(), key text,
    locked_at timestamptz, locked_by text);
  insert into graphile_worker._private_tasks values (1, 'tickets'), (2, 'mails');
  insert into graphile_worker._private_jobs (id, task_id, payload) values
    (1, 1, '{"event_id":"EvGGG0001"}'), (2, 2, '{"event_id":"EvGGG0002"}')`;

const bossTables = `create schema pgboss;
  create table pgboss.queue (name text);
  create table pgboss.job (id uuid, name text, data jsonb, state text default 'created', singleton_key text, retry_count int,
    retry_limit int, created_on timestamptz default now(), start_after timestamptz, started_on timestamptz, completed_on timestamptz);
  insert into pgboss.queue values ('tickets'), ('mails');
  insert into pgboss.job (id, name, data) values ('00000000-0000-0000-0000-000000000002', 'mails', '{"event_id":"EvPPP0002"}')`;

test.for([
  [graphileWorker, graphileTables, '2'],
  [pgBoss, bossTables, '00000000-0000-0000-0000-000000000002'],
] as [QueueAdapter, string, string][])(
  '%#: a job is looked up in its own queue',
  async ([adapter, tables, id], context) => {
    const url = await freshDatabase(context);
    await (await opened(url)).script(tables);
    const world = { name: 'q', env: { Q: url }, now: () => 0 as Instant };
    const queue = adapter.open(adapter.settings.parse({ url_env: 'Q' }), world);
    const nobody = { eventIds: [], sourceEventKeys: [], since: undefined, until: undefined };
    const found = async (name: string | undefined) => {
      const { jobs } = await queue.find({ ...nobody, jobs: [{ queue: name, id }] }, new AbortController().signal);
      return jobs.map((job) => job.queue);
    };
    expect(await found('tickets')).toEqual([]);
    expect(await found('mails')).toEqual(['mails']);
    expect(await found(undefined)).toEqual(['mails']);
  },
);

test('BullMQ beside graphile-worker, with a job 1 of tickets in each', async (context: TestContext) => {
  const url = await freshDatabase(context);
  await (await opened(url)).script(graphileTables);
  await redis.admin.flushall();
  const [at, base] = [Date.UTC(2026, 10, 29, 11), 'bull:tickets'];
  await redis.admin.hset(`${base}:meta`, { version: 'bullmq:6.7.0' });
  const data = JSON.stringify({ event_id: 'EvAAA0001' });
  await redis.admin.hset(`${base}:1`, { name: 'make', data, opts: '{}', timestamp: at, processedOn: at, ats: 1 });
  await redis.admin.zadd(`${base}:completed`, at, '1');
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-two-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    'queues:\n  jobs: { type: bullmq }\n  work: { type: graphile-worker }\n',
  );
  const env = { DEDUPE_REDIS_URL: redis.url, DEDUPE_QUEUE_DATABASE_URL: url };
  for (const [ref, queue] of [
    ['EvAAA0001', 'tickets@jobs'],
    ['EvGGG0001', 'tickets@work'],
    ['EvGGG0002', 'mails'],
  ]) {
    const { stdout } = await runMain(['trace', ref ?? '', '--format', 'json'], { cwd, env });
    const { event, facts } = JSON.parse(stdout);
    expect(event.siblings).toEqual([]);
    const jobs = facts.filter(({ kind }: { kind: string }) => kind === 'job');
    expect(jobs).toMatchObject([{ fields: { queue, event_id: ref }, contradictions: [] }]);
  }
});
