// Real pg-boss workers on a real server, three versions: killed, run again, given up, archived.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pgBoss } from '../../../src/queues/pg-boss.ts';
import { dump, find, listed, moduleOf, readerOf, stage } from './on-postgres.ts';

test.for(['pg-boss-10', 'pg-boss-11', 'pg-boss-12'])(
  '%s: a killed worker, a job run again, dead letters',
  async (name, context) => {
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
    expect(all.unseen).toMatchObject([
      { reason: '1 jobs were given up and copied to the dead letters; 0 of these copies were started there' },
    ]);
    const copy = failed.unseen[0]?.reason;
    expect(copy).toMatch(/, which has not been started there$/);
    await at.database.query("update pgboss.job set state = 'active', started_on = now() where name = 'dead'");
    const started = await find(pgBoss, reader, { eventIds: ['Ev0BOSS0002'] });
    expect(started.jobs).toHaveLength(1);
    const [, id] = /as (dead\/\S+), which was started there once$/.exec(started.unseen[0]?.reason ?? '') ?? [];
    expect(started.unseen[0]?.wouldSettle).toContain(`dedupe trace job:${id}`);
    expect(newest.jobs.length).toBeLessThan(2);
    expect(newest.unseen.at(-1)).toMatchObject({ reason: expect.stringContaining('holds more than 1 jobs') });
    expect(JSON.stringify([twice, failed, all])).not.toContain('POST /tasks');

    const byId = await find(pgBoss, reader, { jobs: [{ queue: 'tickets', id: job?.jobId ?? '' }] });
    expect(byId.jobs).toMatchObject([{ jobId: job?.jobId, foundBy: 'id', eventId: 'Ev0BOSS0001' }]);
    await at.database.query(
      "insert into pgboss.job (name, data, singleton_key) values ('tickets', '{}', 'Ev0KEYED001')",
    );
    const keyed = await find(pgBoss, reader, { eventIds: ['Ev0KEYED001'] });
    expect(keyed.jobs).toMatchObject([{ foundBy: 'dedup', eventId: 'Ev0KEYED001' }]);
    expect(keyed.unseen).toEqual([]);
    const cut = await find(pgBoss, reader, { eventIds: ['Ev0NOBODY01'] }, { scan_limit: 1 });
    expect(cut.unseen[0]).toMatchObject({ reason: expect.stringContaining('holds more than 1 jobs') });
    const another = (when: string) =>
      at.database.query(
        `insert into pgboss.job (name, data, created_on) values ('tickets', '{"event_id": "Ev0KEYED001"}', now() - interval '${when}')`,
      );
    await another('10 minutes');
    await another('3 hours');
    const beside = await find(pgBoss, reader, { eventIds: ['Ev0KEYED001'] });
    expect(beside.jobs.map(({ foundBy }) => foundBy)).toEqual(['dedup', 'path']);
    expect(beside.unseen).toMatchObject([{ reason: expect.stringContaining('only the hour before and after it') }]);
    const gone = await find(pgBoss, reader, { eventIds: ['Ev0NOBODY01'] });
    expect(gone).toMatchObject({
      jobs: [],
      visibility: 'proved',
      unseen: [{ reason: expect.stringContaining('no job names this event now') }],
    });
    const blind = await find(pgBoss, await readerOf(at, 'pg-boss', 'pgboss', /select/), { eventIds: ['Ev0BOSS0001'] });
    expect(blind).toMatchObject({
      visibility: 'unknown',
      unseen: [{ reason: 'this account may not read pgboss.job' }],
    });
  },
);

test('pg-boss-10: a job that was moved to the archive is found there, and a role that may not read it is told', async (context) => {
  const at = await stage(context, 'pg-boss.js', moduleOf('pg-boss-10', context));
  for (const mode of ['send', 'work', 'archive']) expect(at.run(mode)).toMatchObject({ status: 0 });
  expect(await at.database.query("select 1 from pgboss.job where data->>'event_id' = 'Ev0BOSS0001'")).toEqual([]);
  const reader = await readerOf(at, 'pg-boss', 'pgboss');
  const before = await dump(at.database, 'pgboss');
  const found = await find(pgBoss, reader, { eventIds: ['Ev0BOSS0001'] });
  const [job] = found.jobs;
  expect(found).toMatchObject({
    ...{ visibility: 'proved', unseen: [] },
    jobs: [{ state: 'done', starts: { atLeast: 1 }, where: expect.stringMatching(/^pgboss\.archive tickets\//) }],
  });
  const byId = await find(pgBoss, reader, { jobs: [{ queue: 'tickets', id: job?.jobId ?? '' }] });
  expect(byId.jobs).toMatchObject([{ foundBy: 'id', eventId: 'Ev0BOSS0001' }]);
  expect((await listed(pgBoss, reader)).jobs.map(({ eventId }) => eventId)).toContain('Ev0BOSS0001');
  expect(await dump(at.database, 'pgboss')).toEqual(before);

  const half = await find(pgBoss, await readerOf(at, 'pg-boss', 'pgboss', /archive/), { eventIds: ['Ev0BOSS0001'] });
  expect(half.jobs).toEqual([]);
  expect(half.unseen).toMatchObject([
    { reason: 'this account may not read pgboss.archive' },
    { reason: expect.stringContaining('archived after 12 h') },
  ]);
});
