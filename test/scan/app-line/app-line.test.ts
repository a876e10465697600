// What does one line of an ordinary log show, and what looks like it and shows nothing?
import { describe, expect, it } from 'vitest';
import { noFieldMap } from '../../../src/model/field-map.ts';
import { readAppLine, type Shown } from '../../../src/scan/app-line/app-line.ts';
import { readRecord } from '../../../src/scan/log-record.ts';

const time = Date.UTC(2026, 10, 29, 19, 37, 17, 34);
const iso = new Date(time).toISOString();

function read(line: object | string, map = noFieldMap): Shown[] {
  const record = readRecord(typeof line === 'string' ? line : JSON.stringify(line));
  return record === undefined ? [] : readAppLine(record, map);
}

const headers = { 'x-slack-signature': 'v0=00', 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };

describe('formats', () => {
  it.each([
    ['pino', { time, pid: 7, hostname: 'a1', event_id: 'Ev1', retry_num: 1 }],
    ['winston', { timestamp: iso, level: 'info', message: 'got Ev1', eventId: 'Ev1', retryNum: 1 }],
    [
      'bunyan',
      { v: 0, name: 'bot', hostname: 'a1', pid: 7, time: iso, msg: '', event_id: 'Ev1', 'x-slack-retry-num': '1' },
    ],
    ['structlog', { event: 'event received', timestamp: iso, event_id: 'Ev1', retry_num: 1 }],
    ['structlog, seconds', { event: 'event received', timestamp: time / 1000, event_id: 'Ev1', retry_num: 1 }],
    [
      'python-json-logger',
      { message: 'received', timestamp: '2026-11-29T19:37:17.034+00:00', event_id: 'Ev1', retry_num: 1 },
    ],
    [
      'ECS',
      { '@timestamp': iso, 'log.level': 'info', 'process.pid': 7, 'slack.event_id': 'Ev1', 'slack.retry_num': 1 },
    ],
    ['zap', { ts: time / 1000, level: 'info', event_id: 'Ev1', retry_num: 1 }],
    ['logfmt', `time=${iso} level=info msg="event received" event_id=Ev1 retry_num=1`],
    ['Socket Mode', { time, envelope_id: 'e1', payload: { event_id: 'Ev1' }, retry_attempt: 1 }],
    ['a collector in front', `app-1 | ${JSON.stringify({ time, event_id: 'Ev1', retry_num: 1 })}`],
  ])('reads %s', (_, line) => {
    expect(read(line)).toMatchObject([
      { kind: 'delivery', isWeak: false, fields: { event_id: 'Ev1', retry_num: 1, at: expect.closeTo(time, 1) } },
    ]);
  });
});

describe('a request', () => {
  const line = { time, pid: 7, hostname: 'a1', req: { id: 3, method: 'POST', url: '/slack/events?x=1', headers } };

  it('is an arrival at the time of its first line', () => {
    const [shown] = read({ ...line, body: { event_id: 'Ev1', team_id: 'T1' } });
    expect(shown?.fields).toMatchObject({
      at: time,
      delivery_id: 'request:3@a1/7',
      retry_reason: 'http_timeout',
      route: '/slack/events',
      workspace_id: 'T1',
    });
    expect(shown?.fields.request_id).toBeUndefined();
  });

  it('ended when its answer was logged, and arrived that much earlier as it took', () => {
    const answered = { ...line, res: { statusCode: 200 } };
    expect(read({ ...answered, responseTime: 4205 })[0]?.fields).toMatchObject({
      at: time - 4205,
      answered_at: time,
      status: 200,
    });
    expect(read(answered)[0]?.fields.at).toBeUndefined();
    expect(read({ ...answered, duration: '4.2s' })[0]?.fields.at).toBe(time - 4200);
    expect(read({ ...answered, duration_seconds: 4.2 })[0]?.fields.at).toBe(time - 4200);
  });

  it.each(['duration', 'elapsed', 'latency'])('does not guess the unit of a bare %s', (name) => {
    expect(read({ ...line, res: { statusCode: 200 }, [name]: 4.2 })[0]?.fields).toMatchObject({
      at: undefined,
      answered_at: time,
    });
  });

  it('is not answered by what a call inside it was answered', () => {
    for (const about of [{ status: 502 }, { err: { response: { status: 502 } } }, { status: 'ok' }]) {
      expect(read({ ...line, ...about })[0]?.fields).toMatchObject({ at: time });
      expect(read({ ...line, ...about })[0]?.fields.status).toBeUndefined();
    }
  });

  it('has an id of its own where that is not a counter', () => {
    const request_id = '3f0c1a52-5a54-4f6e-9d31-0e8c2d7b8f00';
    expect(read({ time, event_id: 'Ev1', retry_num: 1, request_id })[0]?.fields).toMatchObject({
      request_id,
      delivery_id: `request:${request_id}`,
    });
    expect(read({ time, event_id: 'Ev1', retry_num: 1, request_id: 'req-1' })[0]?.fields.delivery_id).toBeUndefined();
  });
});

