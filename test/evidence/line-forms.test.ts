// Is the right story told from the logs of a platform, a web server and Python, in which nothing was written for this program?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepRunsApart } from '../../src/evidence/invocations.ts';
import type { Held } from '../../src/evidence/log-lines.ts';
import { mapOf, tempFolder, tracedLog } from './traced.ts';

const ids = ['8f5c1f2e-1111-4a6e-9d31-0e8c2d7b8f01', '8f5c1f2e-2222-4a6e-9d31-0e8c2d7b8f02'] as const;

function written(name: string, lines: readonly string[]): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const at = (ms: number) => new Date(Date.UTC(2026, 10, 2, 9, 15) + ms).toISOString();
const exported = (ms: number, message: string) =>
  JSON.stringify({ timestamp: Date.parse(at(ms)), message: `${message}\n`, logStreamName: 'a', eventId: '39' });

const begun = (ms: number, id: string) => exported(ms, `START RequestId: ${id} Version: $LATEST`);
const said = (ms: number, id: string, fields: object) =>
  exported(ms, `${at(ms)}\t${id}\tINFO\t${JSON.stringify(fields)}`);
const reported = (ms: number, id: string, duration: number, more = '') =>
  exported(
    ms,
    `REPORT RequestId: ${id}\tDuration: ${duration}.00 ms\tBilled Duration: ${duration} ms\tMemory Size: 128 MB\t${more}`,
  );

describe('Lambda, exported from CloudWatch', () => {
  const retry = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };

  it('shows an answer that came too late', async () => {
    const file = written('cw.jsonl', [
      begun(0, ids[0]),
      said(50, ids[0], { event_id: 'Ev0LAMBDA1', team_id: 'T0BIRCH', 'x-slack-request-timestamp': '1793610899' }),
      begun(3300, ids[1]),
      said(3350, ids[1], { event_id: 'Ev0LAMBDA1', 'x-slack-request-timestamp': '1793610903', ...retry }),
      said(3850, ids[1], { event_id: 'Ev0LAMBDA1', ticket: { key: 'OPS-2' } }),
      reported(3900, ids[1], 600),
      said(4050, ids[0], { event_id: 'Ev0LAMBDA1', ticket: { key: 'OPS-1' } }),
      reported(4100, ids[0], 4100, 'Init Duration: 812.34 ms'),
    ]);
    const { document } = await tracedLog('Ev0LAMBDA1', file, mapOf({ record_id: 'ticket.key' }));
    expect([document.verdict, document.findings[0]?.rule]).toEqual(['duplicate', 'ack-late-retry']);
    const runs = document.facts.filter(({ kind }) => kind === 'run');
    expect(runs.map(({ fields }) => [fields.init_ms, fields.run_id])).toEqual([
      [812.34, ids[0]],
      [undefined, ids[1]],
    ]);
  });

  it('keeps two runs of one request id apart: the platform repeated it', async () => {
    const file = written('cw.jsonl', [
      begun(0, ids[0]),
      said(50, ids[0], { event_id: 'Ev0LAMBDA2', team_id: 'T0BIRCH' }),
      said(200, ids[0], { event_id: 'Ev0LAMBDA2', ticket: { key: 'OPS-1' } }),
      exported(3000, `${at(3000)} ${ids[0]} Task timed out after 3.00 seconds`),
      reported(3001, ids[0], 3000),
      begun(63_000, ids[0]),
      said(63_200, ids[0], { event_id: 'Ev0LAMBDA2', ticket: { key: 'OPS-2' } }),
      reported(63_300, ids[0], 300),
    ]);
    const { document } = await tracedLog('Ev0LAMBDA2', file, mapOf({ record_id: 'ticket.key' }));
    const runs = document.facts.filter(({ kind }) => kind === 'run');
    expect(runs.map(({ fields }) => [fields.run_id, fields.outcome])).toEqual([
      [ids[0], 'failed'],
      [`${ids[0]}#2`, undefined],
    ]);
    expect(document.verdict).toBe('duplicate');
  });
});

