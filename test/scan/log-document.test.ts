// Is an export that is one JSON document read entry by entry, and is every other log left as it is?
import { describe, expect, it } from 'vitest';
import { LogDocument } from '../../src/scan/log-document.ts';

function read(text: string, most?: number): string {
  const document = new LogDocument(false, most);
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 50_000) parts.push(document.take(bytes.subarray(at, at + 50_000)));
  return Buffer.concat([...parts, document.end()]).toString();
}
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const [first, second] = [
  { timestamp: 1795981037034, message: 'one' },
  { timestamp: 1795981037035, message: 'two' },
];
const entry = (id: string) => ({ insertId: id, logName: 'projects/p/logs/x', textPayload: id });
const log = { id: 'A', type: 'log', attributes: { message: 'x' } };
const time = '2026-11-29T19:37:17.100Z';
const event = { eventVersion: '1.11', eventTime: time, eventName: 'SendMessage' };

describe('a document', () => {
  it.each([
    [
      'CloudWatch: events',
      { events: [first, second], searchedLogStreams: [] },
      [
        { logStreamName: '', ...first },
        { logStreamName: '', ...second },
      ],
    ],
    [
      'CloudWatch: a subscription',
      { messageType: 'DATA_MESSAGE', logStream: 's', logEvents: [first] },
      [{ logStreamName: 's', ...first }],
    ],
    [
      'Logs Insights, as its API answers',
      { results: [[{ field: '@message', value: 'x' }]], status: 'Complete' },
      [{ '@message': 'x' }],
    ],
    ['Google Cloud, a list', [entry('a'), entry('b')], [entry('a'), entry('b')]],
    ['Google Cloud, an answer of its API', { entries: [entry('a')] }, [entry('a')]],
    ['Datadog', { data: [log], meta: {} }, [log]],
    [
      'Loki',
      { status: 'success', data: { result: [{ stream: { pod: 'p' }, values: [['1795981037100000000', 'x']] }] } },
      [{ timestamp: time, labels: { pod: 'p' }, line: 'x' }],
    ],
    ['CloudTrail', { Records: [event, event] }, [event, event]],
    ['Elasticsearch', { took: 3, hits: { hits: [{ _id: '1', _source: first }] } }, [first]],
    ['a list of whatever an app wrote', [first, second], [first, second]],
  ])('of %s, on one line and printed over several', (_, document, lines) => {
    expect(linesOf(read(JSON.stringify(document)))).toEqual(lines);
    expect(linesOf(read(JSON.stringify(document, null, 2)))).toEqual(lines);
  });

  it('and others behind it, each on a line or each printed over several', () => {
    const documents = [
      { messageType: 'DATA_MESSAGE', logEvents: [first] },
      { messageType: 'DATA_MESSAGE', logEvents: [second] },
    ];
    for (const space of [0, 2]) {
      const text = documents.map((one) => JSON.stringify(one, null, space)).join('\n');
      expect(linesOf(read(text))).toEqual([first, second].map((one) => ({ logStreamName: '', ...one })));
    }
  });

  it('that is an object of no known shape is one line', () => {
    expect(read('{\n  "dedupe": "run"\n}\n{\n  "dedupe": "job"\n}\n')).toBe('{"dedupe":"run"}\n{"dedupe":"job"}\n');
  });

  it('that is too large is said to be', () => {
    const text = JSON.stringify({ events: Array.from({ length: 5000 }, () => first) });
    expect(linesOf(read(text))).toHaveLength(5000);
    expect(() => read(text, 100_000)).toThrow(/one JSON document.*jq -c/);
  });
});

describe('left as it is', () => {
  it.each([
    ['a log with an object a line', '{"status":200,"data":{"a":1}}\n{"status":500}\n'],
    ['a log whose first line has entries of another kind', '{"events":[{"name":"a"}],"status":200}\n{"events":[]}\n'],
    ['text that begins with a bracket', '[2026-11-29 19:37:17,100: INFO/MainProcess] x\n[DEBUG]  y\n'],
    ['a document without its end', '{\n  "events": [\n    {"timestamp":1,"message":"a"},\n'],
    ['what a program prints for people', '{\n  event_id: 1\n}\n'],
    ['nothing', ''],
    ['a log whose first line is the event of a function', '{"Records":[{"messageId":"1"}]}\nSTART\n'],
    ['the same, and a long one', `{"Records":[{"body":"${'x'.repeat(70_000)}"}]}\nSTART\n`],
    ['a long log', `${JSON.stringify(first)}\n`.repeat(5000)],
  ])('%s', (_, text) => {
    expect(read(text).trimEnd()).toBe(text.trimEnd());
  });
});
