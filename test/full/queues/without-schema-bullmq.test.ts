// Nobody here has the dedupe schema: a live BullMQ tells of the starts, a table of their own of what was made, and nginx of
// what arrived. A worker was killed after it had made its ticket, and the job ran again.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { dumpOf, lasting, useRedis } from '../../queues/redis-server.ts';
import { runMain } from '../../run-main.ts';
import { end, play, until } from './processes.ts';

const redis = useRedis('source-bullmq');
const eventId = 'Ev0REDIS001';
/** As nginx makes $request_id; the app keeps it with each ticket. */
const request = randomBytes(16).toString('hex');

const config = `
logs: access.log
tables:
  records:
    select: |
      select 'ops' as target, number as record_id, at, event_id, 'tickets' as queue, job_id, request_id
      from tickets
      where number = :record_id or event_id = :event_id or job_id = :job_id
queues:
  jobs: { type: bullmq, lease: 1500ms }
`;

/** nginx stamps the end of a request, in whole seconds. */
function accessLine(at: Date): string {
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `10.0.0.9 - - [${day}/${month}/${year}:${clock} +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0" rid=${request} rt=0.012\n`;
}

test('a BullMQ on Redis, an access log and a table of their own name the cause together', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(
    'create table tickets (number text, event_id text, job_id text, at timestamptz, request_id text)',
  );
  await redis.admin.flushall();
  const app = play({});
  const port = String(redis.admin.options.port);
  const node = (mode: string) => [process.execPath, 'bullmq-redis.js', 'bullmq', port, mode];
  const arrived = new Date();
  expect(await app.run(node('send-crash'))).toBe(0);
  expect(await once(app.start(node('crash')), 'exit')).toEqual([null, 'SIGKILL']);
  const second = app.start(node('work'));
  await until('the second run', async () => (await redis.admin.zcard('bull:tickets:completed')) === 1);
  await end(second, 'SIGKILL');
  // What each handler made, at the moment at which it made it.
  for (const [i, [event = '', job = '', ms]] of app.made().entries()) {
    const row = [`OPS-${41 + i}`, event, job, new Date(Number(ms)), request];
    await database.query('insert into tickets values ($1, $2, $3, $4, $5)', row);
  }
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-live-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), config);
  writeFileSync(join(cwd, 'access.log'), accessLine(arrived));

  const env = { DEDUPE_REDIS_URL: redis.url, DEDUPE_TABLES_DATABASE_URL: url };
  const before = await dumpOf(redis.admin);
  for (const refs of [['OPS-41', 'OPS-42'], [eventId], [`job:tickets/${eventId}`]]) {
    const { stdout, code } = await runMain(['trace', ...refs, '--format', 'json'], { cwd, env, now: () => Date.now() });
    const document = JSON.parse(stdout);
    expect([code, document.verdict]).toEqual([1, 'duplicate']);
    // Redis does not show whether the first worker was dead or only blocked: the other reading stands beside it.
    expect(document.findings).toMatchObject([
      { rule: 'partial-commit-retry', role: 'primary', args: { end: 'lost' } },
      { rule: 'job-reclaimed-while-running', certainty: 'open' },
    ]);
    const of = (kind: string) => document.facts.filter((fact: { kind: string }) => fact.kind === kind);
    expect(of('record').map(({ source }: { source: string }) => source)).toEqual(['tables', 'tables']);
    expect(of('attempt').map(({ source }: { source: string }) => source)).toEqual(['queue', 'queue']);
    expect(of('delivery').map(({ source }: { source: string }) => source)).toEqual(['log']);
    expect(of('job')).toMatchObject([{ fields: { queue: 'tickets', found_by: 'id' } }]);
  }
  const after = await dumpOf(redis.admin);
  expect(after).toEqual(lasting(before, after));
  expect(await database.query("select 1 from pg_namespace where nspname = 'dedupe'")).toEqual([]);
});

test('one job that ran once, whose ticket stands in the table, is no duplicate', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await database.script(
    'create table tickets (number text, event_id text, job_id text, at timestamptz, request_id text)',
  );
  await redis.admin.flushall();
  const app = play({});
  const node = (mode: string) => [
    ...[process.execPath, 'bullmq-redis.js', 'bullmq', String(redis.admin.options.port), mode],
  ];
  expect(await app.run(node('send-crash'))).toBe(0);
  const worker = app.start(node('work'));
  await until('its run', async () => (await redis.admin.zcard('bull:tickets:completed')) === 1);
  await end(worker, 'SIGKILL');
  const [[event = '', job = '', ms] = []] = app.made();
  await database.query('insert into tickets values ($1, $2, $3, $4, $5)', [
    'OPS-41',
    event,
    job,
    new Date(Number(ms)),
    request,
  ]);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-live-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), config);
  writeFileSync(join(cwd, 'access.log'), accessLine(new Date(Number(ms))));
  const env = { DEDUPE_REDIS_URL: redis.url, DEDUPE_TABLES_DATABASE_URL: url };
  const { stdout } = await runMain(['trace', eventId, '--format', 'json'], { cwd, env, now: () => Date.now() });
  const document = JSON.parse(stdout);
  expect(document.findings).toEqual([]);
  expect(document.verdict).not.toBe('duplicate');
});
