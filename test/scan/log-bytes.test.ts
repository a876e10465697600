// Is every byte of a log read, zipped or not, and does reading stop when it is told to?
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LogBytes } from '../../src/scan/log-bytes.ts';
import type { LogFile } from '../../src/scan/log-files.ts';
import { spool } from '../../src/scan/spool.ts';
import { folderWith } from './log-folder.ts';

const chunksOf = (file: LogFile, signal: AbortSignal) => new LogBytes(file).chunks(signal);
const never = new AbortController().signal;
const fileOf = (content: string | Buffer) => ({
  name: 'app.log',
  path: join(folderWith({ 'app.log': content }), 'app.log'),
});
async function read(content: string | Buffer): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunksOf(fileOf(content), never)) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts).toString();
}
const long = Array.from({ length: 60_000 }, (_, i) => `line ${i} ${'é'.repeat(i % 40)}\n`).join('');

describe('bytes', () => {
  it.each([
    ['nothing', ''],
    ['one byte', 'x'],
    ['some chunks', long],
  ])('of %s are read, plain and zipped', async (_, text) => {
    expect(await read(text)).toBe(text);
    expect(await read(gzipSync(text))).toBe(text);
  });

  it('of zipped pieces one behind the other are all read', async () => {
    expect(await read(Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]))).toBe('one\ntwo\n');
  });

  it('that a file gains while it is read are read too', async () => {
    const file = fileOf(long);
    let size = 0;
    let grown = false;
    for await (const chunk of chunksOf(file, never)) {
      size += chunk.length;
      if (!grown) appendFileSync(file.path, 'tail\n');
      grown = true;
    }
    expect(size).toBe(Buffer.byteLength(long) + 5);
  });

  it('before the place where a zipped file is cut off are read, then it fails', async () => {
    const zipped = gzipSync(long);
    const parts: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of chunksOf(fileOf(zipped.subarray(0, zipped.length - 100)), never))
        parts.push(Buffer.from(chunk));
    })();
    await expect(reading).rejects.toThrow(/unexpected end/);
    const text = Buffer.concat(parts).toString();
    expect(long.startsWith(text.slice(0, -1))).toBe(true);
    expect(text.length).toBeGreaterThan(long.length / 2);
  });

  it('of what only begins like a zipped file fail', async () => {
    await expect(read(Buffer.from([0x1f, 0x8b, 0x08, 0xff, 1, 2, 3]))).rejects.toThrow();
  });

  it('of a file that is gone fail', async () => {
    const gone = chunksOf({ name: 'x', path: join(folderWith({}), 'x') }, never);
    await expect(gone.next()).rejects.toThrow(/ENOENT/);
  });

  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['zipped', (text: string) => gzipSync(text)],
  ])('%s stop with the reason when it is aborted by an event, though reading never waits', async (_, bytes) => {
    const controller = new AbortController();
    const file = fileOf(bytes(long.repeat(6)));
    const reading = (async () => {
      for await (const chunk of chunksOf(file, controller.signal)) if (chunk.length === 0) throw new Error('empty');
    })();
    setImmediate(() => controller.abort(new Error('Ctrl-C')));
    await expect(reading).rejects.toThrow(/Ctrl-C|aborted/);
  });
});

describe('standard input', () => {
  async function* parts(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }

  it('is kept in a file that only its owner can read, until it is removed', async () => {
    const folder = folderWith({});
    const { file, remove } = await spool(parts('one\n', 'two'), folder);
    expect(file.name).toBe('-');
    expect(readFileSync(file.path, 'utf8')).toBe('one\ntwo');
    expect([statSync(file.path).mode & 0o777, statSync(dirname(file.path)).mode & 0o777]).toEqual([0o600, 0o700]);
    remove();
    expect(existsSync(file.path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that breaks off leaves nothing behind', async () => {
    const folder = folderWith({});
    async function* broken() {
      yield Buffer.from('one');
      throw new Error('EIO');
    }
    await expect(spool(broken(), folder)).rejects.toMatchObject({ code: 'DEDUPE_FILE_UNREADABLE' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that never ends can be interrupted, and leaves nothing behind', async () => {
    const folder = folderWith({});
    const controller = new AbortController();
    const stdin = new PassThrough();
    stdin.write('one');
    setImmediate(() => controller.abort(new Error('Ctrl-C')));
    await expect(spool(stdin, folder, controller.signal)).rejects.toThrow('Ctrl-C');
    expect(readdirSync(folder)).toEqual([]);
  });
});
