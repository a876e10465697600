// As a new user: a database that nobody here made, dedupe init, then a trace.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { freshDatabase, migratedDatabase, opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/own-tables/${name}.sql`, import.meta.url)), 'utf8');

async function staged(context: TestContext, script: string, given?: string) {
  const url = given ?? (await freshDatabase(context));
  const database = await opened(url);
  await database.script(script);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-init-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const run = (...words: string[]) => runMain(words, { cwd, env: { DEDUPE_DATABASE_URL: url } });
  return { cwd, url, database, run, config: () => readFileSync(join(cwd, 'dedupe.config.yaml'), 'utf8') };
}

test.for([
  [
    'rails',
    ['OPS-41', 'OPS-42'],
    /^DUPLICATE {2}2 tickets records .* ack-late-retry/,
    'ack-late-retry',
    ['webhook_events (external_id, team_id, provider)', 'tickets (webhook_event_id)'],
  ],
  [
    'rails',
    ['Ev08RAILS01'],
    /^DUPLICATE {2}2 tickets records .* ack-late-retry/,
    'ack-late-retry',
    ['webhook_events (external_id, team_id, provider)'],
  ],
  [
    'django',
    ['HD-8'],
    /^DUPLICATE {2}2 helpdesk_ticket records .* producer-double-enqueue/,
    'cause open',
    ['bot_backgroundjob (inbound_event_id)'],
  ],
  [
    'hand-written',
    ['Ev08HAND002'],
    /^DUPLICATE {2}2 order records .* mention-message-overlap/,
    'mention-message-overlap',
    ['order (eventId)'],
  ],
] as const)(
  '%s: what init proposes runs unedited, and a trace of %j names the cause',
  async ([name, refs, headline, cause, missing], context) => {
    const at = await staged(context, fixture(name));
    const init = await at.run('init');
    expect([init.code, init.stderr]).toEqual([0, '']);
    for (const index of missing) expect(init.stdout).toContain(`no unique index on ${index}`);
    const trace = await at.run('trace', ...refs);
    expect(trace.stdout.split('\n')[0]).toMatch(headline);
    expect([trace.code, trace.stderr]).toEqual([1, '']);
    expect((await at.run('scan')).stdout).toContain(cause);
    expect(`${trace.stdout}${at.config()}`).not.toContain('never shown');
  },
);

test('counts of milliseconds, enumerations and the key of a tracker are read as what they are', async (context) => {
  const at = await staged(context, fixture('enumerated'));
  const init = await at.run('init');
  expect([init.code, init.stderr]).toEqual([0, '']);
  expect(init.stdout).toContain('no unique index on slackEvent (eventId, teamId, apiAppId)');
  expect(at.config()).toContain('words: { QUEUED: unknown, IN_PROGRESS: running, SUCCEEDED: done }');
  const { stdout, code, stderr } = await at.run('trace', 'OPS-51', '--format', 'json');
  expect([code, stderr]).toEqual([1, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    event: { event_id: 'Ev08ENUM001', type: 'app_mention', workspace_id: 'T777', app_id: 'A777' },
    facts: expect.arrayContaining([
      expect.objectContaining({ kind: 'delivery', at: '2026-11-30T09:00:00.100Z' }),
      expect.objectContaining({ kind: 'record', at: '2026-11-30T09:00:03.000Z' }),
    ]),
  });
  expect((await at.run('scan')).stdout).toContain('1 duplicate');
  expect((await at.run('scan', '--since', '2026-11-30T10:00:00Z')).stdout).not.toContain('1 duplicate');
});

test('a text of people is no column of the proposal, and the file has no password', async (context) => {
  const at = await staged(context, `${fixture('rails')} ${fixture('hand-written')}`);
  await at.run('init');
  expect(at.config()).not.toMatch(/title|description|chatText|body/);
  expect(at.config()).toContain('postgres://postgres:***@');
});

test('a configuration that is there stays as it is', async (context) => {
  const at = await staged(context, fixture('rails'));
  writeFileSync(join(at.cwd, 'dedupe.config.json'), '{}');
  expect(await at.run('init')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is a configuration already'),
  });
  const dry = await at.run('init', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('tables:\n') });
  expect(readdirSync(at.cwd)).toEqual(['dedupe.config.json']);
});

