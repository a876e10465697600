// Does the next command repeat what was typed, and nothing that is secret or that holds by itself?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repeatedFlags } from '../src/again.ts';
import { loadConfig } from '../src/config/load.ts';
import type { SharedFlags } from '../src/flags.ts';
import { testIo } from './run-main.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dedupe-again-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function flagsOf(flags: SharedFlags, env: Record<string, string> = {}): Promise<string[]> {
  const { io } = testIo({ cwd, env });
  return repeatedFlags((await loadConfig(io, flags, ['text'])).config);
}

it('repeats every source and the window', async () => {
  expect(await flagsOf({ logs: ['a.log', 'old/*.gz'], since: '1h', database: 'postgres://reader@db/app' })).toEqual([
    ...['--logs', 'a.log', '--logs', 'old/*.gz', '--database', 'postgres://reader@db/app'],
    ...['--since', '2026-11-29T11:00:00.000Z'],
  ]);
});

it.each([
  ['postgres://reader:hunter2@db:5432/app', 'postgres://reader@db:5432/app'],
  ['postgres://reader:a@b@db/app?sslpassword=hunter2&sslmode=require', 'postgres://reader@db/app?sslmode=require'],
  ['postgres://db/app?password=hunter2', 'postgres://db/app'],
  ['pglite:folder', 'pglite:folder'],
])('leaves the password of %s out', async (database, shown) => {
  expect(await flagsOf({ database })).toEqual(['--database', shown]);
});

it('repeats the configuration that was named, and not what stands in it or in variables', async () => {
  writeFileSync(join(cwd, 'own.yaml'), 'logs: a.log\n');
  const variables = { DEDUPE_DATABASE_URL: 'postgres://x:hunter2@db/app' };
  expect(await flagsOf({ config: 'own.yaml' }, variables)).toEqual(['--config', 'own.yaml']);
  expect(await flagsOf({}, variables)).toEqual([]);
});
