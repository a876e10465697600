// Which layer wins, where does each value say it came from, and what is refused?
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import type { SharedFlags } from '../../src/flags.ts';
import { fixedNow, testIo } from '../run-main.ts';

let root: string;
let count = 0;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dedupe-config-')));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, `case-${count++}`);
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function load(cwd: string, flags: SharedFlags = {}, env: Record<string, string> = {}) {
  const { config } = await loadConfig(testIo({ cwd, env }).io, flags, ['text']);
  return config;
}

describe('precedence', () => {
  it('is flag, environment, file, default, whatever is set', async () => {
    const bare = await folderWith({});
    const configured = await folderWith({ 'dedupe.config.yaml': '# first\ntime: raw\n' });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), fc.boolean(), async (flag, variable, file) => {
        const { time } = await load(
          file ? configured : bare,
          flag ? { time: 'iso' } : {},
          variable ? { DEDUPE_TIME: 'relative' } : {},
        );
        const layers = [
          flag && { value: 'iso', from: '--time' },
          variable && { value: 'relative', from: 'DEDUPE_TIME' },
          file && { value: 'raw', from: 'dedupe.config.yaml:2' },
          { value: 'relative', from: 'default' },
        ];
        expect(time).toEqual(layers.find(Boolean));
      }),
    );
  });

  it('takes an empty variable for an unset one, and reads lists and truth values from text', async () => {
    const config = await load(root, {}, { DEDUPE_TIME: '', DEDUPE_LOGS: 'a:b', DEDUPE_PLAIN: '1' });
    expect(config.time.from).toBe('default');
    expect(config.logs).toEqual({ value: ['a', 'b'], from: 'DEDUPE_LOGS' });
    expect(config.plain.value).toBe(true);
  });

  it('opens no database for logs named on the command line alone', async () => {
    const cwd = await folderWith({ 'dedupe.config.yaml': 'database: pglite:data\n' });
    const env = { DEDUPE_DATABASE_URL: 'postgres://h/db' };
    expect((await load(cwd, { logs: ['a'] }, env)).database).toEqual({
      value: undefined,
      from: '--logs without --database',
    });
    expect((await load(cwd, { logs: ['a'], database: 'pglite:x' }, env)).database.value).toBe('pglite:x');
    expect((await load(cwd, {}, { ...env, DEDUPE_LOGS: 'a' })).database.value).toBe('postgres://h/db');
  });

  it('counts moments back from the given clock', async () => {
    expect((await load(root, { since: '30m' })).since.value).toBe(fixedNow - 30 * 60_000);
  });
});

describe('the file', () => {
  it('is the nearest one upwards, and its paths are its own', async () => {
    const cwd = await folderWith({ 'dedupe.config.json': '{\n  "logs": "logs",\n  "plain": true\n}\n' });
    await mkdir(join(cwd, 'a/b'), { recursive: true });
    const config = await load(join(cwd, 'a/b'));
    expect(config.file).toBe('../../dedupe.config.json');
    expect(config.logs).toEqual({ value: ['../../logs'], from: '../../dedupe.config.json:2' });
  });

  it('may be empty, may start with a byte order mark, may name its schema', async () => {
    expect((await load(await folderWith({ 'dedupe.config.yaml': '# nothing\n' }))).time.from).toBe('default');
    expect((await load(await folderWith({ 'dedupe.config.json': '' }))).file).toBe('dedupe.config.json');
    const marked = await folderWith({ 'dedupe.config.json': '\ufeff{"$schema": "./s.json", "time": "raw"}' });
    expect((await load(marked)).time).toEqual({ value: 'raw', from: 'dedupe.config.json:1' });
  });

  it('is code only when it is named', async () => {
    const cwd = await folderWith({ 'dedupe.config.mjs': "export default { time: 'raw', logs: ['x'] };" });
    expect((await load(cwd)).file).toBeUndefined();
    const config = await load(root, { config: join(cwd, 'dedupe.config.mjs') });
    expect(config.time.value).toBe('raw');
    expect(config.fileNamed).toBe(true);
  });
});

describe('contradictions', () => {
  it('refuses a window that is empty, not one that is a moment', async () => {
    await expect(load(root, { since: '1h' }, { DEDUPE_UNTIL: '2h' })).rejects.toThrow(
      'since (--since) is later than until (DEDUPE_UNTIL)',
    );
    expect((await load(root, { since: '1h', until: '1h' })).since.value).toBe(fixedNow - 3_600_000);
  });
});