test('what is left aside is named with the reason, and a unique index is not missed', async (context) => {
  const at = await staged(
    context,
    `create table inbox_events (id serial primary key, event_id text not null, team_id text, received_at timestamptz);
     create unique index on inbox_events (team_id, event_id);
     create table partly (id serial primary key, event_id text, created_at timestamptz);
     create unique index on partly (event_id) where created_at is not null;
     create table orders (id serial primary key, created_at timestamptz);
     create table keyless (event_id text, created_at timestamptz);
     create table secured_tasks (id serial primary key, event_id text, created_at timestamptz)`,
  );
  const { stdout } = await at.run('init');
  expect(stdout).not.toContain('no unique index on inbox_events');
  expect(stdout).toContain('no unique index on partly (event_id) over all rows (there is one over some of them)');
  expect(stdout).toContain(
    'left aside: orders, it looks like objects, and nothing in it names an event, a job or a key',
  );
  expect(stdout).toContain('left aside: keyless, it has no primary key of one column');
});

test('two tables of one kind are read together, and a name that is no number is no error', async (context) => {
  const at = await staged(
    context,
    `create table tickets (id uuid primary key default gen_random_uuid(), event_id text, created_at timestamp, number int unique);
     create table tasks (id bigserial primary key, event_id text, created_at timestamptz, deleted_at timestamptz);
     insert into tickets (event_id, created_at, number) values ('Ev08UNION1', '2026-11-29 09:00', 7);
     insert into tasks (event_id, created_at) values ('Ev08UNION1', '2026-11-29 09:00:01+00')`,
  );
  await at.run('init');
  const { stdout, stderr } = await at.run('trace', 'Ev08UNION1', '--format', 'json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).facts).toMatchObject([
    { kind: 'record', at: '2026-11-29T09:00:00.000Z', fields: { target: 'tickets', record_id: '7' } },
    { kind: 'record', at: '2026-11-29T09:00:01.000Z', fields: { target: 'tasks', record_id: '1' } },
  ]);
  const unknown = await at.run('trace', 'OPS-77');
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing is known of OPS-77') });
});

test('a table of tasks without a time is named where keeps would make a scan take its events for lost', async (context) => {
  const shown = async (more: string) => {
    const tasks = `create table tasks (id bigserial primary key, event_id text${more})`;
    const tickets = 'create table tickets (id bigserial primary key, event_id text, created_at timestamptz)';
    const at = await staged(context, `${tickets}; ${tasks}`);
    return (await at.run('init', '--dry-run')).stdout;
  };
  expect(await shown('')).toContain('takes an event for lost whose only task stands in tasks.');
  expect(await shown(', created_at timestamptz')).not.toContain('for lost');
});

test('a database with the dedupe schema is told so, and one without tables writes nothing', async (context) => {
  const at = await staged(context, 'select 1', await migratedDatabase(context));
  const told = await at.run('init');
  expect(told.stdout).toContain('The dedupe schema is there');
  expect(readdirSync(at.cwd)).toEqual([]);
  const empty = await staged(context, 'select 1');
  expect(await empty.run('init')).toMatchObject({ code: 3, stdout: expect.stringContaining('nothing was written') });
});

test.for([
  ['rails', ['Ev08RAILS01']],
  ['django', ['HD-8']],
  ['hand-written', ['Ev08HAND002']],
] as const)('%s: a scan says of the rows of %j what a trace says', async ([name, refs], context) => {
  const at = await staged(context, fixture(name));
  await at.run('init');
  const traced = JSON.parse((await at.run('trace', ...refs, '--format', 'json')).stdout);
  const scanned = JSON.parse((await at.run('scan', '--format', 'json', '--damage')).stdout);
  const records = (traced.records as { id: string }[]).map(({ id }) => id).sort();
  const damage = scanned.damage as { record: string; ref: string; cause?: string }[];
  const own = damage.filter(({ record }) => records.includes(record));
  expect(own.map(({ record }) => record).sort()).toEqual(records);
  const stories = [...new Set(own.map(({ ref }) => ref))];
  expect(stories).toHaveLength(1);
  const findings = traced.findings as { role: string; rule: string; certainty: string }[];
  const primary = findings.find(({ role }) => role === 'primary');
  const groups = scanned.groups as { id: string; kind: string; examples: { ref: string }[] }[];
  const named = groups.filter(({ examples }) => examples.some(({ ref }) => ref === stories[0]));
  expect(named.map(({ id, kind }) => [kind, id])).toEqual([['cause', primary?.rule ?? 'open']]);
});
