// Is every form of line recognised by what only it has, and is what stands inside read as if nothing stood around it?
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineForms } from '../../../src/scan/line-forms/index.ts';
import { unfold } from '../../../src/scan/line-forms/unfold.ts';

const own = { event_id: 'Ev0FORM1', request_id: '5c2f8f0a-3c1b-4b0e-9a52-0d0c6a1f7b11' };
const inside = JSON.stringify(own);
const escaped = JSON.stringify(inside);
const time = '2026-11-02T09:15:00.150Z';

/** Form, a line of it, and what must be known from it. */
const carriers: readonly [form: string, line: string, outer: object][] = [
  ['docker-json', `{"log":${JSON.stringify(`${inside}\n`)},"stream":"stdout","time":"${time}"}`, { time }],
  [
    'cloudwatch',
    `{"timestamp":1793610900150,"message":${escaped},"logStreamName":"s","eventId":"39"}`,
    { time: 1793610900150 },
  ],
  [
    'cloudwatch',
    `{"@timestamp":"2026-11-02 09:15:00.150","@message":${escaped}}`,
    { time: '2026-11-02 09:15:00.150Z' },
  ],
  [
    'google-cloud',
    `{"insertId":"a","timestamp":"${time}","jsonPayload":${inside},"trace":"projects/p/traces/0af7651916cd43dd8448eb211c80319c"}`,
    { time, trace_id: '0af7651916cd43dd8448eb211c80319c' },
  ],
  [
    'datadog',
    `{"id":"x","type":"log","attributes":{"timestamp":"${time}","host":"h","attributes":${inside}}}`,
    { time, hostname: 'h' },
  ],
  ['loki', `{"labels":{"pod":"api-7"},"line":${escaped},"timestamp":"${time}"}`, { time, instance_id: 'api-7' }],
  [
    'journald',
    `{"MESSAGE":${escaped},"__REALTIME_TIMESTAMP":"1793610900150321","_PID":"41"}`,
    { time: 1793610900150, pid: '41' },
  ],
  ['kubernetes', `${time} stdout F ${inside}`, { time }],
  ['syslog', `<165>1 ${time} web-1 api 412 - [a b="c\\]"] ${inside}`, { time, instance_id: 'web-1', pid: '412' }],
  ['syslog-bsd', `<34>Nov  2 09:15:00 web-1 api[412]: ${inside}`, { instance_id: 'web-1', pid: '412' }],
  ['platform', `${time} app[web.1]: ${inside}`, { time, instance_id: 'app[web.1]' }],
  ['cloudwatch-tail', `${time} 2026/11/02/[$LATEST]0af765 ${inside}`, { time }],
  [
    'lambda-line',
    `${time}\t8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01\tINFO\t{"event_id":"Ev0FORM1"}`,
    { time, request_id: '8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01' },
  ],
  [
    'lambda-line',
    `[INFO]\t${time}\t8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01\tevent_id=Ev0FORM1`,
    { time, request_id: '8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01' },
  ],
  [
    'lambda-object',
    `{"timestamp":"${time}","level":"INFO","requestId":"5c2f8f0a-3c1b-4b0e-9a52-0d0c6a1f7b11","message":{"event_id":"Ev0FORM1"}}`,
    { time, request_id: own.request_id },
  ],
  ['compose', `api-1  | ${time} ${inside}`, { time, instance_id: 'api-1' }],
  ['kubectl', `[pod/api-7/main] ${inside}`, { instance_id: 'api-7' }],
  ['timed', `${time} ${inside}`, { time }],
  [
    'timed',
    `2026-11-02T09:15:01.000Z ${time}\t8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01\tINFO\t{"event_id":"Ev0FORM1"}`,
    { time, request_id: '8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01' },
  ],
  ['timed', `${time} came event_id=Ev0FORM1, again`, { time }],
  ['loki-labels', `{app="x", pod="api-7"} ${inside}`, { instance_id: 'api-7' }],
  ['python', `INFO 2026-11-02 09:15:00,150 views 7 140 got ${inside}`, { time: '2026-11-02 09:15:00,150' }],
  ['python', `2026-11-02 09:15:00,150 - api - INFO - got ${inside}`, { time: '2026-11-02 09:15:00,150' }],
  [
    'python',
    `[2026-11-02 09:15:00 +0000] [7] [WARNING] event 'event_id': 'Ev0FORM1', again`,
    { time: '2026-11-02 09:15:00 +0000' },
  ],
  ['python-bare', 'INFO:api.slack:received event_id=Ev0FORM1, retry_num=1', { retry_num: '1' }],
];

