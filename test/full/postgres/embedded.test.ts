// The embedded engine: it makes and reopens its folder, guards it, and opens nothing that is not its own.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/postgres/open.ts';

const home = mkdtempSync(join(tmpdir(), 'dedupe-embedded-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('what is written is there again, for one process at a time, and a reader only reads', async () => {
  const folder = join(home, 'new/parents/db');
  const database = await openDatabase(`pglite:${folder}`);
  expect(database).toMatchObject({ engine: 'embedded', readOnly: false });
  expect(database.describe()).toBe(`pglite:${folder}`);
  await database.script('create table t (a int, b text[])');
  await database.query('insert into t values ($1, $2)', [1, ['x']]);
  const failing = database.transaction(async (inside) => {
    await inside.query('insert into t values (2, null)');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await expect(database.query('select nope from t')).rejects.toMatchObject({
    code: 'DEDUPE_DB_QUERY',
    message: expect.stringContaining('42703'),
  });
  symlinkSync(folder, join(home, 'other-name'));
  await expect(openDatabase(`pglite:${join(home, 'other-name')}`, { busyWaitMs: 0 })).rejects.toMatchObject({
    code: 'DEDUPE_DB_BUSY',
    message: expect.stringContaining(`process ${process.pid} is using`),
  });
  await database.close();

  const reader = await openDatabase(`pglite:${folder}`, { readOnly: true });
  expect(await reader.query('select * from t')).toEqual([{ a: 1, b: ['x'] }]);
  await expect(reader.query('insert into t values (3, null)')).rejects.toThrow('25006');
  await reader.close();
  expect(readdirSync(join(home, 'new/parents'))).toEqual(['db']);
}, 120_000);

test('a folder of somebody else is refused and left as it is', async () => {
  const cases: [string, string[], string][] = [
    ['photos', ['a.jpg'], 'it holds other files'],
    ['server', ['PG_VERSION', 'postmaster.opts', 'base'], 'it belongs to a PostgreSQL server'],
  ];
  for (const [name, files, reason] of cases) {
    const folder = join(home, name);
    mkdirSync(folder);
    for (const file of files) writeFileSync(join(folder, file), '');
    await expect(openDatabase(`pglite:${folder}`)).rejects.toMatchObject({
      code: 'DEDUPE_INPUT_INVALID',
      message: expect.stringContaining(reason),
    });
    expect(readdirSync(folder).sort()).toEqual([...files].sort());
    expect(existsSync(`${folder}.lock`)).toBe(false);
  }
  writeFileSync(join(home, 'file'), '');
  await expect(openDatabase(`pglite:${join(home, 'file')}`)).rejects.toMatchObject({ code: 'DEDUPE_INPUT_INVALID' });
});

test('a reader makes no database where none is', async () => {
  const folder = join(home, 'typo/db');
  await expect(openDatabase(`pglite:${folder}`, { readOnly: true })).rejects.toMatchObject({
    code: 'DEDUPE_DB_UNREACHABLE',
  });
  expect(existsSync(join(home, 'typo'))).toBe(false);
});
