// An index that is built outside a transaction: invalid leftovers are dropped, finished ones kept, and others may wait.
import { expect, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrationOf } from '../../src/store/migration.ts';
import { freshDatabase, opened } from '../postgres-database.ts';
import { migrateProgram } from './migrate-process.ts';

const start = migrateProgram();

const files = [
  { name: '001_table', sql: 'create table dedupe.t (a int);' },
  { name: '002_index', sql: '-- dedupe: outside-transaction\ncreate unique index concurrently t_a on dedupe.t (a);\n' },
];
const list = files.map(({ name, sql }) => migrationOf(name, sql));

async function indexes(database: Database): Promise<unknown[]> {
  return database.query(`select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
    where relnamespace = 'dedupe'::regnamespace and relname like 't_a%'`);
}

test('a leftover of a build that failed is dropped first', async (context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database, { migrations: list.slice(0, 1) });
  await database.script('insert into dedupe.t values (1), (1)');
  await expect(migrate(database, { migrations: list })).rejects.toMatchObject({
    code: 'DEDUPE_MIGRATION_FAILED',
    message: expect.stringMatching(/002_index.*23505/),
  });
  expect(await indexes(database)).toEqual([{ name: 't_a', valid: false }]);
  await database.script('delete from dedupe.t');
  const results = await migrate(database, { migrations: list });
  expect(results.map(({ status }) => status)).toEqual(['already', 'applied']);
  expect(await indexes(database)).toEqual([{ name: 't_a', valid: true }]);
});

test('one that was finished and not recorded is not built again', async (context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database, { migrations: list.slice(0, 1) });
  await database.script('create unique index t_a on dedupe.t (a)');
  const oid = await database.query("select 'dedupe.t_a'::regclass::oid::text as oid");
  await migrate(database, { migrations: list });
  expect(await database.query("select 'dedupe.t_a'::regclass::oid::text as oid")).toEqual(oid);
});

test('processes that wait do not hold up the build that they wait for', async (context) => {
  const url = await freshDatabase(context);
  const ended = await Promise.all(Array.from({ length: 6 }, () => start(url, files).ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ended.map(() => ({ code: 0, stderr: '' })));
  expect(await indexes(await opened(url))).toEqual([{ name: 't_a', valid: true }]);
}, 60_000);
