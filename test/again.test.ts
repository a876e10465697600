// Does the next command repeat what was typed, and nothing that is secret or that holds by itself?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repeatedFlags } from '../src/again.ts';
import { loadConfig } from '../src/config/load.ts';
import type { SharedFlags } from '../src/flags.ts';
import type { Word } from '../src/model/word.ts';
import { shellWord } from '../src/shell-word.ts';
import { testIo } from './run-main.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dedupe-again-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function flagsOf(flags: SharedFlags, env: Record<string, string> = {}): Promise<Word[]> {
  const { io } = testIo({ cwd, env });
  return repeatedFlags((await loadConfig(io, flags, ['text'])).config, env);
}

it('repeats every source and the window', async () => {
  expect(await flagsOf({ logs: ['a.log', 'old/*.gz'], since: '1h', database: 'postgres://db/app' })).toEqual([
    ...['--logs', 'a.log', '--logs', 'old/*.gz', '--database', 'postgres://db/app'],
    ...['--since', '2026-11-29T11:00:00.000Z'],
  ]);
});

const secrets = [
  'postgres://reader:hunter2@db:5432/app',
  'postgres://reader:a@b@db/app?sslpassword=hunter2&sslmode=require',
  'postgres://db/app?password=hunter2',
  'postgres://reader@db/app',
  'postgres://10.1.2.3/app',
];

it.each(secrets)('names the variable that holds %s, and nothing of it', async (database) => {
  expect(await flagsOf({ database }, { HOME: '/', OWN_DATABASE: database })).toEqual([
    ...['--database', { variable: 'OWN_DATABASE' }],
  ]);
});

it.each(secrets)(
  'leaves %s to a variable that can be set, and never to one that holds another address',
  async (database) => {
    const other = 'postgres://elsewhere/app';
    expect(await flagsOf({ database })).toEqual(['--database', { variable: 'DEDUPE_DATABASE_URL' }]);
    expect(await flagsOf({ database }, { DEDUPE_DATABASE_URL: other })).toEqual([
      ...['--database', { variable: 'DATABASE_URL' }],
    ]);
    expect(await flagsOf({ database }, { DEDUPE_DATABASE_URL: other, DATABASE_URL: other })).toEqual([
      ...['--database', 'postgres://…'],
    ]);
  },
);

it.each(['pglite:folder', 'postgres://db:5432/app', 'postgres://127.0.0.1/app'])(
  'repeats %s as it is',
  async (database) => {
    expect(await flagsOf({ database }, { DEDUPE_DATABASE_URL: database })).toEqual(['--database', database]);
  },
);

it('is a command that a shell can run', () => {
  expect(['a b', { variable: 'DEDUPE_DATABASE_URL' }, '"$HOME"'].map(shellWord)).toEqual([
    ...["'a b'", '"$DEDUPE_DATABASE_URL"', `'"$HOME"'`],
  ]);
});

it('repeats the configuration that was named, and not what stands in it or in variables', async () => {
  writeFileSync(join(cwd, 'own.yaml'), 'logs: a.log\n');
  const variables = { DEDUPE_DATABASE_URL: 'postgres://x:hunter2@db/app' };
  expect(await flagsOf({ config: 'own.yaml' }, variables)).toEqual(['--config', 'own.yaml']);
  expect(await flagsOf({}, variables)).toEqual([]);
});
