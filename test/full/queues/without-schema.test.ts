// Nobody here has the dedupe schema: tables of their own, an access log of nginx, and pg-boss tell the story together.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** nginx stamps the end of a request, in whole seconds, in its own way. */
function accessLine(end: Date, request: string, more: string): string {
  const day = `${String(end.getUTCDate()).padStart(2, '0')}/${months[end.getUTCMonth()]}/${end.getUTCFullYear()}`;
  const clock = end.toISOString().slice(11, 19);
  return `10.0.0.9 - - [${day}:${clock} +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0" rid=${request} ${more}`;
}

const config = `
tables:
  deliveries:
    select: |
      select event_id, request_id, at, 'message' as event_type from hooks
      where event_id = :event_id or event_id in (select event_id from tickets where number = :record_id)
  records:
    select: |
      select 'ops' as target, number as record_id, at, event_id, 'tickets' as queue, job_id::text as job_id,
        request_id from tickets
      where number = :record_id or event_id = :event_id or job_id::text = :job_id
queues:
  jobs: { type: pg-boss }
`;

test('own tables, an access log and a queue name the cause together', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  // What was not late is not of today either: times are those of a moment ago.
  const begin = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const at = (ms: number) => new Date(begin + ms);
  await database.script(`create table hooks (event_id text, request_id text, at timestamptz);
    create table tickets (number text, event_id text, job_id uuid, at timestamptz, request_id text)`);
  const { default: PgBoss } = await import('pg-boss-10');
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('tickets');
  const jobs = [
    await boss.send('tickets', { event_id: 'Ev0THREE001' }),
    await boss.send('tickets', { event_id: 'Ev0THREE001' }),
  ];
  for (const job of await boss.fetch('tickets', { batchSize: 2 })) await boss.complete('tickets', job.id);
  await boss.stop({ graceful: false });
  const starts = [0, 3_300];
  const tookMs = [4_100, 900];
  // As nginx makes $request_id.
  const requests = starts.map(() => randomBytes(16).toString('hex'));
  for (const [i, start] of starts.entries()) {
    await database.query('insert into hooks values ($1, $2, $3)', ['Ev0THREE001', requests[i] ?? '', at(start + 20)]);
    await database.query(
      'update pgboss.job set created_on = $2, start_after = $2, started_on = $3, completed_on = $4 where id = $1',
      [jobs[i], at(start + 500), at(start + 600), at(start + 800)],
    );
    await database.query('insert into tickets values ($1, $2, $3, $4, $5)', [
      `OPS-${41 + i}`,
      'Ev0THREE001',
      jobs[i],
      at(start + 700),
      requests[i] ?? '',
    ]);
  }
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-three-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), `logs: access.log\n${config}`);
  const lines = starts.map((start, i) =>
    accessLine(
      at(start + (tookMs[i] ?? 0)),
      requests[i] ?? '',
      `rt=${(tookMs[i] ?? 0) / 1000} ${i === 0 ? 'retry_num=- retry_reason=-' : 'retry_num=1 retry_reason=http_timeout'}`,
    ),
  );
  writeFileSync(join(cwd, 'access.log'), `${lines.join('\n')}\n`);
  const env = { DEDUPE_TABLES_DATABASE_URL: url, DEDUPE_QUEUE_DATABASE_URL: url };
  const run = (...words: string[]) => runMain(words, { cwd, env, now: () => Date.now() });

  const { stdout, stderr, code } = await run('trace', 'OPS-41', 'OPS-42', '--format', 'json');
  const document = JSON.parse(stdout);
  expect([code, stderr]).toEqual([1, '']);
  // Nothing ties a job to the request that enqueued it, and the first request shows no header: named, and left open.
  expect([document.verdict, document.findings[0]?.rule]).toEqual(['duplicate', 'ack-late-retry']);
  const witnesses = document.facts.flatMap((fact: { witnesses: { source: string }[] }) => fact.witnesses);
  expect(new Set(witnesses.map(({ source }: { source: string }) => source))).toEqual(
    new Set(['tables', 'log', 'queue']),
  );
  expect(await database.query("select 1 from pg_namespace where nspname = 'dedupe'")).toEqual([]);
});
