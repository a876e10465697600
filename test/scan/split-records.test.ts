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

const printed: [name: string, text: string, lines: string[]][] = [
  [
    'by Node, with words before it',
    "up\ngot {\n  event_id: 'Ev1',\n  event: {\n    text: \"it's {\",\n    files: [ [Object] ],\n    ts: '1.2'\n  }\n}\ndown\n",
    [
      'up',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      'got {"event_id":"Ev1","event":{"text":"it\'s {","files":[{}],"ts":"1.2"}}',
      'down',
      '',
    ],
  ],
  [
    'by an older Node',
    "{ type: 'event_callback',\n  event_id: 'Ev1',\n  event: { ts: '1.2' } }\n",
    ['', '', '{"type":"event_callback","event_id":"Ev1","event":{"ts":"1.2"}}', ''],
  ],
  [
    'by Python',
    "{'event_id': 'Ev1',\n 'retry': None,\n 'é': True}\n",
    ['', '', '{"event_id":"Ev1","retry":null,"é":true}', ''],
  ],
  [
    'as JSON',
    '{\r\n  "event_id": "Ev1",\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n',
    ['', '', '', '', '', '{  "event_id": "Ev1",  "a": [    1  ]}', ''],
  ],
  [
    'with what has no other form',
    "{\n  event_id: 'Ev1',\n  body: <Buffer 7b>\n}\n",
    ['', '', '', "{  event_id: 'Ev1',  body: <Buffer 7b>}", ''],
  ],
];

describe('an object that is printed over several lines', () => {
  it.each(printed)('%s is one line, at its last, and everything behind it stays where it was', (_, text, lines) => {
    expect(linesOf(read(text))).toEqual(lines);
    expect(Buffer.byteLength(read(text))).toBe(Buffer.byteLength(text));
    for (const piece of [text.length - 1, 40, 41, 47]) {
      const long = `${'x y\n'.repeat(20_000)}${text}`;
      expect(linesOf(read(text + long, piece + 64 * 1024)).slice(-lines.length)).toEqual(lines);
    }
  });

  it.each([
    ['is cut by another line', "{\n  event_id: 'Ev1',\nother\n  a: 'b'\n}\n"],
    ['never ends', "{\n  event_id: 'Ev1',\n  a: 'b'\n"],
    ['is a block of code', 'if (a) {\n  return b;\n}\n'],
    ['is longer than any event', `{\n${"  event_id: 'Ev1',\n".repeat(1001)}}\n`],
    ['is JSON of one line', '{"a":"{","b":1}\n  c: 1\n}\n'],
  ])('or seems so, and %s, is left as it is', (_, text) => {
    expect(read(text)).toBe(text);
  });
});
