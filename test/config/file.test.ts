// Is every broken or hostile configuration file refused, with its place and without its secrets?
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { DedupeError } from '../../src/errors.ts';
import { testIo } from '../run-main.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'dedupe-config-file-')));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function refusal(name: string, text: string | Uint8Array): Promise<DedupeError> {
  await writeFile(join(cwd, name), text);
  const error = await loadConfig(testIo({ cwd }).io, { config: name }, []).catch((cause: unknown) => cause);
  if (!(error instanceof DedupeError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

const bomb = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefgh'].map((c, i) => `${c}: &${c} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
];

describe('a file is refused', () => {
  it.each([
    ['a.yaml', 'time: iso\ntimes: raw\n', 'a.yaml:2: unknown key "times"', 'Did you mean "time"?'],
    ['a.yaml', 'qqqqqqqq: 1\n', 'a.yaml:1: unknown key "qqqqqqqq"', 'Known: $schema, database'],
    ['a.yaml', '__proto__: {plain: true}\n', 'a.yaml:1: unknown key "__proto__"', ''],
    ['a.json', '{"__proto__": {"plain": true}}', 'a.json:1: unknown key "__proto__"', ''],
    ['a.yaml', 'constructor: 1\n', 'a.yaml:1: unknown key "constructor"', ''],
    ['a.yaml', '\ntime: [iso]\n', 'a.yaml:2: time is a list', 'Allowed: relative, iso, raw.'],
    ['a.yaml', 'plain: yes\n', 'a.yaml:1: plain is "yes"', 'Allowed: true or false.'],
    ['a.yaml', 'database:\n', 'a.yaml:1: database is empty', ''],
    ['a.yaml', 'logs:\n  - a\n  - ""\n', 'a.yaml:3: logs[1] is ""', ''],
    ['a.yaml', 'since: 2026-01-31T10:00\n', 'a.yaml:1: since is "2026-01-31T10:00", which has no time zone', ''],
    ['a.yaml', 'time: iso\n  plain: true\n', 'a.yaml:1:7:', ''],
    ['a.yaml', 'time: iso\ntime: raw\n', 'a.yaml:2:1: this key stands here a second time', ''],
    ['a.json', '{"time": "iso", "time": "raw"}', 'a.json:1:17: this key stands here a second time', ''],
    ['a.json', '{\n  "time": "iso",\n}\n', 'a.json:3:1: this is where it stops being JSON', ''],
    ['a.json', '{"time": "iso"', 'a.json:1:15: the JSON ends too early', ''],
    ['a.json', '[]', 'a.json:1: a configuration is a group of keys', ''],
    ['a.yaml', 'just a word\n', 'a.yaml:1: a configuration is a group of keys', ''],
    ['a.yaml', 'time: iso\n---\ntime: raw\n', 'a.yaml:2:1: a second document begins here', ''],
    ['a.yaml', 'time: !!js/function "x"\n', 'a.yaml:1:7: Unresolved tag', ''],
    ['a.yaml', bomb.join('\n'), 'a.yaml:1: an alias cannot be followed: Excessive alias count', ''],
    ['a.yaml', 'time: *nowhere\n', 'a.yaml:1: an alias cannot be followed', ''],
    ['a.yaml', '#'.repeat(300_000), 'it has 300000 bytes', ''],
    ['a.yaml', new Uint8Array([0x74, 0xff, 0xfe]), 'it is not UTF-8', ''],
    ['a.toml', 'time = 1', 'a.toml is no configuration file', ''],
    ['a.mjs', 'throw new Error("no\\nway")', 'it failed: no', ''],
    ['b.mjs', 'export const time = "raw";', 'it has no default export', ''],
    ['c.mjs', 'export default () => ({});', 'c.mjs: it is a function', 'a group of keys'],
    ['d.mjs', 'export default { tme: Symbol("x") };', 'd.mjs: unknown key "tme"', ''],
  ])('%s %#', async (name, text, sentence, hint) => {
    const error = await refusal(name, text);
    expect(`${error.message}\n${error.hint}`).toContain(sentence);
    expect(error.hint).toContain(hint);
    expect(error.exit).toBe(2);
  });

  it('when it is deep enough to exhaust a parser', async () => {
    expect((await refusal('deep.yaml', `a: ${'['.repeat(100_000)}`)).exit).toBe(2);
  });

  it('when it is a folder or is not there', async () => {
    await mkdir(join(cwd, 'folder.yaml'));
    const load = (config: string) => loadConfig(testIo({ cwd }).io, { config }, []);
    await expect(load('folder.yaml')).rejects.toThrow('folder.yaml: it is a folder');
    await expect(load('none.yaml')).rejects.toThrow('none.yaml: there is no such file');
  });
});

describe('a refusal shows no secret', () => {
  const secret = ['not', 'for', 'eyes'].join('-');

  it.each([
    ['s.yaml', `database: mysql://u:${secret}@h/db\n`],
    ['s.yaml', `database: [${secret}]\n`],
    ['s.yaml', `database: "postgres://u:${secret}@h/db\n`],
    ['s.yaml', `database: postgres://u:p\n "${secret}" : : x\n`],
    ['s.yaml', `database: "x" ${secret}\n`],
    ['s.json', `{"database": "postgres://u:${secret}\n@h/db"}`],
    ['s.json', `{"database": postgres://u:${secret}@h/db}`],
    ['s.json', `{"database": {"url": "${secret}"}}`],
  ])('%s %#', async (name, text) => {
    const { message, hint } = await refusal(name, text);
    expect(`${message}\n${hint}`).not.toContain(secret);
  });
});