describe('Lambda, a run that the platform repeated', () => {
  const made = (ms: number, id: string, record_id: string, more: object = {}) =>
    said(ms, id, { dedupe: 'record', at: at(ms), target: 'jira', record_id, ...more });
  const late = (ms: number, id: string) => exported(ms, `${at(ms)} ${id} Task timed out after 3.00 seconds`);
  const first = [
    begun(0, ids[0]),
    said(50, ids[0], { event_id: 'Ev0LAMBDA3' }),
    made(200, ids[0], 'OPS-1'),
    late(3000, ids[0]),
  ];

  it('owns what was made in it, by the request id around a fact line', async () => {
    const second = [begun(63_000, ids[0]), made(63_200, ids[0], 'OPS-2'), reported(63_300, ids[0], 300)];
    const { document } = await tracedLog('Ev0LAMBDA3', written('cw.jsonl', [...first, ...second]));
    expect([document.verdict, document.findings[0]?.rule]).toEqual(['duplicate', 'partial-commit-retry']);
    const records = document.facts.filter(({ kind }) => kind === 'record');
    expect(records.map(({ fields }) => fields.run_id)).toEqual([ids[0], `${ids[0]}#2`]);
  });

  const bare = (ms: number, message: string) => JSON.stringify({ timestamp: Date.parse(at(ms)), message });
  const again = (end: string) => [
    bare(0, `START RequestId: ${ids[0]} Version: $LATEST`),
    said(50, ids[0], { event_id: 'Ev0LAMBDA4' }),
    made(200, ids[0], 'OPS-1'),
    end,
    bare(1001, `REPORT RequestId: ${ids[0]}\tDuration: 1000.00 ms\tBilled Duration: 1000 ms`),
    bare(61_000, `START RequestId: ${ids[0]} Version: $LATEST`),
    made(61_200, ids[0], 'OPS-2'),
    bare(61_300, `REPORT RequestId: ${ids[0]}\tDuration: 300.00 ms\tBilled Duration: 300 ms`),
  ];

  it('is named, also where only the moment and the text of each line were kept, and no line says how the first run ended', async () => {
    const { document } = await tracedLog(
      'Ev0LAMBDA4',
      written('bare.jsonl', again(bare(1000, `END RequestId: ${ids[0]}`))),
    );
    const [found] = document.findings;
    expect([document.verdict, found?.rule, found?.certainty]).toEqual([
      'duplicate',
      'provider-unmarked-duplicate',
      'open',
    ]);
    expect(document.gaps.map(({ reason }) => reason)).toContain('#2 without outcome');
  });

  it('had failed where the runtime says so', async () => {
    const error = `${at(1000)}\t${ids[0]}\tERROR\tInvoke Error \t{"errorType":"TypeError","errorMessage":"x","stack":[]}`;
    const { document } = await tracedLog('Ev0LAMBDA4', written('threw.jsonl', again(bare(1000, error))));
    const [found] = document.findings;
    expect([document.verdict, found?.rule]).toEqual(['duplicate', 'partial-commit-retry']);
    expect(found?.sentence).toContain('TypeError');
    const word = again(bare(1000, error.replace('Invoke Error', 'Invoke Errors are counted')));
    const said = await tracedLog('Ev0LAMBDA4', written('said.jsonl', word));
    expect(said.document.findings[0]?.rule).toBe('provider-unmarked-duplicate');
  });

  it('does not own what another request made, nor what names a run of its own', async () => {
    const other = [
      begun(63_000, ids[1]),
      made(63_200, ids[1], 'OPS-2', { event_id: 'Ev0LAMBDA3', run_id: 'own' }),
      made(63_250, ids[1], 'OPS-3', { event_id: 'Ev0LAMBDA3', request_id: 'other' }),
      reported(63_300, ids[1], 300),
    ];
    const { document } = await tracedLog('Ev0LAMBDA3', written('cw.jsonl', [...first, ...other]));
    const records = document.facts.filter(({ kind }) => kind === 'record');
    expect(records.map(({ fields }) => fields.run_id)).toEqual([ids[0], 'own', undefined]);
  });
});

