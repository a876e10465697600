// A process that is killed while it makes or migrates an embedded database leaves one that the next process can use.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { describeSchema } from '../../src/store/catalog.ts';
import { opened } from '../postgres-database.ts';
import { migrateProgram } from '../store/migrate-process.ts';

const start = migrateProgram();

function freshFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'dedupe-embedded-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return join(home, 'db');
}

async function until(seen: () => boolean): Promise<void> {
  for (let i = 0; i < 2400 && !seen(); i++) await sleep(25);
  expect(seen()).toBe(true);
}

test('killed while it makes the database', async () => {
  const folder = freshFolder();
  const { child, ended } = start(`pglite:${folder}`);
  await until(() => existsSync(join(`${folder}.dedupe-unfinished`, 'PG_VERSION')));
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(folder)).toBe(false);
  expect(await start(`pglite:${folder}`).ended).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(folder, '..'))).toEqual(['db']);
});

test('killed in the middle of a migration', async () => {
  const folder = freshFolder();
  const first = { name: '001_first', sql: 'create table dedupe.first (a int);' };
  const second = { name: '002_second', sql: 'create table dedupe.second (a int);' };
  const stuck = { name: '002_second', sql: `${second.sql} select pg_sleep(600);` };
  expect((await start(`pglite:${folder}`, [first]).ended).code).toBe(0);
  const { child, ended } = start(`pglite:${folder}`, [first, stuck]);
  await until(() => existsSync(`${folder}.lock`));
  // The engine shows nothing from outside: the wait makes the middle likely, and every other moment must end as well.
  await sleep(3_000);
  child.kill('SIGKILL');
  await ended;
  expect(await start(`pglite:${folder}`, [first, second]).ended).toMatchObject({ code: 0, stderr: '' });
  const database = await opened(`pglite:${folder}`);
  expect((await describeSchema(database)).tables).toEqual(['first', 'migrations', 'second']);
});
