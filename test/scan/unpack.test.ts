// A zipped log that is damaged or cut gives what could be unpacked before the fault, and then says that it is damaged.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { unpacked } from '../../src/scan/unpack.ts';

const line = (n: number) => `{"n":${n},"hash":"${(n * 2654435761) % 2 ** 32}"}\n`;
const text = (lines: number) => Array.from({ length: lines }, (_, n) => line(n)).join('');
const small = text(20);
const large = text(200_000);

async function read(bytes: Buffer, chunkBytes = 1024 * 1024) {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.gz'), bytes);
  const fd = openSync(join(folder, 'a.gz'), 'r');
  onTestFinished(() => closeSync(fd));
  let found = '';
  try {
    for await (const chunk of unpacked(fd, chunkBytes, new AbortController().signal)) {
      found += chunk.toString('latin1');
      // A reader that takes its time.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { found, error: undefined };
  } catch (error) {
    return { found, error: (error as Error).message };
  }
}

const brokenSum = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(7, copy.length - 8);
  return copy;
};

it.each([
  ['whole', small, (bytes: Buffer) => bytes, undefined],
  ['whole and large', large, (bytes: Buffer) => bytes, undefined],
  ['two members', small + small, () => Buffer.concat([gzipSync(small), gzipSync(small)]), undefined],
  ['a wrong checksum', small, brokenSum, 'incorrect data check'],
  ['a wrong checksum behind much', large, brokenSum, 'incorrect data check'],
  ['no checksum', small, (bytes: Buffer) => bytes.subarray(0, -8), 'unexpected end of file'],
  ['no checksum behind much', large, (bytes: Buffer) => bytes.subarray(0, -8), 'unexpected end of file'],
])('%s', async (_, content, damage, error) => {
  const packed = damage(gzipSync(content));
  for (const chunkBytes of [1024 * 1024, 64 * 1024]) {
    const answer = await read(packed, chunkBytes);
    expect(answer.error).toBe(error);
    expect(answer.found === content).toBe(true);
  }
});

it('garbage behind the end takes nothing of what stands before it', async () => {
  for (const content of [small, large]) {
    const { found, error } = await read(Buffer.concat([gzipSync(content), Buffer.from('garbage\n')]));
    expect(error).toBe('incorrect header check');
    expect(found === content).toBe(true);
  }
});

it('damage in the middle loses what follows, and not much before it', async () => {
  const packed = gzipSync(large);
  const middle = packed.length >> 1;
  packed.fill(0xff, middle, middle + 64);
  const { found, error } = await read(packed);
  expect(error).toBeDefined();
  const quarter = large.slice(0, large.length >> 2);
  expect(found.startsWith(quarter)).toBe(true);
});
