// Does the finder give what a naive reader would, however the bytes are cut, and in bounded memory?
import { spawn } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineFinder, maxLineBytes } from '../../src/scan/line-finder.ts';
import { root } from '../architecture/tree.ts';

interface Found {
  readonly text: string;
  readonly line: number;
}

function find(chunks: readonly Buffer[], needles: readonly string[]) {
  const found: Found[] = [];
  const finder = new LineFinder(({ text, line }) => found.push({ text, line }));
  for (const text of needles) finder.add({ text, bounded: false, beside: undefined });
  for (const chunk of chunks) {
    const reused = Buffer.from(chunk);
    finder.push(reused);
    reused.fill(0x78);
  }
  return { found, ...finder.end() };
}

/** The whole text in memory, one line after the other. */
function naive(bytes: Buffer, needles: readonly string[]): Found[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines.flatMap((line, i) => {
    const holds = needles.some((needle) => line.includes(needle));
    return holds ? [{ text: line.toString('utf8').replace(/\r$/, ''), line: i + 1 }] : [];
  });
}

/** Ends of lines, parts of needles, NUL, halves of letters, bytes that are no UTF-8. */
const pieces = fc
  .constantFrom('\n', '\r\n', '\r', '', 'Ev1', 'E', 'v', '1', 'x', '\0', '{"a":', 'é', '🙂', 'éé')
  .map((text) => Buffer.from(text));
const broken = fc.constantFrom([0xff], [0xc3], [0xf0, 0x9f]).map((bytes) => Buffer.from(bytes));
const files = fc
  .array(fc.oneof({ weight: 9, arbitrary: pieces }, broken), { maxLength: 60 })
  .map((all) => Buffer.concat(all));
const needles = fc.subarray(['Ev1', 'v', 'é', '🙂', '\0', 'nowhere'], { minLength: 1 });

const cutAt = (bytes: Buffer, cuts: readonly number[]) => {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
};