/** Almost such a line, and another thing. */
const others: readonly [form: string, line: string][] = [
  ['docker-json', '{"log":"text","time":"2026-11-02T09:15:00Z"}'],
  ['cloudwatch', '{"timestamp":1793610900150,"message":"an app\'s own line"}'],
  ['google-cloud', '{"timestamp":"2026-11-02T09:15:00Z","jsonPayload":{}}'],
  ['datadog', '{"type":"click","attributes":{"message":"x"}}'],
  ['loki', '{"line":"text","timestamp":"x"}'],
  ['kubernetes', '2026-11-02T09:15:00Z stdout: text'],
  ['syslog', '<165> Nov 2 text'],
  ['platform', '2026-11-02T09:15:00Z text: more'],
  ['lambda-event', '{"timestamp":1793610900150,"message":"STARTED by hand"}'],
  [
    'lambda-event',
    '{"timestamp":1793610900150,"message":"START RequestId: 8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01","requestId":"an app\'s own"}',
  ],
  ['lambda', 'START of RequestId: 8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01'],
  ['access', '"POST /slack/events HTTP/1.1" 200 12'],
  ['python', '2026-11-02 09:15:00,150 a sentence about information'],
];

describe('a carrier', () => {
  it.each(carriers)('%s: %s', (form, line, outer) => {
    const { record, forms } = unfold(line);
    expect(forms[0]).toBe(form);
    expect(record).toMatchObject({ event_id: 'Ev0FORM1', ...outer });
  });

  it.each(others)('%s is not: %s', (form, line) => {
    expect(unfold(line).forms).not.toContain(form);
  });

  it('leaves the time to the line inside, which was there first', () => {
    const line = `2026-11-02T09:15:09Z stdout F {"event_id":"Ev0FORM1","timestamp":"${time}"}`;
    expect(unfold(line).record).toEqual({ event_id: 'Ev0FORM1', timestamp: time });
  });

  it("takes no id of the carrier's own for the event's", () => {
    const line = '{"timestamp":1793610900150,"message":"text","logStreamName":"s","eventId":"391"}';
    expect(JSON.stringify(unfold(line).record)).not.toContain('391');
  });

  it('may stand in others', () => {
    const wraps: ((text: string) => string)[] = [
      (text) => `{"log":${JSON.stringify(`${text}\n`)},"stream":"stderr","time":"${time}"}`,
      (text) => `${time} stdout F ${text}`,
      (text) => `{"labels":{"pod":"p"},"line":${JSON.stringify(text)},"timestamp":"${time}"}`,
      (text) => `<165>1 ${time} web-1 api 412 - - ${text}`,
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...wraps), { maxLength: 4 }),
        fc.dictionary(fc.string(), fc.string()),
        (around, more) => {
          const line = around.reduce((text, wrap) => wrap(text), JSON.stringify({ ...more, ...own }));
          expect(unfold(line).record).toMatchObject(own);
        },
      ),
    );
  });

  it('is never the reason that a reader fails', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void unfold(text)));
  });
});

describe('an access line', () => {
  it.each([
    [
      '192.0.2.7 - - [02/Nov/2026:10:15:03 +0100] "POST /slack/events?token=abc HTTP/1.1" 200 2 "-" "Slackbot 1.0 (+https://api.slack.com/robots)" rt=4.201 request_id=5c2f8f0a3c1b4b0e9a520d0c6a1f7b11 retry_num=- x_slack_retry_reason="http_timeout"',
      {
        time: '2026-11-02T10:15:03+0100',
        method: 'POST',
        url: '/slack/events',
        status: '200',
        duration_s: '4.201',
        request_id: '5c2f8f0a3c1b4b0e9a520d0c6a1f7b11',
        'x-slack-retry-reason': 'http_timeout',
      },
    ],
    [
      'https 2026-11-02T09:15:04.201000Z app/lb/50dc6c495c0c9188 192.0.2.7:2817 10.0.0.1:80 0.001 4.100 0.000 200 200 34 366 "POST https://bot.example.com:443/slack/events?x=1 HTTP/1.1" "Slackbot 1.0" ECDHE TLSv1.2 arn:aws:x "Root=1-58337262-36d228ad5d99923122bbe354" "bot.example.com" "-"',
      {
        time: '2026-11-02T09:15:04.201000Z',
        method: 'POST',
        url: '/slack/events',
        status: '200',
        duration_s: 4.101,
        correlation_id: '1-58337262-36d228ad5d99923122bbe354',
      },
    ],
  ])('%s', (line, fields) => {
    const { record } = unfold(line);
    expect(record).toEqual(fields);
    expect(JSON.stringify(record)).not.toMatch(/192\.0\.2|token|bot\.example/);
  });
});

