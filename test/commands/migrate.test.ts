// dedupe migrate as a person calls it: what it prints, what it touches, how it ends.
import { expect, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { checkDatabase } from '../../src/store/check-database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { freshDatabase, opened } from '../postgres-database.ts';
import { runMain } from '../run-main.ts';

const latest = migrations.length;

test('applies, and the second time has nothing to do', async (context) => {
  const url = await freshDatabase(context);
  const env = { DEDUPE_DATABASE_URL: url };
  const first = await runMain(['migrate'], { env });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(new RegExp(`^\\S+/test_\\w+: schema version 0 → ${latest}\n {2}applied 001_schema\n`));
  expect((await runMain(['migrate'], { env })).stdout).toMatch(`has schema version ${latest}: nothing to do\n`);
  const json = JSON.parse((await runMain(['migrate', '--format', 'json'], { env })).stdout);
  expect(json).toMatchObject({ version: 1, action: 'migrate', from: latest, to: latest, sql: null });
  expect(json.migrations[0]).toMatchObject({ version: 1, name: '001_schema', status: 'already' });
});

test('a dry run prints what would run from the version that is there, and touches nothing', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  const empty = await catalogDump(database);
  const dry = await runMain(['migrate', '--dry-run', '--database', url]);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(await catalogDump(database)).toEqual(empty);
  await database.script(dry.stdout);
  expect(await checkDatabase(database)).toEqual({ version: latest, differences: [] });
  const made = await catalogDump(database);
  expect(made).not.toEqual(empty);
  const after = await runMain(['migrate', '--dry-run', '--database', url]);
  expect(after.stdout).toMatch(new RegExp(`^-- \\S+ has schema version ${latest}: nothing to do\n$`));
  expect(await catalogDump(database)).toEqual(made);
});

test('a plan is everything, without a connection', async (context) => {
  const plan = await runMain(['migrate', 'plan'], { env: { DEDUPE_DATABASE_URL: 'postgres://127.0.0.1:1/nothing' } });
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  for (const { name, checksum } of migrations) expect(plan.stdout).toContain(`'${name}', '${checksum}'`);
  const database = await opened(await freshDatabase(context));
  await database.script(plan.stdout);
  expect(await checkDatabase(database)).toEqual({ version: latest, differences: [] });
});

test('a check is 0 when clean, 1 with the repair when not, and SQL in both cases', async (context) => {
  const url = await freshDatabase(context);
  const words = ['migrate', '--check', '--database', url];
  const nothing = await runMain(words);
  expect(nothing.code).toBe(1);
  expect(nothing.stdout).toContain('-- migration 001_schema is not applied\n-- dedupe migrate\n');
  await runMain(['migrate', '--database', url]);
  expect(await runMain(words)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^-- \\S+ is as the migrations made it \\(version ${latest}\\)\n$`)),
  });
  const database = await opened(url);
  // A name that would end the comment and begin a statement.
  await database.script(`alter table dedupe.tasks add constraint "x\ndrop table dedupe.tasks; --" check (title <> '')`);
  const drifted = await runMain(words);
  expect(drifted.code).toBe(1);
  const json = JSON.parse((await runMain([...words, '--format', 'json'])).stdout);
  expect(json.differences).toHaveLength(1);
  // The text is SQL as a whole: run as it is, it repairs, and what the name says never happens.
  await database.script(drifted.stdout);
  expect((await runMain(words)).code).toBe(0);
});

test('the admin may be another one than the reader', async (context) => {
  const url = await freshDatabase(context);
  const reader = 'postgres://127.0.0.1:1/nothing';
  expect(await runMain(['migrate', '--database', reader])).toMatchObject({ code: 3, stdout: '' });
  expect((await runMain(['migrate', '--database', reader], { env: { DEDUPE_ADMIN_DATABASE_URL: url } })).code).toBe(0);
  expect((await runMain(['migrate', '--check', '--database', reader, '--admin', url])).code).toBe(0);
});

test('grants are printed without a connection, for the roles that are named', async () => {
  const { code, stdout } = await runMain(['migrate', '--grants', '--reader', 'Ops Reader', '--writer', 'w"x']);
  expect(code).toBe(0);
  expect(stdout).toContain('grant usage on schema dedupe to "Ops Reader", "w""x";');
  expect(stdout).not.toMatch(/grant select \([^)]*\b(payload|request|title)\b[^)]*\) .*"Ops Reader"/);
});

test.each([
  [['migrate'], 'DEDUPE_NO_SOURCE', 'dedupe migrate plan'],
  [['migrate', 'plam'], 'DEDUPE_USAGE', 'not "plam"'],
  [['migrate', '--check', '--dry-run'], 'DEDUPE_USAGE', 'one thing at a time'],
  [['migrate', 'plan', '--grants'], 'DEDUPE_USAGE', 'one thing at a time'],
  [['migrate', '--reader', 'r'], 'DEDUPE_USAGE', '--grants'],
  [['migrate', '--grants', '--reader', 'x', '--writer', 'x'], 'DEDUPE_USAGE', 'two names'],
  [['migrate', '--grants', '--reader', 'a\nb'], 'DEDUPE_USAGE', 'cannot be the name'],
  [['migrate', '--admin', 'mysql://x/y'], 'DEDUPE_INPUT_INVALID', 'neither postgres:// nor pglite:'],
])('misuse: %j', async (words, code, sentence) => {
  const { code: exit, stdout, stderr } = await runMain(words);
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(code);
  expect(stderr).toContain(sentence);
});

/** Every row of the catalogs with the transaction that wrote it: whatever is created, changed or dropped shows. */
async function catalogDump(database: Database): Promise<unknown[]> {
  const catalogs = [
    'pg_namespace',
    'pg_class',
    'pg_attribute',
    'pg_constraint',
    'pg_index',
    'pg_attrdef',
    'pg_proc',
    'pg_description',
    'pg_type',
  ];
  // Statistics of a table are kept up by whoever passes.
  const content = (name: string) =>
    name === 'pg_class'
      ? "(to_jsonb(t) - 'relpages' - 'reltuples' - 'relallvisible' - 'relfrozenxid' - 'relminmxid')::text"
      : 't::text';
  const text = (name: string) =>
    `select '${name}' as name, count(*)::int as rows, md5(string_agg(t.xmin::text || ${content(name)}, '' order by t.xmin::text, t.ctid)) as sum
     from pg_catalog.${name} t`;
  return database.query(catalogs.map(text).join(' union all '));
}
