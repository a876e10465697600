// Does the doctor read databases and queues under accounts that may only read, and leave everything as it was?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDatabase } from '../../../src/postgres/open.ts';
import { grantsScript } from '../../../src/store/grants.ts';
import { loadRows } from '../../../src/store/load-rows.ts';
import { examined, folder, incident, log, root } from '../../commands/examined.ts';
import { freshDatabase, migratedDatabase, opened, withUser } from '../../postgres-database.ts';
import { dumpOf, load, type Stored, useRedis } from '../../queues/redis-server.ts';
import { runMain } from '../../run-main.ts';

describe('a database', () => {
  async function loaded(context: TestContext): Promise<string> {
    const url = await migratedDatabase(context);
    const database = await openDatabase(url);
    await loadRows(database, incident?.rows() ?? {});
    await database.close();
    return url;
  }

  it('under a role that may not write: versions, clock, keys; and the index that is gone, with its repair', async (context) => {
    const url = await loaded(context);
    const owner = await opened(url);
    const reader = `doctor_reader_${process.pid}`;
    await owner.script(grantsScript({ reader, writer: `doctor_writer_${process.pid}` }));
    await owner.script(`alter role ${reader} password 'only-for-this-test'`);
    const asReader = withUser(url, reader, 'only-for-this-test');
    const before = await stateOf(url);
    const whole = await examined(['--database', asReader], { now: Date.now });
    expect(whole.stdout).not.toContain('only-for-this-test');
    expect(whole.source('database')).toMatchObject([
      { state: 'opened', visible: true, versions: [expect.stringMatching(/^PostgreSQL \d/)] },
    ]);
    const [clock] = whole.document.clocks;
    expect(Math.abs(clock?.offset_ms ?? Number.NaN)).toBeLessThanOrEqual((clock?.bound_ms ?? 0) + 50);
    expect(whole.step('unique-inbound-key')?.state).toBe('holds');
    expect(await stateOf(url)).toEqual(before);
    await owner.script('alter table dedupe.inbound_events drop constraint inbound_events_pkey cascade').catch(() => {});
    await owner.script('alter table dedupe.inbound_events drop constraint if exists inbound_events_key cascade');
    const broken = await examined(['--database', asReader]);
    expect(broken.step('unique-inbound-key')?.state).toBe('does-not-hold');
    expect(broken.step('unique-inbound-key')?.aspects[0]?.evidence[0]?.todo).toMatch(/alter table|create unique/i);
    expect(broken.code).toBe(1);
    await owner.script(
      `drop owned by ${reader}, doctor_writer_${process.pid}; drop role ${reader}, doctor_writer_${process.pid}`,
    );
  });

  it('a server that is not there is a source that could not be opened, and the log is read all the same', async () => {
    const { source, step, code } = await examined(['--database', 'postgres://reader@127.0.0.1:1/app', '--logs', log]);
    expect(source('database')).toMatchObject([{ state: 'failed', evidence: expect.stringContaining('DEDUPE_DB_') }]);
    expect(source('log')).toMatchObject([{ state: 'opened' }]);
    expect(source('tables')).toMatchObject([{ state: 'not-configured' }]);
    expect(step('unique-inbound-key')?.state).toBe('not-seen');
    expect(code).toBe(3);
  });

  it('tables that nobody described are told by their keys, and after init by their SELECTs', async (context) => {
    const url = await freshDatabase(context);
    const database = await opened(url);
    await database.script(readFileSync(join(root, 'fixtures/own-tables/rails.sql'), 'utf8'));
    const env = { DEDUPE_DATABASE_URL: url };
    const cwd = folder();
    const before = await examined([], { cwd, env });
    expect(before.source('tables')[0]?.evidence).toContain('no SELECT is configured');
    expect(before.told('unique-inbound-key')).toContain(
      'no unique index on webhook_events (external_id, team_id, provider)',
    );
    expect(before.source('database')[0]).toMatchObject({ state: 'opened', visible: false });
    await runMain(['init'], { cwd, env });
    const after = await examined(['Ev08RAILS01'], { cwd, env });
    expect(after.source('tables')).toMatchObject([{ state: 'opened', visible: true }]);
    expect(after.step('event-linked-to-tasks')?.state).toBe('holds');
    expect(after.step('unique-effect-key')?.aspects[0]?.evidence).toContainEqual(
      expect.objectContaining({
        state: 'does-not-hold',
        todo: 'create unique index concurrently on tickets (webhook_event_id)',
      }),
    );
    expect(after.stdout).not.toContain('never shown');
    await database.script(
      'create unique index on webhook_events (external_id, retry_num); alter table tickets rename to t2',
    );
    const renamed = await examined([], { cwd, env });
    expect(renamed.source('tables')[0]?.evidence).toMatch(/records: .*cannot be run.*"tickets"|tickets/);
  });
});

