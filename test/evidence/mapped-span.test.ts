// Lines whose kind the configuration names: the span that they tell, what their texts mean, and an answer that lines contradict.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fieldMapOf } from '../../src/config/field-map.ts';
import { collect } from '../../src/evidence/collect.ts';
import { logSource } from '../../src/evidence/log.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { logOf, mapOf, tempFolder, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 29, 19, 37, 17);
const own = { pid: 1, hostname: 'h1' };
const slk = (tryNo: number) => ({ eid: 'Ev1', tryNo, ...(tryNo > 0 && { why: 'http_timeout' }) });
interface Line {
  readonly [field: string]: unknown;
  readonly spent?: number;
}

const lines: readonly Line[] = [
  { time: start, ...own, corr: 'r1', slk: slk(0), msg: 'slack >' },
  { time: start + 30, ...own, corr: 'r1', slk: { eid: 'Ev1' }, seen: false, msg: 'asked' },
  { time: start + 2990, ...own, corr: 'r1', slk: { eid: 'Ev1' }, made: 'H-1', msg: 'made' },
  { time: start + 3040, ...own, corr: 'r2', slk: slk(1), msg: 'slack >' },
  { time: start + 4105, ...own, corr: 'r1', spent: 4105, code: 200, msg: 'slack <' },
  { time: start + 4900, ...own, corr: 'r2', slk: { eid: 'Ev1' }, made: 'H-2', msg: 'made' },
  { time: start + 5010, ...own, corr: 'r2', spent: 1970, code: 200, msg: 'slack <' },
];
const fields = {
  kind: { path: 'msg', when: { 'slack >': 'delivery', 'slack <': 'delivery', made: 'record', asked: 'guard' } },
  event_id: 'slk.eid',
  retry_num: 'slk.tryNo',
  retry_reason: 'slk.why',
  request_id: 'corr',
  record_id: 'made',
  status: 'code',
  key: 'slk.eid',
  result: { path: 'seen', when: { true: 'hit', false: 'miss' } },
  target: { value: 'jira' },
};
const late = {
  verdict: 'duplicate',
  findings: [{ rule: 'ack-late-retry', certainty: 'consistent', args: { answerMs: 4105 } }],
};

it('reads the answer and its time from a mapped delivery, with a duration by its unit', async () => {
  const inMs = fieldMapOf({ ...fields, duration_ms: 'spent' });
  expect((await tracedLog('Ev1', logOf(lines), inMs)).document).toMatchObject(late);
  const inSeconds = lines.map(({ spent, ...line }) => (spent ? { ...line, spent: spent / 1000 } : line));
  expect(
    (await tracedLog('Ev1', logOf(inSeconds), fieldMapOf({ ...fields, duration_s: 'spent' }))).document,
  ).toMatchObject(late);
  const recognised = lines.map(({ spent, ...line }) => (spent ? { ...line, responseTime: spent } : line));
  expect((await tracedLog('Ev1', logOf(recognised), fieldMapOf(fields))).document).toMatchObject(late);
});

it('lets the mapped answer alone stand for the arrival that much earlier', async () => {
  const answer = { time: start + 4105, slk: { eid: 'Ev1' }, spent: 4105, code: 200, msg: 'slack <' };
  const { document } = await tracedLog('Ev1', logOf([answer]), fieldMapOf({ ...fields, duration_ms: 'spent' }));
  expect(document.facts).toMatchObject([
    { kind: 'delivery', at: new Date(start).toISOString(), fields: { status: 200 } },
  ]);
});

it('gives a mapped run its beginning and its end, and leaves a line without a duration as it was', async () => {
  const map = fieldMapOf({ kind: { path: 'msg', when: { ran: 'run' } }, event_id: 'ev', duration_ms: 'spent' });
  const run = { time: start + 900, ev: 'Ev1', msg: 'ran' };
  const { document } = await tracedLog('Ev1', logOf([{ ...run, spent: 800 }]), map);
  const [began, ended] = [start + 100, start + 900].map((ms) => new Date(ms).toISOString());
  expect(document.facts).toMatchObject([{ kind: 'run', at: began, fields: { started_at: began, finished_at: ended } }]);
  const open = await tracedLog('Ev1', logOf([run]), map);
  expect(open.document.facts[0]?.fields).not.toHaveProperty('finished_at');
});

it('finds the answer behind a rotation in the middle of the request', async () => {
  const folder = tempFolder();
  const text = (some: readonly object[]) => some.map((line) => `${JSON.stringify(line)}\n`).join('');
  const noise = Array.from({ length: 50 }, (_, i) => ({ time: start - 9000 + i, ...own, msg: 'boot' }));
  writeFileSync(join(folder, 'a.log.1.gz'), gzipSync(text([...noise, ...lines.slice(0, 3)])));
  writeFileSync(join(folder, 'a.log'), text(lines.slice(3)));
  const map = fieldMapOf({ ...fields, duration_ms: 'spent' });
  const source = logSource(await findLogFiles(['a.log.1.gz', 'a.log'], folder), () => {}, map);
  const asked = [{ type: 'event_id', value: 'Ev1' }] as const;
  const { observations } = await collect([source], asked, { signal: new AbortController().signal });
  const answers = observations.flatMap((one) => (one.kind === 'delivery' ? (one.fields.answered_at ?? []) : []));
  expect(answers).toEqual([start + 4105, start + 5010]);
});

it('says what a guard answered where the log has yes and no', async () => {
  const { document } = await tracedLog(
    'Ev1',
    logOf([...lines, { ...lines[1], time: start + 6000, seen: true }]),
    fieldMapOf(fields),
  );
  expect(document.facts.flatMap(({ kind, fields: said }) => (kind === 'guard' ? [said.result] : []))).toEqual([
    'miss',
    'hit',
  ]);
});

it('builds no cause on an answer for which lines name several times', async () => {
  const map = fieldMapOf({ ...fields, answered_at: 'time' });
  const { document } = await tracedLog('Ev1', logOf(lines.filter(({ msg }) => msg !== 'slack <')), map);
  expect(document.facts[0]?.contradictions).toMatchObject([{ field: 'answered_at' }]);
  for (const { args } of document.findings) expect(args).not.toHaveProperty('answerMs', expect.any(Number));
});

it('takes a plain path for a field whose line has yes or no as nothing', async () => {
  const { document } = await tracedLog('Ev1', logOf(lines), { ...mapOf({ result: 'seen', event_id: 'slk.eid' }) });
  expect(document.gaps.map(({ reason }) => reason)).toContain('log_fields.result: no line that was read has seen');
});
