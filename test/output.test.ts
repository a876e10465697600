// Is a document written whole, in its own place only, and refused with a reason where it cannot be?
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config/load.ts';
import { createContext } from '../src/context.ts';
import { type Documents, writeOutputs } from '../src/output.ts';
import { testIo } from './run-main.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'dedupe-output-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const documents: Documents = {
  text: ({ width, colour }) => `text ${width} ${colour}`,
  json: () => '{}\n',
};

async function write(...files: string[]): Promise<string> {
  const { io, written } = testIo({ cwd, stdout: { columns: 60, write: () => {} } });
  const output = files.map((file) => ({ format: file.endsWith('.json') ? 'json' : 'text', file }));
  const { config, request } = await loadConfig(io, { output, color: 'always' }, ['text', 'json']);
  let stdout = '';
  const context = createContext({ ...io, stdout: { columns: 60, write: (part) => (stdout += part) } }, config, request);
  await writeOutputs(context, documents);
  expect(written().stderr).toBe('');
  return stdout;
}

const read = (name: string) => readFileSync(join(cwd, name), 'utf8');

describe('writeOutputs', () => {
  it('gives each place its own look', async () => {
    expect(await write('a.txt', 'a.json')).toBe('text 60 true\n');
    expect(read('a.txt')).toBe('text 100 false\n');
    expect(read('a.json')).toBe('{}\n');
    expect(readdirSync(cwd).sort()).toEqual(['a.json', 'a.txt']);
  });

  it('keeps the mode of the file that it replaces, and follows a link to it', async () => {
    mkdirSync(join(cwd, 'real'));
    writeFileSync(join(cwd, 'real/a.txt'), 'old and longer than the new text', { mode: 0o600 });
    symlinkSync('real/a.txt', join(cwd, 'link.txt'));
    await write('link.txt');
    expect(read('real/a.txt')).toBe('text 100 false\n');
    expect(statSync(join(cwd, 'real/a.txt')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(cwd, 'real'))).toEqual(['a.txt']);
  });

  it.skipIf(process.platform === 'win32')('writes into a device instead of replacing it', async () => {
    symlinkSync('/dev/null', join(cwd, 'null.txt'));
    await write('null.txt');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.each([
    ['none/a.txt', 'its folder does not exist'],
    ['folder', 'it is a folder'],
    ['file/a.txt', 'its folder is not a folder'],
  ])('refuses %s: %s', async (file, reason) => {
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), 'kept');
    await expect(write(file)).rejects.toMatchObject({
      code: 'DEDUPE_FILE_UNWRITABLE',
      message: `cannot write ${file}: ${reason}`,
    });
    expect(readdirSync(cwd).sort()).toEqual(['file', 'folder']);
    expect(read('file')).toBe('kept');
  });

  it.skipIf(process.platform === 'win32')('refuses a file that may not be written', async () => {
    writeFileSync(join(cwd, 'a.txt'), 'kept');
    chmodSync(join(cwd, 'a.txt'), 0o444);
    chmodSync(cwd, 0o777);
    // Root may write everywhere, so root is somebody else for a moment.
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      await expect(write('a.txt')).rejects.toThrow('cannot write a.txt: permission denied');
    } finally {
      if (root) process.seteuid?.(0);
    }
    expect(read('a.txt')).toBe('kept');
    expect(readdirSync(cwd)).toEqual(['a.txt']);
  });
});