/** Every row, and what the statistics say was written. */
async function stateOf(url: string): Promise<unknown[]> {
  const database = await openDatabase(url);
  try {
    const rows = await Promise.all(
      ['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks', 'instances', 'migrations'].map((table) =>
        database.query(`select coalesce(json_agg(t order by t::text), '[]')::text as v from dedupe.${table} t`),
      ),
    );
    const written = await database.query(
      "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as v from pg_stat_all_tables where schemaname = 'dedupe'",
    );
    return [rows, written];
  } finally {
    await database.close();
  }
}

describe('a queue on Redis', () => {
  const redis = useRedis('source-bullmq');

  it('is read with the account that may only read, tells its version and clock, and stays as it was', async () => {
    const sample = join(root, 'fixtures/queues/bullmq-6.7.0-redis-stalled-rerun.json');
    await load(redis.admin, JSON.parse(readFileSync(sample, 'utf8')).after_rerun as Record<string, Stored>);
    const before = await dumpOf(redis.admin);
    const cwd = folder({
      'dedupe.config.yaml': 'queues:\n  jobs: { type: bullmq }\n  other: { type: bullmq, prefix: nothing }\n',
    });
    const { source, document, step } = await examined([], { cwd, now: Date.now, env: { DEDUPE_REDIS_URL: redis.url } });
    expect(source('queue')).toMatchObject([
      { name: 'jobs', state: 'opened', visible: true, versions: [expect.stringContaining('bullmq:')] },
      { name: 'other', state: 'opened', visible: false, versions: [expect.stringMatching(/^Redis [\d.]+$/)] },
    ]);
    expect(document.clocks.map(({ clock }) => clock)).toEqual(['queue jobs', 'queue other']);
    expect(step('retries-readable')?.aspects[2]?.state).toBe('holds');
    expect(await dumpOf(redis.admin)).toEqual(before);
  });

  it('without its variable it could not be opened', async () => {
    const cwd = folder({ 'dedupe.config.yaml': 'queues:\n  jobs: { type: bullmq }\n' });
    const { source, code } = await examined([], { cwd });
    expect(source('queue')).toMatchObject([{ state: 'failed', evidence: expect.stringContaining('DEDUPE_REDIS_URL') }]);
    expect(code).toBe(3);
  });
});

describe('queues in PostgreSQL', () => {
  it('tell their version where the role may see it, and rows that are hidden are no empty queue', async (context) => {
    const url = await freshDatabase(context);
    const owner = await opened(url);
    const reader = `queue_reader_${process.pid}`;
    await owner.script(
      `create schema pgboss; create table pgboss.version (version int); insert into pgboss.version values (24);
       create table pgboss.job (id uuid, name text, data jsonb, singleton_key text, created_on timestamptz);
       create table pgboss.queue (name text);
       create schema graphile_worker; create table graphile_worker._private_jobs (id bigint, key text, task_id int);
       create table graphile_worker._private_tasks (id int, identifier text);
       alter table graphile_worker._private_jobs enable row level security;
       create role ${reader} login password 'only-for-this-test'; grant usage on schema pgboss, graphile_worker to ${reader};
       grant select on pgboss.job, pgboss.queue, graphile_worker._private_jobs, graphile_worker._private_tasks to ${reader}`,
    );
    const cwd = folder({
      'dedupe.config.yaml': 'queues:\n  boss: { type: pg-boss }\n  graphile: { type: graphile-worker }\n',
    });
    const as = (address: string) => examined([], { cwd, env: { DEDUPE_QUEUE_DATABASE_URL: address } });
    const low = await as(withUser(url, reader, 'only-for-this-test'));
    expect(low.source('queue')).toMatchObject([
      { name: 'boss', state: 'opened', visible: true, versions: [expect.not.stringContaining('pg-boss')] },
      { name: 'graphile', state: 'opened', visible: false },
    ]);
    expect(low.stdout).not.toContain('only-for-this-test');
    expect(low.step('retries-readable')?.aspects[2]?.evidence.map(({ state }) => state)).toContain('does-not-hold');
    const [boss] = (await as(url)).source('queue');
    expect(boss?.versions[0]).toMatch(/^PostgreSQL [\d.]+, pg-boss tables of version 24$/);
    await owner.script(`drop owned by ${reader}; drop role ${reader}`);
  });
});
