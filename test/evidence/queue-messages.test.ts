// Messages of SQS that logs hold: is each a job, each time it was taken a start, and is what the request did done for it?
import { describe, expect, it } from 'vitest';
import type { FieldMap } from '../../src/model/field-map.ts';
import { logOf, mapOf, sweptLog, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 20, 19, 37, 0);
const iso = (ms: number) => new Date(start + ms).toISOString();
const made: FieldMap = mapOf({ record_id: 'record_id' });
const ids = { a: '5f2a1f0e-0d1c-4b3a-9d7e-0000000000aa', b: '5f2a1f0e-0d1c-4b3a-9d7e-0000000000bb' };
const requests = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const arn = 'arn:aws:sqs:eu-west-1:123456789012:tickets';
const words = 'could somebody please help';

const payload = (name: 'a' | 'b') => ({
  team_id: 'T1',
  event_id: name === 'a' ? 'EvMSG00A' : 'EvMSG00B',
  event: { type: 'message', channel: 'C9', ts: `17647000${name === 'a' ? 10 : 20}.000100`, text: words },
});
const attributes = (count: number) => ({
  ApproximateReceiveCount: String(count),
  SentTimestamp: String(start),
  ApproximateFirstReceiveTimestamp: String(start + 100),
});
const taken = (name: 'a' | 'b', count: number, body: unknown = payload(name)) => ({
  messageId: ids[name],
  receiptHandle: `handle-${name}-${count}`,
  body: JSON.stringify(body),
  attributes: attributes(count),
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
});
const created = (id: string, event?: string) => ({ msg: 'created', ...(event && { event_id: event }), record_id: id });

