// What a migration run does on a server: whole versions or nothing, and a sentence that says which.
import { expect, test } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { describeSchema } from '../../src/store/catalog.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrationOf } from '../../src/store/migration.ts';
import { migrations as shipped } from '../../src/store/migrations/index.ts';
import { assertReadable, assertWritable, readSchemaState } from '../../src/store/schema-state.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

const first = migrationOf('001_first', 'create table dedupe.t (a int);');
const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);
const version = async (database: Database) => {
  const state = await readSchemaState(database);
  return state.state === 'present' ? state.version : state.state;
};

test('it can be repeated, and then changes nothing', async (context) => {
  const database = await opened(await freshDatabase(context));
  await expect(assertReadable(database)).rejects.toMatchObject({ code: 'DEDUPE_SCHEMA_MISSING' });
  expect(statuses(await migrate(database))).toEqual(shipped.map(() => 'applied'));
  const before = await database.query('select * from dedupe.migrations');
  expect(statuses(await migrate(database))).toEqual(shipped.map(() => 'already'));
  expect(await database.query('select * from dedupe.migrations')).toEqual(before);
  await assertReadable(database);
  await assertWritable(database);
});

test('a schema that somebody else has made is used', async (context) => {
  const database = await opened(await freshDatabase(context));
  await database.script('create schema dedupe');
  expect(statuses(await migrate(database))).toEqual(shipped.map(() => 'applied'));
});

test('one that fails half-way leaves the version before, and says file, line and SQLSTATE', async (context) => {
  const database = await opened(await freshDatabase(context));
  const broken = migrationOf(
    '002_broken',
    'create table dedupe.u (a int);\n\ninsert into dedupe.nowhere values (1);\n',
  );
  const error = await migrate(database, { migrations: [first, broken] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'DEDUPE_MIGRATION_FAILED' });
  expect((error as Error).message).toMatch(/002_broken, line 3 \(insert into dedupe.nowhere.*\).*42P01/);
  expect(await version(database)).toBe(1);
  expect((await describeSchema(database)).tables).toEqual(['migrations', 't']);
  const mended = migrationOf('002_broken', 'create table dedupe.u (a int);');
  expect(statuses(await migrate(database, { migrations: [first, mended] }))).toEqual(['already', 'applied']);
});

test('text that was changed after it was applied is refused, by name', async (context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database, { migrations: [first] });
  const changed = migrationOf('001_first', 'create table dedupe.t (a bigint);');
  await expect(migrate(database, { migrations: [changed] })).rejects.toMatchObject({
    code: 'DEDUPE_SCHEMA_CHANGED',
    message: expect.stringContaining('001_first'),
  });
  await database.script('update dedupe.migrations set version = 2');
  await expect(migrate(database, { migrations: [first, first] })).rejects.toMatchObject({
    message: expect.stringContaining('migration 1 is not recorded'),
  });
});

test('a newer database: writers refuse, readers bear one version that breaks nothing', async (context) => {
  const database = await opened(await freshDatabase(context));
  const second = migrationOf('002_more', 'select 1');
  const third = migrationOf('003_more', 'select 1');
  await migrate(database, { migrations: [first, second] });
  await expect(migrate(database, { migrations: [first] })).rejects.toMatchObject({ code: 'DEDUPE_SCHEMA_NEWER' });
  await expect(assertWritable(database, [first])).rejects.toMatchObject({ code: 'DEDUPE_SCHEMA_NEWER' });
  await assertReadable(database, [first]);
  await database.script('update dedupe.migrations set breaking = true where version = 2');
  await expect(assertReadable(database, [first])).rejects.toThrow('002_more breaks older readers');
  await database.script('update dedupe.migrations set breaking = false');
  await migrate(database, { migrations: [first, second, third] });
  await expect(assertReadable(database, [first])).rejects.toMatchObject({ code: 'DEDUPE_SCHEMA_NEWER' });
});

test('an older database is told from a missing one', async (context) => {
  const database = await opened(await freshDatabase(context));
  await migrate(database, { migrations: [first] });
  const list = [first, migrationOf('002_more', 'select 1')];
  for (const check of [assertReadable, assertWritable])
    await expect(check(database, list)).rejects.toMatchObject({
      code: 'DEDUPE_SCHEMA_OLDER',
      message: expect.stringContaining('002_more'),
    });
});

test('a table that another session holds: a clear end within the time, and nothing half done', async (context) => {
  const url = await freshDatabase(context);
  const database = await opened(url);
  await migrate(database, { migrations: [first] });
  const holder = await opened(url, { applicationName: 'long report' });
  await holder.script('begin; lock table dedupe.t in access share mode');
  const more = migrationOf('002_more', 'create table dedupe.u (a int); alter table dedupe.t add column b int;');
  const list = [first, more];
  await expect(migrate(database, { migrations: list, lockTimeoutMs: 100 })).rejects.toMatchObject({
    code: 'DEDUPE_DB_BUSY',
    message: expect.stringMatching(/002_more was not applied.*long report, idle in transaction/),
  });
  expect(await version(database)).toBe(1);
  expect((await describeSchema(database)).tables).toEqual(['migrations', 't']);
  await holder.script('rollback');
  expect(statuses(await migrate(database, { migrations: list, lockTimeoutMs: 100 }))).toEqual(['already', 'applied']);
});

test('a process that migrates for too long is named', async (context) => {
  const url = await freshDatabase(context);
  const holder = await opened(url);
  await holder.query('select pg_advisory_lock(11506, 64383)');
  const [{ pid } = { pid: 0 }] = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await expect(migrate(await opened(url), { waitMs: 100 })).rejects.toMatchObject({
    code: 'DEDUPE_DB_BUSY',
    message: expect.stringContaining(`server process ${pid} `),
  });
});
