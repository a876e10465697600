// Real queues on a real server: a worker is killed, the job is run again, and the connector says what is left of that,
// under a role that may do nothing but read.
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import { bullmqPostgres } from '../../../src/queues/bullmq-postgres.ts';
import { graphileWorker } from '../../../src/queues/graphile-worker.ts';
import { pgBoss } from '../../../src/queues/pg-boss.ts';
import { freshDatabase } from '../../postgres-database.ts';
import { dump, find, listed, moduleOf, readerOf, stage, versionOf } from './on-postgres.ts';

test.for(['graphile-worker-16', 'graphile-worker-17', 'graphile-worker-18'])(
  '%s: a stale lock, and row security that hides it',
  async (name, context) => {
    const at = await stage(context, 'graphile-worker.js', moduleOf(name, context));
    expect(at.run('send')).toMatchObject({ status: 0 });
    expect(at.run('crash').signal).toBe('SIGKILL');
    const reader = await readerOf(at, 'graphile-worker', 'graphile_worker');
    expect(await versionOf(graphileWorker, reader)).toMatch(/^PostgreSQL [\d.]+, graphile-worker migration \d+$/);
    const running = await find(graphileWorker, reader, { eventIds: ['Ev0GRAPH001'] });
    expect(running.jobs).toMatchObject([
      { state: 'active', leaseMs: 14_400_000, runs: [{ attempt: 1, outcome: 'running', exactness: 'last-only' }] },
    ]);
    expect((running.jobs[0]?.runs[0]?.leaseUntil ?? 0) - (running.jobs[0]?.runs[0]?.startedAt ?? 0)).toBe(14_400_000);

    await at.database.script(
      "update graphile_worker._private_jobs set locked_at = locked_at - interval '4 hours 1 minute'",
    );
    const stale = await find(graphileWorker, reader, { eventIds: ['Ev0GRAPH001'] });
    expect(stale.jobs).toMatchObject([{ state: 'active', runs: [{ outcome: 'unknown' }] }]);
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
  expect(await versionOf(bullmqPostgres, reader)).toMatch(/^PostgreSQL [\d.]+, bullmq tables of version \d+$/);
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