/** Python's `print`. */
function repr(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'None' : String(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `'${key}': ${repr(inner)}`)
    .join(', ')}}`;
}

type Write = (ms: number, request: string, said: object) => string;
const forms: [name: string, write: Write, platform: (ms: number, text: string) => string][] = [
  ['text', (ms, id, said) => `${iso(ms)}\t${id}\tINFO\t${JSON.stringify(said)}`, (ms, text) => `${iso(ms)} ${text}`],
  [
    'text of Python',
    (ms, id, said) => `[INFO]\t${iso(ms)}\t${id}\t${'Records' in said ? repr(said) : JSON.stringify(said)}`,
    (ms, text) => `${iso(ms)} ${text}`,
  ],
  [
    'JSON',
    (ms, id, message) => JSON.stringify({ timestamp: iso(ms), level: 'INFO', requestId: id, message }),
    (ms, text) => `${iso(ms)} ${text}`,
  ],
  [
    'Powertools',
    (ms, id, message) =>
      JSON.stringify({ level: 'INFO', message, timestamp: iso(ms), service: 's', function_request_id: id }),
    (ms, text) => `${iso(ms)} ${text}`,
  ],
  [
    'a CloudWatch export',
    (ms, id, said) => exported(ms, `${iso(ms)}\t${id}\tINFO\t${JSON.stringify(said)}\n`),
    (ms, text) => exported(ms, `${text}\n`),
  ],
];
const exported = (ms: number, message: string) =>
  JSON.stringify({
    logStreamName: 's',
    timestamp: start + ms,
    message,
    ingestionTime: start + ms + 9,
    eventId: String(ms),
  });

const report = (id: string, ms: number, more = '') =>
  `REPORT RequestId: ${id}\tDuration: ${ms}.00 ms\tBilled Duration: ${ms} ms\t${more}`;

function run(
  [, write, platform]: (typeof forms)[0],
  records: (count: number) => object[],
  said: (count: number) => object[],
) {
  const [first, second] = requests;
  return [
    platform(100, `START RequestId: ${first} Version: $LATEST`),
    write(105, first, { Records: records(1) }),
    platform(30_100, `START RequestId: ${second} Version: $LATEST`),
    write(30_105, second, { Records: records(2) }),
    ...said(2).map((one) => write(30_600, second, one)),
    platform(31_100, report(second, 1000)),
    ...said(1).map((one) => write(40_600, first, one)),
    platform(41_100, report(first, 41_000)),
  ];
}

describe.each(forms)('a function that logs its event, as %s', (...form) => {
  it('took one message twice, the second time while the first still ran', async () => {
    const file = logOf(
      run(
        form,
        (count) => [taken('a', count)],
        (count) => [created(`OPS-${count}`)],
      ),
    );
    const { document } = await tracedLog('EvMSG00A', file, made);
    expect(document.findings[0]).toMatchObject({ rule: 'job-reclaimed-while-running', certainty: 'consistent' });
    expect(document.findings[0]?.args).toMatchObject({
      queue: 'tickets',
      jobId: ids.a,
      gapMs: 30_000,
      attempts: [1, 2],
    });
    expect(document.facts.map(({ kind }) => kind)).toEqual(['job', 'attempt', 'attempt', 'record', 'record']);
    expect(document.facts[0]?.fields).toMatchObject({ attempts_started: 2, attempts_exactness: 'inferred' });
    expect(document.facts.flatMap(({ contradictions = [] }) => contradictions)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/please help|handle-/);
    const swept = await sweptLog(file, made);
    expect(swept.filter(({ kind }) => kind === 'record').map(({ fields }) => fields)).toMatchObject([
      { job_id: ids.a, attempt: 2, event_id: 'EvMSG00A' },
      { job_id: ids.a, attempt: 1 },
    ]);
  });

  it('took two messages at once, and what was made is that of the event that its line names', async () => {
    const file = logOf(
      run(
        form,
        (count) => [taken('a', count), taken('b', count)],
        (count) => [created(`OPS-${count}`, 'EvMSG00A'), ...(count === 1 ? [created('OPS-9', 'EvMSG00B')] : [])],
      ),
    );
    const { document } = await tracedLog('EvMSG00A', file, made);
    expect(document.records.map(({ id }) => id).sort()).toEqual(['OPS-1', 'OPS-2']);
    const { document: other } = await tracedLog('EvMSG00B', file, made);
    expect(other.records.map(({ id }) => id)).toEqual(['OPS-9']);
  });
});

describe('a message', () => {
  const text = forms[0] as (typeof forms)[0];
  const factsOf = async (lines: readonly (object | string)[], ref = 'EvMSG00A') =>
    (await tracedLog(ref, logOf(lines), made)).document.facts;

  it.each([
    ['a topic', { Type: 'Notification', TopicArn: 'arn:aws:sns:x:1:t', Message: JSON.stringify(payload('a')) }],
    ['a bus', { 'detail-type': 'x', source: 'app', detail: payload('a') }],
    ['a gateway', { body: JSON.stringify(payload('a')) }],
  ])('behind %s names the event', async (_, body) => {
    const facts = await factsOf([text[1](105, requests[0], { Records: [taken('a', 1, body)] })]);
    expect(facts.map(({ kind, fields }) => [kind, fields.job_id])).toEqual([
      ['job', ids.a],
      ['attempt', ids.a],
    ]);
  });

  it('that failed in its function failed as a start', async () => {
    const facts = await factsOf([
      text[1](105, requests[0], { Records: [taken('a', 1)] }),
      `${iso(3100)} ${report(requests[0], 3000, 'Status: timeout')}`,
    ]);
    expect(facts[1]?.fields).toMatchObject({ outcome: 'failed', error_code: 'TIMEOUT', finished_at: iso(3100) });
  });

  it("in an SDK's own line has the lease that was asked for", async () => {
    const input = { QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/tickets', VisibilityTimeout: 45 };
    const message = {
      MessageId: ids.a,
      ReceiptHandle: 'handle',
      Body: JSON.stringify(payload('a')),
      Attributes: attributes(2),
    };
    const facts = await factsOf([
      {
        time: start + 200,
        hostname: 'w1',
        commandName: 'ReceiveMessageCommand',
        input,
        output: { Messages: [message] },
      },
    ]);
    expect(facts[1]).toMatchObject({
      kind: 'attempt',
      fields: { queue: 'tickets', attempt: 2, lease_ms: 45_000, instance_id: 'w1' },
    });
  });

  it("in a worker's own line is a start of the event on that line", async () => {
    const line = {
      time: start + 200,
      msg: 'taken',
      MessageId: ids.a,
      ApproximateReceiveCount: '2',
      queue: 'tickets',
      event_id: 'EvMSG00A',
    };
    expect((await factsOf([line]))[1]).toMatchObject({ kind: 'attempt', fields: { queue: 'tickets', attempt: 2 } });
  });

  it('without a counter has its starts numbered by their handles', async () => {
    const { attributes: _, ...bare } = taken('a', 1);
    const lines = ['h1', 'h1', 'h2'].map((receiptHandle, i) => ({
      time: start + i * 1000,
      Records: [{ ...bare, receiptHandle }],
    }));
    const facts = await factsOf(lines);
    expect(facts.filter(({ kind }) => kind === 'attempt').map(({ fields }) => fields.attempt)).toEqual([1, 2]);
  });

  it('twice in one batch is two jobs', async () => {
    const twin = { ...taken('a', 1), messageId: ids.b };
    const facts = await factsOf([text[1](105, requests[0], { Records: [taken('a', 1), twin] })]);
    expect(facts.filter(({ kind }) => kind === 'job').map(({ fields }) => fields.job_id)).toEqual([ids.a, ids.b]);
  });

  it('that was sent is a job and no start', async () => {
    const sent = {
      ...{ eventVersion: '1.11', eventTime: iso(0), eventSource: 'sqs.amazonaws.com', eventName: 'SendMessage' },
      requestParameters: {
        queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/tickets',
        messageBody: 'HIDDEN',
      },
      responseElements: { mD5OfMessageBody: 'd4', messageId: ids.a },
    };
    const facts = await factsOf([sent], `job:tickets/${ids.a}`);
    expect(facts).toMatchObject([{ kind: 'job', at: iso(0), fields: { queue: 'tickets' } }]);
  });
});
