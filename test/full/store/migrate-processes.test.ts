// Twenty processes at once, and one that is killed: whatever happens to a process, the database has whole versions.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/postgres/database.ts';
import { describeSchema } from '../../../src/store/catalog.ts';
import { differences } from '../../../src/store/check.ts';
import { expectedSchema } from '../../../src/store/expected-schema.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { readSchemaState } from '../../../src/store/schema-state.ts';
import { freshDatabase, opened } from '../../postgres-database.ts';
import { migrateProgram } from '../../store/migrate-process.ts';

const start = migrateProgram();

test('twenty processes at once leave one correct schema, and all end well', async (context) => {
  const url = await freshDatabase(context);
  const ended = await Promise.all(Array.from({ length: 20 }, () => start(url).ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: '' })));
  // Each version was applied by exactly one of them.
  const applied = ended.flatMap(({ stdout }) => JSON.parse(stdout)).filter(({ status }) => status === 'applied');
  expect(applied.map(({ version }) => version).sort()).toEqual(migrations.map(({ version }) => version));
  expect(differences(expectedSchema, await describeSchema(await opened(url)))).toEqual([]);
}, 120_000);

const slow = [
  { name: '001_first', sql: 'create table dedupe.first (a int);' },
  {
    name: '002_slow',
    sql: 'create table dedupe.second (a int); select pg_sleep(1.5); create table dedupe.third (a int);',
  },
];

test('a process killed in the middle leaves the version before, and the next one goes on', async (context) => {
  const url = await freshDatabase(context);
  const watcher = await opened(url);
  const { child, ended } = start(url, slow);
  await until(
    watcher,
    `select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(1.5)%' and pid <> pg_backend_pid()`,
  );
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  expect(await readSchemaState(watcher)).toMatchObject({ state: 'present', version: 1 });
  expect(await tables(watcher)).toEqual(['first', 'migrations']);
  // The server may still be busy with the statement of the dead: the second process waits for it and then does it all.
  const again = await start(url, slow).ended;
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout).map(({ status }: { status: string }) => status)).toEqual(['already', 'applied']);
  expect(await tables(watcher)).toEqual(['first', 'migrations', 'second', 'third']);
}, 60_000);

async function tables(database: Database): Promise<string[]> {
  return (await describeSchema(database)).tables;
}

async function until(database: Database, statement: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if ((await database.query(statement)).length > 0) return;
    await sleep(25);
  }
  throw new Error(`never seen: ${statement}`);
}
