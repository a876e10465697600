// Where the schema and a table of one's own are configured, is neither passed over without a word?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { config, type Stage, stage } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';

async function both(context: TestContext): Promise<Stage> {
  const at = await stage(context);
  await at.unknown('of-the-schema');
  await at.database.script(`create table sent (id text); insert into sent values ('mine')`);
  const ledger = `ledger:\n  select: "select id as source_event_key, 'tickets' as target, now() - interval '2 hours' as sent_at from sent"\n`;
  writeFileSync(join(at.folder, 'dedupe.config.yaml'), config + ledger);
  return at;
}

const keys = ({ items }: { items: readonly Record<string, unknown>[] }) => items.map((item) => item.source_event_key);

test('the table is taken, and says how many the schema has and how to take them', async (context) => {
  const at = await both(context);
  const table = await at.json();
  expect(table).toMatchObject({ source: 'ledger', left_out: { source: 'schema', operations: 1 } });
  expect(keys(table)).toEqual(['mine']);
  expect((await at.run()).stdout.replace(/\s+/g, ' ')).toContain(
    'not looked at: the operations of the dedupe schema (1 of unknown result). dedupe reconcile --source schema takes them.',
  );
  await at.database.script('delete from sent');
  expect((await at.run()).stdout).toContain('--source schema');
});

test('what moves operations takes the schema by itself, and says what it left out', async (context) => {
  const at = await both(context);
  const chosen = await at.json('--source', 'schema');
  expect(chosen).toMatchObject({ source: 'schema', mode: 'plan', left_out: { source: 'ledger', operations: null } });
  expect(keys(chosen)).toEqual(['of-the-schema']);
  const applied = await at.run('--apply');
  expect(applied.stdout.replace(/\s+/g, ' ')).toContain('--source ledger takes it');
  expect(await at.states()).toMatchObject({ 'of-the-schema': ['planned', null, 'processing'] });
  expect(await at.run('--source', 'ledger', '--apply')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('need operations of the dedupe schema'),
  });
  expect((await at.run('--source', 'tickets')).code).toBe(2);
});

test('alone, each is taken without a word about the other', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  expect(await at.json()).toMatchObject({ source: 'schema', left_out: null });
  expect(await at.run('--source', 'ledger')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ledger.select'),
  });
  const url = await freshDatabase(context);
  await (await opened(url)).script(`create table tickets (id int primary key, key text unique)`);
  const select = `ledger:\n  select: "select 'k' as source_event_key, 'tickets' as target"\n`;
  writeFileSync(join(at.folder, 'dedupe.config.yaml'), config + select);
  const words = ['reconcile', '--database', url, '--format', 'json'];
  const { stdout } = await runMain(words, { cwd: at.folder, env: { TICKETS: url } });
  expect(JSON.parse(stdout)).toMatchObject({ source: 'ledger', left_out: null });
});

test('logs that somebody named beside a database are not passed over without a word', async (context) => {
  const at = await stage(context);
  await at.object('in-the-log');
  const line = { dedupe: 'call', at: '2026-11-29T10:00:00Z', call_id: 'c', target: 'tickets', outcome: 'unknown' };
  writeFileSync(join(at.folder, 'app.jsonl'), JSON.stringify({ ...line, source_event_key: 'in-the-log' }));
  expect((await at.run('--logs', 'app.jsonl')).stdout.replace(/\s+/g, ' ')).toContain(
    'Named as well, and not looked at: the logs of --logs. dedupe reconcile --source logs takes them.',
  );
  const chosen = await at.json('--logs', 'app.jsonl', '--source', 'logs');
  expect(chosen).toMatchObject({ code: 0, source: 'logs', left_out: null });
  expect(keys(chosen)).toEqual(['in-the-log']);
  expect((await at.run('--source', 'logs')).code).toBe(2);
});

test('of a table one key is found wherever it stands, and an unknown one is misuse', async (context) => {
  const at = await stage(context);
  await at.object('k9');
  const select = `select 'k' || i as source_event_key, 'tickets' as target, now() - interval '2 hours' as sent_at from generate_series(1, 9) i`;
  writeFileSync(join(at.folder, 'dedupe.config.yaml'), `${config}ledger:\n  select: "${select}"\n`);
  const words = ['--source', 'ledger', '--limit', '3'];
  expect(await at.json(...words, '--key', 'k9')).toMatchObject({ code: 0, more: false, items: [{ verdict: 'one' }] });
  expect(await at.json(...words)).toMatchObject({ code: 1, more: true });
  expect(await at.run(...words, '--key', 'k10')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no operation of unknown result is called "k10"'),
  });
});

test('a table of the user is read by one SELECT, reported, and never written', async (context) => {
  const at = await stage(context);
  await at.object('mine-1');
  await at.database.script(`create table sent (id text, at timestamptz);
    insert into sent values ('mine-1', now() - interval '2 hours'), ('mine-2', now() - interval '2 hours')`);
  const ledger = (select: string) =>
    writeFileSync(join(at.folder, 'dedupe.config.yaml'), `${config}ledger:\n  select: "${select}"\n`);
  ledger("select id as source_event_key, 'tickets' as target, at as sent_at from sent order by 1;");
  // A report is about now, by the clock of this machine; a test's stands still.
  const now = { now: () => Date.now() };
  const words = ['reconcile', '--database', at.url, '--format', 'json'];
  const report = await runMain(words, { cwd: at.folder, env: { TICKETS: at.url }, ...now });
  expect(JSON.parse(report.stdout)).toMatchObject({
    mode: 'report',
    source: 'ledger',
    items: [
      { source_event_key: 'mine-1', verdict: 'one' },
      { source_event_key: 'mine-2', verdict: 'none-proved' },
    ],
  });
  expect(await at.run('--source', 'ledger', '--apply')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('need operations of the dedupe schema'),
  });
  ledger('select 1); delete from sent; select (1');
  expect(await at.run()).toMatchObject({ code: 2, stderr: expect.stringContaining('more than one statement') });
  expect(await at.database.query('select 1 from sent')).toHaveLength(2);
  ledger('select id from sent');
  expect(await at.run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ledger.select gives no source_event_key'),
  });
});
