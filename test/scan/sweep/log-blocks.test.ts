// Parts of a log, plain or zipped: the lines that the first reading gave for these blocks, each once.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Blocks, LogBlocks } from '../../../src/scan/sweep/log-blocks.ts';
import { folderWith } from '../log-folder.ts';

const { signal } = new AbortController();
const mebi = 1024 * 1024;

type Seen = { text: string; line: number; offset: number; block: number };

function collect(into: Seen[]) {
  return (bytes: Buffer, from: number, to: number, line: number, offset: number, block: number) => {
    into.push({ text: bytes.toString('utf8', from, Math.min(to, from + 30)), line, offset, block });
  };
}

/** Some MiB of short and long lines, some of them longer than a block, and one that is no line of a log any more. */
const lines = Array.from({ length: 9_000 }, (_, i) => `line ${i} ${'x'.repeat((i * 7919) % 1600)}`);
lines.splice(2_000, 0, `long ${'y'.repeat(mebi - 100)}`);
lines.splice(5_000, 0, `too long ${'z'.repeat(2 * mebi)}`);
lines.splice(7_000, 0, '', '\r', 'with a return\r');

const asked: [string, Blocks[]][] = [
  ['the first', [{ first: 0, last: 0 }]],
  ['the last', [{ first: 11, last: 40 }]],
  ['all', [{ first: 0, last: Number.POSITIVE_INFINITY }]],
  ['every second one', [1, 3, 5, 7, 9].map((one) => ({ first: one, last: one }))],
  [
    'two parts',
    [
      { first: 2, last: 4 },
      { first: 6, last: 7 },
    ],
  ],
  ['none of this file', [{ first: 900, last: 901 }]],
];

it.each([...asked.map((one) => [...one, false] as const), ...asked.map((one) => [...one, true] as const)])(
  '%s',
  async (_, blocks, isPacked) => {
    const content = Buffer.from(lines.join('\n'));
    const path = join(folderWith({ 'app.log': isPacked ? gzipSync(content, { level: 1 }) : content }), 'app.log');
    // Blocks of another file stand before it.
    const base = 3;
    const log = new LogBlocks({ name: 'app.log', path }, base);
    const all: Seen[] = [];
    await log.readAll(signal, collect(all), () => {});
    expect(log.count).toBeGreaterThan(9);
    expect(log.tooLong).toBe(1);
    const some: Seen[] = [];
    const own = blocks.map(({ first, last }) => ({ first: first + base, last: last + base }));
    await log.readSome(own, signal, collect(some));
    log.close();
    const isAsked = (block: number) => own.some(({ first, last }) => first <= block && block <= last);
    expect(some).toEqual(all.filter(({ block }) => isAsked(block)));
  },
);
