// Is each byte looked at for each needle, over several rounds, while the file changes underneath?
import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { LogSearch } from '../../src/scan/log-search.ts';
import type { Needle } from '../../src/scan/needles.ts';
import { folderWith } from './log-folder.ts';

const { signal } = new AbortController();
const needle = (text: string): Needle => ({ text, bounded: false, beside: undefined });

function searchOf(content: string | Buffer, settled?: number) {
  const path = join(folderWith({ 'app.log': content }), 'app.log');
  const search = new LogSearch({ name: 'app.log', path }, settled);
  onTestFinished(() => search.close());
  const lines = new Set<number>();
  const run = (texts: readonly string[], ahead: Readonly<Record<string, string>> = {}) =>
    search.run(texts.map(needle), signal, ({ text, line }, add) => {
      lines.add(line);
      for (const [seen, next] of Object.entries(ahead)) if (text.includes(seen)) add(needle(next));
    });
  return { path, run, found: () => [...lines].sort((a, b) => a - b) };
}

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'ab', '-'), { maxLength: 40 });

it.each([
  ['plain', undefined, (text: string) => Buffer.from(text)],
  ['zipped', undefined, (text: string) => gzipSync(text)],
  ['zipped, two passes at a time', 0, (text: string) => gzipSync(text)],
])('finds every line in the end, whatever was named on the way (%s)', async (_, settled, bytes) => {
  await fc.assert(
    fc.asyncProperty(letters, async (lines) => {
      const { run, found } = searchOf(bytes(lines.map((line) => `${line}\n`).join('')), settled);
      await run(['a'], { a: 'b', b: 'c' });
      await run(['b'], { b: 'c' });
      await run(['c']);
      expect(found()).toEqual(lines.flatMap((line, i) => (line === '-' ? [] : [i + 1])));
    }),
    { numRuns: 40 },
  );
});

it('ends both passes where the bytes of a zipped log end too early, and says so', async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `${i % 7 === 0 ? 'a' : 'b'} ${i * 2654435761}\n`).join('');
  const whole = gzipSync(lines);
  const { run, found } = searchOf(whole.subarray(0, whole.length - 40), 0);
  expect((await run(['a'], { a: 'b' }))?.error).toBeDefined();
  expect(found().length).toBeGreaterThan(0);
});

it('ends both passes when it is told to stop', async () => {
  const lines = Array.from(
    { length: 300_000 },
    (_, i) => `${i % 5000 === 0 ? 'a' : i % 5000 === 1 ? 'b' : 'c'} ${i * 2654435761}\n`,
  ).join('');
  const path = join(folderWith({ 'app.log': gzipSync(lines) }), 'app.log');
  const search = new LogSearch({ name: 'app.log', path }, 0);
  onTestFinished(() => search.close());
  const stop = new AbortController();
  let seen = 0;
  const ended = search.run([needle('a')], stop.signal, (_, add) => {
    add(needle('b'));
    if (++seen === 10) setImmediate(() => stop.abort(new Error('enough')));
  });
  await expect(ended).rejects.toThrow();
  expect(stop.signal.aborted).toBe(true);
});

it('looks for nothing twice', async () => {
  const { run } = searchOf('a\nb\na\n');
  expect(await run(['a'], { a: 'b' })).toBeDefined();
  expect(await run(['a'])).toBeUndefined();
  expect(await run(['b'])).toBeDefined();
  expect(await run(['a', 'b'])).toBeUndefined();
});

it('reads on in a file that was renamed, and what it gained', async () => {
  const { path, run, found } = searchOf('a\nb\n');
  await run(['a']);
  renameSync(path, `${path}.1`);
  writeFileSync(path, 'b\nb\nb\n');
  appendFileSync(`${path}.1`, 'x\nb\n');
  expect(await run(['b'])).toMatchObject({ wasCut: false, error: undefined });
  expect(found()).toEqual([1, 2, 4]);
});

it('says that a file was emptied while it was read', async () => {
  const { path, run } = searchOf('a\nb\n');
  await run(['a']);
  truncateSync(path);
  expect(await run(['b'])).toMatchObject({ wasCut: true });
});
