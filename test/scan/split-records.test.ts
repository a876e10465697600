// Are records that a container's runtime cut put together, wherever the bytes are cut, and is everything else left as it is?
import { describe, expect, it } from 'vitest';
import { SplitRecords } from '../../src/scan/split-records.ts';

function read(text: string, piece = text.length): string {
  const records = new SplitRecords();
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += piece) out.push(Buffer.from(records.take(bytes.subarray(at, at + piece))));
  return Buffer.concat([...out, records.end()]).toString();
}

const at = '2026-11-20T19:37:19.100000000Z';
const cri = (stream: string, flag: string, text: string) => `${at} ${stream} ${flag} ${text}\n`;
const docker = (log: string, stream = 'stdout') => `${JSON.stringify({ log, stream, time: at })}\n`;
const linesOf = (text: string) => text.split('\n').map((line) => line.trim());

const forms: [name: string, text: string, lines: string[]][] = [
  [
    'containerd',
    cri('stdout', 'F', 'one') + cri('stdout', 'P', '{"a":') + cri('stdout', 'P', '"é') + cri('stdout', 'F', '"}'),
    [`${at} stdout F one`, '', '', `${at} stdout F {"a":"é"}`, ''],
  ],
  [
    'containerd, two streams in one',
    cri('stdout', 'P', '{"a":') + cri('stderr', 'P', 'wa') + cri('stdout', 'F', '1}') + cri('stderr', 'F', 'rn'),
    ['', '', `${at} stdout F {"a":1}`, `${at} stderr F warn`, ''],
  ],
  [
    'Docker',
    docker('one\n') + docker('{"a":"\\') + docker('other\n', 'stderr') + docker('""}\n'),
    [docker('one\n').trim(), '', docker('other\n', 'stderr').trim(), docker('{"a":"\\""}\n').trim(), ''],
  ],
  [
    'Docker, a text whose last letters are a backslash and an n',
    docker('a\\n') + docker('b\n'),
    ['', docker('a\\nb\n').trim(), ''],
  ],
];

describe('a record that was cut', () => {
  it.each(forms)('by %s is one, at the line of its last part', (_, text, lines) => {
    expect(linesOf(read(text))).toEqual(lines);
  });

  it.each(forms)('by %s keeps the bytes and the lines behind it where they are', (_, text) => {
    expect(Buffer.byteLength(read(text))).toBe(Buffer.byteLength(text));
  });

  it.each(forms)('by %s does not depend on how the bytes are cut behind its first line', (_, text, lines) => {
    const first = Buffer.byteLength(`${text.split('\n')[0]}\n`);
    for (const piece of [first, first + 1, first + 7]) expect(linesOf(read(text, piece))).toEqual(lines);
  });

  it('without its end is left as it is', () => {
    const text = cri('stdout', 'F', 'one') + cri('stdout', 'P', '{"a":') + cri('stderr', 'F', 'two');
    expect(read(text)).toBe(text);
    expect(read(docker('a\n') + docker('b'))).toBe(docker('a\n') + docker('b'));
  });

  it('that does not end for megabytes is not waited for', () => {
    const part = cri('stdout', 'P', 'x'.repeat(16_000));
    const text = cri('stdout', 'F', 'one') + part.repeat(300) + cri('stdout', 'F', 'end');
    const records = new SplitRecords();
    const out = records.take(Buffer.from(text.slice(0, 4_700_000))).length;
    expect(out).toBeGreaterThan(4_000_000);
  });
});

describe('left as they are', () => {
  it.each([
    ['whole records of containerd', cri('stdout', 'F', 'one') + cri('stderr', 'F', 'a stdout P b')],
    ['whole records of Docker', docker('one\n') + docker('{"stream":"a"}\n')],
    ['lines of an app that speaks of streams', '{"msg":"stdout P x","stream":"stdout"}\n{"log":"a"}\n'],
    ['a line that does not end', 'x'.repeat(3_000_000)],
    ['a line of containerd that does not end', cri('stdout', 'F', 'one') + 'x'.repeat(6_000_000)],
  ])('%s', (_, text) => {
    expect(read(text, 1_000_000)).toBe(text);
    expect(read(text)).toBe(text);
  });
});