describe('any bytes, cut anywhere', () => {
  it('give the lines and numbers of a naive reader', () => {
    fc.assert(
      fc.property(files, needles, fc.array(fc.nat(), { maxLength: 9 }), (bytes, wanted, cuts) => {
        const { found, lines } = find(cutAt(bytes, cuts), wanted);
        expect(found).toEqual(naive(bytes, wanted));
        expect(lines).toBe(
          bytes.toString('latin1').split('\n').length - (bytes.length === 0 || bytes.at(-1) === 10 ? 1 : 0),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('give the same edges', () => {
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { maxLength: 9 }), (bytes, cuts) => {
        const { head, tail } = find(cutAt(bytes, cuts), ['x']);
        expect({ head, tail }).toEqual((({ head, tail }) => ({ head, tail }))(find([bytes], ['x'])));
      }),
    );
  });

  it('hold a needle that lies across every cut', () => {
    const bytes = Buffer.from('one\nhas Ev1 in it\nthree');
    expect(find(cutAt(bytes, [...bytes.keys()]), ['Ev1']).found).toEqual([{ text: 'has Ev1 in it', line: 2 }]);
  });
});

describe('what is added on the way', () => {
  it('is found from the next line on, once a line, and up to where it was asked for', () => {
    fc.assert(
      fc.property(files, fc.array(fc.nat(), { maxLength: 9 }), (bytes, cuts) => {
        const found: Found[] = [];
        let from = -1;
        const finder = new LineFinder(({ text, line, offset }) => {
          expect(bytes.subarray(offset).toString('utf8').startsWith(text)).toBe(true);
          found.push({ text, line });
          if (from < 0) from = finder.add({ text: 'x', bounded: false, beside: undefined });
        });
        finder.add({ text: 'Ev1', bounded: false, beside: undefined });
        for (const chunk of cutAt(bytes, cuts)) finder.push(chunk);
        finder.end();
        const [first] = naive(bytes, ['Ev1']);
        const later = first ? naive(bytes, ['Ev1', 'x']).filter(({ line }) => line > first.line) : [];
        expect(found).toEqual(first ? [first, ...later] : []);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a whole identifier', () => {
  const linesWith = (text: string, beside?: string) => {
    const found: number[] = [];
    const finder = new LineFinder(({ line }) => found.push(line));
    finder.add({ text, bounded: true, beside });
    finder.push(
      Buffer.from('{"job":42}\n{"at":1420}\n{"at":142,"job":"42","queue":"mail"}\njob=42\nx42\nqueue=mail job=7\n'),
    );
    finder.end();
    return found;
  };

  it('is found behind an escape of JSON, and not behind a letter', () => {
    const found: number[] = [];
    const finder = new LineFinder(({ line }) => found.push(line));
    finder.add({ text: '8f5c', bounded: true, beside: undefined });
    finder.push(Buffer.from(['{"m":"Z\\t8f5c\\tINFO"}', '{"m":"at8f5c"}', '{"m":"a\\t8f5cd"}', ''].join('\n')));
    finder.end();
    expect(found).toEqual([1]);
  });

  it('is not found inside another', () => {
    expect(linesWith('42')).toEqual([1, 3, 4]);
    expect(linesWith('4')).toEqual([]);
  });

  it('can ask for a second text in the line', () => {
    expect(linesWith('42', 'mail')).toEqual([3]);
    expect(linesWith('mail', '42')).toEqual([3]);
  });
});

describe('a line that is too long', () => {
  const long = (bytes: number) => Buffer.from(`Ev1${'x'.repeat(bytes - 3)}`);
  const around = (bytes: Buffer) => Buffer.concat([Buffer.from('Ev1 first\n'), bytes, Buffer.from('\nEv1 last\n')]);
  const cuts = [[], [5], [maxLineBytes], [maxLineBytes + 11], Array.from({ length: 40 }, (_, i) => i * 65_536)];

  it.each(cuts.map((cut) => [cut.length, cut]))('is counted and passed over (cut at %d places)', (_, cut) => {
    const { found, tooLong, lines } = find(cutAt(around(long(maxLineBytes + 1)), cut as number[]), ['Ev1']);
    expect(found.map(({ line }) => line)).toEqual([1, 3]);
    expect([tooLong, lines]).toEqual([[2], 3]);
  });

  it.each(cuts.map((cut) => [cut.length, cut]))('is not one byte shorter (cut at %d places)', (_, cut) => {
    const { found, tooLong } = find(cutAt(around(long(maxLineBytes)), cut as number[]), ['Ev1']);
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(tooLong).toEqual([]);
  });

  it('can be the last, without a newline', () => {
    expect(find([Buffer.concat([Buffer.from('a\n'), long(maxLineBytes * 3)])], ['Ev1'])).toMatchObject({
      found: [],
      tooLong: [2],
      lines: 2,
    });
  });
});

/** In a process of its own with little memory; the input is made on the fly. */
async function residentAfter(source: string): Promise<{ found: number; tooLong: number[]; megabytes: number }> {
  const program = `
    import { readFileSync } from 'node:fs';
    import { LineFinder } from './src/scan/line-finder.ts';
    let found = 0;
    const finder = new LineFinder(() => { found += 1; });
    finder.add({ text: 'Ev08NEEDLE', bounded: true, beside: undefined });
    ${source}
    const { tooLong } = finder.end();
    // Linux lets a process inherit the largest size of the one that started it, and tells its own elsewhere.
    const own = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    const kilobytes = process.platform === 'linux' ? own() : process.resourceUsage().maxRSS;
    console.log(JSON.stringify({ found, tooLong, megabytes: Math.round(kilobytes / 1024) }));
  `;
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=64', '--input-type=module', '--import', loader, '-e', program],
    { cwd: root },
  );
  const text: string[] = [];
  child.stdout.on('data', (part) => text.push(String(part)));
  child.stderr.on('data', (part) => text.push(String(part)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(text.join(''));
  return JSON.parse(text.join(''));
}

/** Node 20 does not read TypeScript: esbuild, which the build needs anyway, takes the types away. */
const loader = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    import { transformSync } from '${import.meta.resolve('esbuild')}';
    import { readFileSync } from 'node:fs';
    export async function load(url, context, next) {
      if (!url.endsWith('.ts')) return next(url, context);
      const { code } = transformSync(readFileSync(new URL(url), 'utf8'), { loader: 'ts' });
      return { format: 'module', source: code, shortCircuit: true };
    }
  \`));
`)}`;

describe('memory', () => {
  it('stays bounded over a line of 200 MB', async () => {
    const result = await residentAfter(`
      const part = Buffer.alloc(65536, 'x');
      finder.push(Buffer.from('Ev08NEEDLE first\\n'));
      for (let i = 0; i < 200 * 16; i++) finder.push(part);
      finder.push(Buffer.from('\\nEv08NEEDLE last\\n'));
    `);
    expect(result).toMatchObject({ found: 2, tooLong: [2] });
    expect(result.megabytes).toBeLessThan(200);
  });

  it('stays bounded over 300 MB of lines', async () => {
    const result = await residentAfter(`
      const part = Buffer.from(('{"level":30,"msg":"' + 'y'.repeat(180) + '"}\\n').repeat(5000));
      for (let size = 0; size < 300e6; size += part.length) finder.push(part);
      finder.push(Buffer.from('Ev08NEEDLE last\\n'));
    `);
    expect(result.found).toBe(1);
    expect(result.megabytes).toBeLessThan(250);
  });
});