describe('what shows nothing alone', () => {
  it('ties an event to a request or a job, weakly', () => {
    expect(read({ time, event_id: 'Ev1', request_id: '3f0c1a52-5a54-4f6e' })).toMatchObject([
      { kind: 'delivery', isWeak: true },
    ]);
    expect(read({ time, event_id: 'Ev1', jobId: '42', queue: 'tickets' })).toMatchObject([
      { kind: 'job', isWeak: true },
    ]);
  });

  it.each([
    ['an event id alone', { time, event_id: 'Ev1', msg: 'created OPS-41 in 4.2 s, retry 1, http_timeout' }],
    [
      'a call to somewhere else',
      { time, method: 'POST', url: 'https://tracker.example/issues', status: 201, request_id: 'r1' },
    ],
    ['an object named event that is text', { time, event: { text: 'x-slack-retry-num: 1', title: 'Ev1' } }],
    ['an id of something else', { time, id: 'Ev1', user: { id: 'U1' }, ticket: { id: 'OPS-41' }, status: 'ok' }],
    ['text', 'POST /slack/events 200 event_id=Ev1'],
    ['a list', '[1,2]'],
  ])('is not %s', (_, line) => {
    expect(read(line)).toEqual([]);
  });
});

describe('single values', () => {
  const delivery = (more: object) => read({ time, event_id: 'Ev1', retry_num: 1, ...more })[0]?.fields ?? {};

  it("takes a message's ts for no time, and a time for no ts", () => {
    const [shown] = read({ ts: '1795981036.867518', channel: 'C07HELP', event_id: 'Ev1', retry_num: 1 });
    expect(shown?.fields).toMatchObject({ at: undefined, ts: '1795981036.867518', channel: 'C07HELP' });
    expect(delivery({ ts: iso }).ts).toBeUndefined();
    expect(delivery({ ts: 1795981036.867518, channel: 'C07HELP' }).ts).toBe('1795981036.867518');
  });

  it('takes the message of an edit, not the edit', () => {
    const event = {
      type: 'message',
      subtype: 'message_changed',
      channel: 'C1',
      ts: '1795981099.000100',
      message: { ts: '1795981036.867518', text: 'hi' },
    };
    expect(delivery({ body: { event } })).toMatchObject({ ts: '1795981036.867518', event_subtype: 'message_changed' });
  });

  it('takes no address, e-mail, name or prose', () => {
    const fields = delivery({
      hostname: '10.0.0.7',
      instance: 'fe80::1',
      request_id: 'ana@example.com',
      queue: 'a b',
      body: { event: { user: 'Ana' } },
    });
    expect(JSON.stringify(fields)).not.toMatch(/10\.0|fe80|ana|a b/i);
  });

  it('names an attempt by its own number only', () => {
    expect(read({ time, job: { id: 42, queueName: 'tickets' }, attempt: 2 })).toMatchObject([
      { kind: 'attempt', fields: { job_id: '42', queue: 'tickets', attempt: 2, at: time } },
    ]);
    expect(read({ time, jobId: 42, attemptsMade: 1 })).toEqual([]);
  });
});

describe('a guard', () => {
  const line = { time, pid: 7, hostname: 'a1', event_id: 'Ev1', request_id: '3f0c1a52-5a54-4f6e' };
  const guards = (more: object) => read({ ...line, ...more }).filter(({ kind }) => kind === 'guard');

  it.each<[string, object, object]>([
    ['flat', { dedupe_key: 'T1:Ev1', dedupe_result: 'miss' }, { result: 'miss' }],
    ['camel case', { dedupeKey: 'T1:Ev1', dedupeHit: true }, { result: 'hit' }],
    ['a flag', { dedupe_key: 'T1:Ev1', is_duplicate: false }, { result: 'miss' }],
    [
      'a lock',
      { lock_key: 'T1:Ev1', lock_acquired: true, lock_ttl_ms: 30_000 },
      { result: 'claimed', expires_at: time + 30_000 },
    ],
    ['a claim that met another', { claim: { key: 'T1:Ev1', claimed: false } }, { result: 'hit' }],
    [
      'an object',
      { guard: { key: 'T1:Ev1', result: 'claimed', store: 'redis', set_at: iso, ttl: '300s' } },
      { result: 'claimed', store: 'redis', scope: 'shared', set_at: time, expires_at: time + 300_000 },
    ],
    ['memory', { dedupe: { key: 'T1:Ev1', hit: false, store: 'memory' } }, { result: 'miss', scope: 'process' }],
    ['released', { guard: { key: 'T1:Ev1', result: 'released' } }, { result: 'released' }],
  ])('%s', (_, more, fields) => {
    expect(guards(more)).toMatchObject([
      { isWeak: false, fields: { at: time, event_id: 'Ev1', key: 'T1:Ev1', ...fields } },
    ]);
  });

  it.each<[string, object]>([
    ['a key without an answer', { dedupe_key: 'T1:Ev1' }],
    ['an answer without a key', { is_duplicate: true }],
    ["a key of the target's request", { idempotency_key: 'T1:Ev1', result: 'hit' }],
    ['a key of something else', { key: 'T1:Ev1', result: 'hit' }],
    ['an answer in a word that nobody knows', { guard: { key: 'T1:Ev1', result: 'maybe' } }],
    ["a key inside the sender's body", { body: { guard: { key: 'T1:Ev1', result: 'hit' } } }],
  ])('is not %s', (_, more) => {
    expect(guards(more)).toEqual([]);
  });

  it('has no end where the unit of its life is not known', () => {
    expect(guards({ guard: { key: 'T1:Ev1', result: 'claimed', ttl: 300 } })[0]?.fields.expires_at).toBeUndefined();
  });
});
