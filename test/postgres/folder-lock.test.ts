// One process per folder: a live holder is named, a dead one is succeeded, and of many heirs exactly one wins.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../src/postgres/folder-lock.ts';

const home = mkdtempSync(join(tmpdir(), 'dedupe-lock-'));
const program = join(home, 'lock.mjs');
let count = 0;

beforeAll(async () => {
  const entryPoints = [fileURLToPath(new URL('./lock-entry.ts', import.meta.url))];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function freshLock(): string {
  return join(mkdtempSync(join(home, 'case-')), `db${count++}.lock`);
}

function start(path: string, waitMs = 0): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(process.execPath, [program, path, String(waitMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text).trim())));
  return { child, said };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

test('a live holder is named, and its end opens the folder', async () => {
  const path = freshLock();
  const { child, said } = start(path);
  expect(await said).toBe('held');
  await expect(lockFolder(path, 0)).rejects.toMatchObject({
    code: 'DEDUPE_DB_BUSY',
    message: `process ${child.pid} is using ${path.replace('.lock', '')}`,
  });
  const waiting = lockFolder(path, 20_000);
  child.stdin?.write('end');
  (await waiting).release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('of six that find a dead holder one wins, again and again', async () => {
  const path = freshLock();
  for (let round = 0; round < 2; round++) {
    const heirs = Array.from({ length: 6 }, () => start(path));
    const said = await Promise.all(heirs.map((heir) => heir.said));
    expect(said.sort()).toEqual([...Array(5).fill('DEDUPE_DB_BUSY'), 'held']);
    const holder: { pid: number } = JSON.parse(readFileSync(path, 'utf8'));
    const { child } = heirs.find((heir) => heir.child.pid === holder.pid) ?? {};
    expect(child).toBeDefined();
    if (child) {
      const gone = ended(child);
      child.kill('SIGKILL');
      await gone;
    }
  }
  (await lockFolder(path, 0)).release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
}, 60_000);

test('a pid that another process has since been given is no holder', async () => {
  const path = freshLock();
  const { child, said } = start(path);
  expect(await said).toBe('held');
  const holder = JSON.parse(readFileSync(path, 'utf8'));
  child.kill('SIGKILL');
  await ended(child);
  // This very process is alive, and it did not start when the holder did.
  if (holder.started !== '') writeFileSync(path, JSON.stringify({ ...holder, pid: process.pid }));
  (await lockFolder(path, 0)).release();
});

test('a holder on another machine cannot be judged dead', async () => {
  const path = freshLock();
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'elsewhere', started: '', token: 'a-token' }));
  await expect(lockFolder(path, 0)).rejects.toThrow('process 1 on elsewhere is using');
});

test('a file that is no lock is left alone', async () => {
  const path = freshLock();
  writeFileSync(path, 'notes of somebody');
  await expect(lockFolder(path, 0)).rejects.toThrow('is not a lock file of dedupe');
  expect(readFileSync(path, 'utf8')).toBe('notes of somebody');
});

test('a folder in the place of the lock is left alone, and named', async () => {
  const path = freshLock();
  mkdirSync(path);
  await expect(lockFolder(path, 0)).rejects.toMatchObject({
    code: 'DEDUPE_DB_BUSY',
    message: `${path} is not a lock file of dedupe`,
  });
  expect(readdirSync(path)).toEqual([]);
});

test('a place where no file can be made is refused with its reason', async () => {
  const path = freshLock();
  writeFileSync(path, 'notes of somebody');
  await expect(lockFolder(join(path, 'db.lock'), 0)).rejects.toMatchObject({
    code: 'DEDUPE_DB_REFUSED',
    message: expect.stringContaining('cannot lock'),
  });
});
