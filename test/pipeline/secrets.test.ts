// Does a rotation reach a process that is running, and does nothing half written take its secret away?
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { secretFile, tokenDigest } from '../../src/pipeline/secrets.ts';

function file(text: string): { path: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return { path, folder };
}

test('a file that is exchanged is read again, and looked at once in a second', () => {
  const { path, folder } = file('old-secret\n');
  let now = 0;
  const secret = secretFile(path, () => now);
  expect(secret()).toBe('old-secret');
  writeFileSync(join(folder, 'next'), 'new-secret\n');
  renameSync(join(folder, 'next'), path);
  now = 900;
  expect(secret()).toBe('old-secret');
  now = 1_100;
  expect(secret()).toBe('new-secret');
});

test('a file that is gone or empty for a while changes nothing', () => {
  const { path } = file('old-secret');
  let now = 0;
  const secret = secretFile(path, () => now);
  for (const change of [() => rmSync(path), () => writeFileSync(path, ' \n')]) {
    change();
    now += 2_000;
    expect(secret()).toBe('old-secret');
  }
  writeFileSync(path, 'new-secret');
  now += 2_000;
  expect(secret()).toBe('new-secret');
});

test('a file without a secret is refused at the start', () => {
  expect(() => secretFile(file('\n').path)).toThrow('holds no secret');
  expect(() => secretFile('/nowhere/secret')).toThrow('cannot be read');
});

test('a digest tells credentials apart and is none', () => {
  expect(tokenDigest('one')).toMatch(/^[0-9a-f]{16}$/);
  expect(tokenDigest('one')).not.toBe(tokenDigest('two'));
  expect(tokenDigest(undefined)).toBeUndefined();
});