const tasks: readonly [form: string, line: string, task: object | undefined][] = [
  ['celery-task', '[2026-11-30 12:51:50,707: INFO/MainProcess] Task app.create[id-1] received', { is: 'received' }],
  ['celery-task', 'Received task: app.create[id-1]  ', { is: 'received' }],
  [
    'celery-task',
    "[2026-11-30 12:51:50,871: INFO/ForkPoolWorker-1] Task app.create[id-1] succeeded in 0.25s: {'ticket': 1}",
    { is: 'ended', outcome: 'done', tookMs: 250 },
  ],
  [
    'celery-task',
    "2026-11-30 12:51:50,871 - celery - ERROR - Task app.create[id-1] raised unexpected: ValueError('a secret')",
    { is: 'ended', outcome: 'failed', errorCode: 'ValueError' },
  ],
  [
    'celery-task',
    "[2026-11-30 12:51:55,872: INFO/ForkPoolWorker-1] Task app.create[id-1] retry: Retry in 10s: TimeoutError('x')",
    { is: 'ended', outcome: 'failed', errorCode: 'TimeoutError' },
  ],
  ['celery-task', 'Hard time limit (300s) exceeded for app.create[id-1]', { outcome: 'lost', errorCode: 'TIME_LIMIT' }],
  [
    'sidekiq',
    '2026-11-30T12:52:27.468Z pid=958 tid=1aa class=CreateTicket jid=id-1 elapsed=0.007 INFO: fail',
    { is: 'ended', outcome: 'failed', tookMs: 7, process: '958/1aa' },
  ],
  ['sidekiq', 'pid=1262 tid=cm class=CreateTicket jid=id-1 INFO: start', { is: 'started' }],
  [
    'sidekiq-json',
    '{"ts":"2026-11-30T12:52:43.660Z","pid":1145,"tid":"9d","lvl":"INFO","msg":"start","ctx":{"class":"C","jid":"id-1"}}',
    { is: 'started', process: '1145/9d' },
  ],
];

describe('a worker', () => {
  it.each(tasks)('%s: %s', (form, line, task) => {
    const read = unfold(line);
    expect(read.forms).toContain(form);
    expect(read.task).toMatchObject({ jobId: 'id-1', ...task });
    expect(JSON.stringify(read)).not.toMatch(/secret|ticket'/);
  });

  it.each([
    '[2026-11-30 12:52:00,680: ERROR/MainProcess] Process ForkPoolWorker-1 exited',
    'Task app.create[id-1] is something that the app wrote',
    'Task app.create[id 1] received',
    '2026-11-30T12:52:27.468Z pid=958 tid=1aa class=C jid=id-1 INFO: started the import',
    '2026-11-30T12:52:27.468Z pid=958 tid=1aa INFO: start',
    '{"lvl":"INFO","msg":"start","ctx":{"class":"C","jid":"id-1"}}',
    '{"ts":"2026-11-30T12:52:43.660Z","tid":"9d","lvl":"INFO","msg":"fail again","ctx":{"jid":"id-1"}}',
  ])('says nothing of a task in: %s', (line) => {
    expect(unfold(line).task).toBeUndefined();
  });
});

it('every form has a line here', () => {
  const own = [
    'lambda',
    'lambda-event',
    'lambda-json',
    'access',
    'nginx-json',
    'alb',
    'celery',
    'cloudtrail',
    ...tasks.map(([form]) => form),
  ];
  const shown = new Set([...own, ...carriers.map(([form]) => form)]);
  expect(lineForms.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});