describe('runs of one invocation', () => {
  const held = (offset: number, fields: object) =>
    ({
      offset,
      isFactLine: false,
      observation: { kind: 'run', fields: { run_id: 'q', request_id: 'q', ...fields } },
    }) as unknown as Held;
  const idsOf = (lines: readonly Held[]) =>
    lines.map(({ observation: { fields } }) => 'run_id' in fields && fields.run_id);

  it('are numbered anew when an earlier line is found later, and stay as they are when nothing changes', () => {
    const lines = [held(2, { finished_at: 1 }), held(3, { started_at: 2 }), held(4, { finished_at: 3 })];
    keepRunsApart(lines);
    lines.push(held(1, { started_at: 0 }));
    keepRunsApart(lines);
    expect(idsOf(lines)).toEqual(['q', 'q#2', 'q#2', 'q']);
    const before = [...lines];
    lines.push(held(5, { outcome: 'done' }));
    keepRunsApart(lines);
    expect(idsOf(lines)).toEqual(['q', 'q#2', 'q#2', 'q', 'q#2']);
    expect(lines.slice(0, 4).every((line, i) => line === before[i])).toBe(true);
  });
});

describe('a web server before the app', () => {
  it('tells when the answer was sent, joined by the request id', async () => {
    const rid = ['5c2f8f0a3c1b4b0e9a520d0c6a1f7b11', '5c2f8f0a3c1b4b0e9a520d0c6a1f7b12'];
    const access = (clock: string, id = '', rt = '', more = '') =>
      `192.0.2.7 - - [02/Nov/2026:${clock} +0000] "POST /slack/events HTTP/1.1" 200 2 "-" "Slackbot 1.0" rt=${rt} request_id=${id}${more}`;
    const app = (ms: number, id: string | undefined, more: object) =>
      JSON.stringify({ time: at(ms), request_id: id, event_id: 'Ev0NGINX1', ...more });
    const file = written('all.log', [
      app(100, rid[0], { msg: 'received' }),
      app(3500, rid[1], { msg: 'received' }),
      app(3600, rid[1], { ticket: { key: 'OPS-2' } }),
      access('09:15:03', rid[1], '0.150', ' retry_num=1 retry_reason=http_timeout'),
      app(4150, rid[0], { ticket: { key: 'OPS-1' } }),
      access('09:15:04', rid[0], '4.201'),
    ]);
    const { document } = await tracedLog('Ev0NGINX1', file, mapOf({ record_id: 'ticket.key' }));
    expect([document.verdict, document.findings[0]?.rule]).toEqual(['duplicate', 'ack-late-retry']);
    expect(JSON.stringify(document)).not.toContain('192.0.2.7');
  });
});

describe('Python', () => {
  const lines = (zone: string) => [
    `2026-11-02 10:15:00,100${zone} - api - INFO - request_id=5c2f8f0a3c1b4b0e9a520d0c6a1f7b11 event_id=Ev0PY1 X-Slack-Retry-Num=0`,
    `2026-11-02 10:15:03,400${zone} - api - INFO - request_id=5c2f8f0a3c1b4b0e9a520d0c6a1f7b12 event_id=Ev0PY1 X-Slack-Retry-Num=1`,
  ];

  it('is read in the zone that the configuration names', async () => {
    const file = written('app.log', lines(''));
    const { document } = await tracedLog('Ev0PY1', file, { ...mapOf({}), zone: 'Europe/Berlin' });
    expect(document.facts.map(({ kind, at: when, fields }) => [kind, when, fields.retry_num])).toEqual([
      ['delivery', '2026-11-02T09:15:00.100Z', 0],
      ['delivery', '2026-11-02T09:15:03.400Z', 1],
    ]);
  });

  it('without a zone is no evidence, and says what to set', async () => {
    const file = written('app.log', lines(''));
    const { document } = await tracedLog('Ev0PY1', file, mapOf({}));
    expect(document.facts).toEqual([]);
    expect(JSON.stringify(document.gaps)).toContain('log_time_zone');
  });
});
