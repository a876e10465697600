// Audit against a real server: what the database lacks, what is in it already, who runs beside whom, and what a queue has stored.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, type TestContext, test } from 'vitest';
import type { Database } from '../../../src/postgres/database.ts';
import { freshDatabase, migratedDatabase, opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dedupe-audit-live-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
writeFileSync(join(cwd, 'app.js'), 'module.exports = 1;\n');

async function audit(argv: readonly string[], config: object = {}, env: Record<string, string> = {}) {
  writeFileSync(join(cwd, 'dedupe.config.json'), JSON.stringify(config));
  const ran = await runMain(['audit', '--format', 'json', ...argv], { cwd, env });
  const document = JSON.parse(ran.stdout);
  const said = (document.findings as { rule: string; sentence: string }[]).map(
    ({ rule, sentence }) => `${rule}: ${sentence}`,
  );
  const stateOf = (name: string) =>
    (document.parts as { part: string; state: string }[]).find(({ part }) => part === name)?.state;
  return { code: ran.code, said, stateOf, text: ran.stdout };
}

async function migrated(context: TestContext): Promise<{ url: string; database: Database }> {
  const url = await migratedDatabase(context);
  return { url, database: await opened(url) };
}

const twice = `insert into dedupe.tasks (workspace_id, source_event_key) values ('T1', 'slack:T1:Ev1'), ('T1', 'slack:T1:Ev1'),
  ('T1', 'slack:T1:Ev2')`;
const noIndex = 'alter table dedupe.tasks drop constraint tasks_source_event_key';

test('a whole schema is clean', async (context) => {
  const { url } = await migrated(context);
  const { code, said, stateOf } = await audit(['--database', url, '--require', 'database,consumers']);
  expect(said).toEqual([]);
  expect([stateOf('database'), stateOf('consumers'), code]).toEqual(['done', 'done', 0]);
});

test('the unique index is missing, and one key has two effects already', async (context) => {
  const { url, database } = await migrated(context);
  await database.script(`${noIndex}; ${twice}`);
  const { code, said } = await audit(['--database', url]);
  expect(said).toContainEqual(expect.stringMatching(/^schema-differs: .*tasks_source_event_key.* missing/));
  expect(said).toContainEqual(
    expect.stringContaining('dedupe.tasks has 1 key with more than one row, among them slack:T1:Ev1'),
  );
  expect(code).toBe(1);
});

test('an index of the same name that is not unique', async (context) => {
  const { url, database } = await migrated(context);
  await database.script(
    `${noIndex}; create index tasks_source_event_key on dedupe.tasks (source_event_key, workspace_id)`,
  );
  const { code, said } = await audit(['--database', url]);
  expect(said).toContainEqual(expect.stringMatching(/^schema-differs: .*tasks_source_event_key/));
  expect(said.filter((one) => one.startsWith('several-effects'))).toEqual([]);
  expect(code).toBe(1);
});

test('an index that was left invalid, over rows that it would refuse', async (context) => {
  const { url, database } = await migrated(context);
  await database.script(noIndex);
  await database.script(twice);
  const made = database.query(
    'create unique index concurrently tasks_source_event_key on dedupe.tasks (source_event_key, workspace_id)',
  );
  await expect(made).rejects.toThrow();
  const { said } = await audit(['--database', url]);
  expect(said).toContainEqual(expect.stringMatching(/^schema-differs: .*tasks_source_event_key/));
  expect(said).toContainEqual(expect.stringMatching(/^several-effects-of-one-key: /));
});

test('an old deployment beside a new one, and two filters; not those that have stopped or fallen silent', async (context) => {
  const { url, database } = await migrated(context);
  await database.script(`insert into dedupe.instances
      (instance_id, role, deployment_version, filter_version, token_digest, seen_at, stopped_at) values
    ('a', 'ingress', '1.0', '1', 'digest', now(), null), ('b', 'ingress', '1.1', '2', 'digest', now(), null),
    ('c', 'worker', '1.1', '2', null, now() - interval '15 s', null), ('d', 'worker', '0.8', '2', null, now(), now()),
    ('e', 'worker', '0.9', '2', null, now() - interval '35 s', null),
    ('f', 'ingress', '1.0', 'github-1-0123456789', 'digest', now(), null)`);
  const { said, text } = await audit(['--database', url]);
  expect(said).toEqual([
    'mixed-consumers: Live consumers of the role ingress have 2 deployment versions: 1.0, 1.1.',
    'mixed-consumers: Live consumers of the role ingress have 2 filter versions: 1, 2.',
  ]);
  expect(text).toContain('4 live in dedupe.instances, seen in the last 30 s (three heartbeats)');
});

test('a database that does not answer ends in 3', async () => {
  const { code, stateOf } = await audit(['--database', 'postgres://nobody@127.0.0.1:9/none']);
  expect([code, stateOf('database'), stateOf('consumers')]).toEqual([3, 'failed', 'failed']);
});

test('pg-boss: a run came near the end of its lease, and by its own settings all attempts come at once', async (context) => {
  const url = await freshDatabase(context);
  const { default: PgBoss } = await import('pg-boss-10');
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('tickets');
  await boss.createQueue('mails');
  for (const queue of ['tickets', 'mails']) {
    await boss.send(queue, {}, { expireInSeconds: 60 });
    const [job] = await boss.fetch(queue);
    await boss.complete(queue, String(job?.id));
  }
  await boss.stop({ graceful: false });
  const database = await opened(url);
  await database.script(
    "update pgboss.job set started_on = completed_on - interval '57 s' where name = 'tickets' and state = 'completed'",
  );
  const config = { queues: { jobs: { type: 'pg-boss', url_env: 'QUEUE_URL' } } };
  const { code, said, stateOf } = await audit(['--require', 'queues'], config, { QUEUE_URL: url });
  expect(said).toEqual([
    'lease-below-run: A run of tickets took 57 s, and the queue takes a job away after 60 s.',
    'no-backoff-jitter: mails makes up to 3 attempts of one job without a growing pause between them.',
    'no-backoff-jitter: tickets makes up to 3 attempts of one job without a growing pause between them.',
  ]);
  expect([code, stateOf('queues')]).toEqual([0, 'done']);
});

test.for(['pg-boss', 'graphile-worker', 'bullmq-postgres'])(
  '%s: a queue that is not in its database ends in 3',
  async (type, context) => {
    const url = await freshDatabase(context);
    const { code, stateOf } = await audit([], { queues: { jobs: { type, url_env: 'QUEUE_URL' } } }, { QUEUE_URL: url });
    expect([code, stateOf('queues')]).toEqual([3, 'failed']);
  },
);

test('pg-boss: no queue was found is a gap, and not one without faults', async (context) => {
  const url = await freshDatabase(context);
  const { default: PgBoss } = await import('pg-boss-10');
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
  const config = { queues: { jobs: { type: 'pg-boss', url_env: 'QUEUE_URL' } } };
  const { code, stateOf } = await audit([], config, { QUEUE_URL: url });
  expect([code, stateOf('queues')]).toEqual([0, 'gap']);
});
