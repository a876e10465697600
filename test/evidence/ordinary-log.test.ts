// Which lines of an ordinary log become facts, and which belong together?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerSpan } from '../../src/model/timeline/deliveries.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { logOf, mapOf, tempFolder, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 29, 19, 37, 17);
const process_ = { hostname: 'a1', pid: 7 };
const map = mapOf({ record_id: 'ticket.key' });

const received = (ms: number, id: number, more: object = {}) => ({
  time: start + ms,
  ...process_,
  req: { id, method: 'POST', url: '/slack/events', headers: { 'x-slack-signature': 'v0=00' } },
  body: { event_id: 'Ev1' },
  ...more,
});
const answered = (ms: number, id: number, took: number) => ({
  time: start + ms,
  ...process_,
  req: { id, method: 'POST', url: '/slack/events' },
  res: { statusCode: 200 },
  responseTime: took,
});

const kinds = ({ facts }: TraceDocument, kind: string) => facts.filter((fact) => fact.kind === kind);
const wheres = ({ facts }: TraceDocument) =>
  facts.flatMap(({ witnesses }) => witnesses.map(({ where }) => where)).sort();

it('takes the answer of its own request, not that of the same number after a restart', async () => {
  const lines = [
    answered(-9000, 1, 5),
    received(0, 1),
    answered(4200, 1, 4200),
    received(90_000, 1, { body: {} }),
    answered(90_010, 1, 9),
  ];
  const { document } = await tracedLog('Ev1', logOf(lines));
  expect(wheres(document)).toEqual(['app.log:2', 'app.log:3']);
  expect(kinds(document, 'delivery')).toMatchObject([{ at: new Date(start).toISOString(), fields: { status: 200 } }]);
});

it('takes lines that only name the event as witnesses of a request that another line shows', async () => {
  const request_id = '3f0c1a52-5a54-4f6e-9d31';
  const named = { time: start + 10, request_id, event_id: 'Ev1', msg: 'event received' };
  const done = { time: start + 4200, request_id, method: 'POST', url: '/slack/events', status: 200, duration_ms: 4190 };
  const made = { time: start + 4000, request_id, ticket: { key: 'OPS-1' } };
  const { document } = await tracedLog('Ev1', logOf([named, done, made]), map);
  expect(kinds(document, 'delivery')).toMatchObject([
    { fields: { event_id: 'Ev1', status: 200 }, witnesses: [{ where: 'app.log:1' }, { where: 'app.log:2' }] },
  ]);
  expect(kinds(document, 'record')).toMatchObject([{ parent: { by: 'delivery_id' } }]);

  const alone = await tracedLog('Ev1', logOf([named, { ...made, event_id: 'Ev1' }]), map);
  expect(kinds(alone.document, 'delivery')).toEqual([]);
});

it('ties the attempts of a job to the event that a line names beside it', async () => {
  const lines = [
    { time: start, event_id: 'Ev1', queue: 'tickets', jobId: 42 },
    { time: start + 5, queue: 'tickets', job: { id: 42 }, attempt: 1, n: 1420 },
    { time: start + 900, queue: 'tickets', job: { id: 42 }, attempt: 1, ticket: { key: 'OPS-1' } },
    { time: start + 6, queue: 'mails', job: { id: 42 }, attempt: 1 },
  ];
  const { document } = await tracedLog('Ev1', logOf(lines), map);
  expect(kinds(document, 'attempt')).toMatchObject([
    { at: new Date(start + 5).toISOString(), fields: { job_id: '42', queue: 'tickets' } },
  ]);
  expect(kinds(document, 'record')).toMatchObject([{ fields: { record_id: 'OPS-1', attempt: 1 } }]);
  expect(document.facts.flatMap(({ contradictions }) => contradictions)).toEqual([]);
});

it('believes fact lines alone for the kinds that a log tells in them', async () => {
  const fact = { dedupe: 'delivery', at: start, delivery_id: 'd1', event_id: 'Ev1', retry_num: 0 };
  const { document } = await tracedLog('Ev1', logOf([fact, received(3, 1), answered(4200, 1, 4199)]));
  expect(wheres(document)).toEqual(['app.log:1']);
});

it('follows lines that stand before the one that names them', async () => {
  const made = { time: start + 4000, ...process_, req: { id: 1 }, ticket: { key: 'OPS-1' } };
  const { document } = await tracedLog('Ev1', logOf([made, answered(4200, 1, 4200), { ...received(0, 1) }]), map);
  expect(kinds(document, 'record')).toHaveLength(0);
  const inOrder = await tracedLog('Ev1', logOf([made, received(0, 1)]), map);
  expect(kinds(inOrder.document, 'record')).toHaveLength(1);
});

it('says once that a mapped path is in no line', async () => {
  const { document } = await tracedLog('Ev1', logOf([received(0, 1)]), mapOf({ record_id: 'ticket.kee' }));
  expect(document.gaps.filter(({ reason }) => reason.includes('log_fields'))).toMatchObject([
    { reason: 'log_fields.record_id: no line that was read has ticket.kee' },
  ]);
});

it('makes a line the kind that a mapped field says', async () => {
  const kind = { path: ['action'], when: { 'ticket.created': 'record', 'ticket.search': 'call' } };
  const byKind = {
    paths: { record_id: ['id'], event_id: ['ev'], operation: ['op'] },
    constants: { target: 'jira' },
    kind,
  };
  const lines = [
    { time: start, action: 'ticket.created', id: 'OPS-1', ev: 'Ev1' },
    { time: start + 1, action: 'ticket.search', ev: 'Ev1', op: 'find' },
  ];
  const { document } = await tracedLog('Ev1', logOf(lines), byKind);
  expect(document.facts.map((fact) => [fact.kind, fact.fields.target])).toEqual([
    ['record', 'jira'],
    ['call', 'jira'],
  ]);
});

it('times an answer by the clock of the gateway that gave it, in whichever file its lines stand', async () => {
  const folder = tempFolder();
  const req = { id: '3f0c1a52-5a54-4f6e-9d31', method: 'POST', url: '/slack/events' };
  const write = (name: string, lines: readonly object[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const done = { req, res: { statusCode: 200 }, responseTime: 105, hostname: 'gw', pid: 9 };
  write('gateway.log', [{ time: start + 60_105, ...done }]);
  write('api.log', [
    { ...received(0, 0), req: { ...req, headers: { 'x-slack-signature': 'v0=00' } } },
    { time: start + 90, ...process_, req, ticket: { key: 'OPS-1' } },
  ]);
  const { document, timeline } = await tracedLog('Ev1', folder, map);
  expect(kinds(document, 'delivery')).toMatchObject([{ at: new Date(start).toISOString() }]);
  expect(timeline.facts.filter((fact) => fact.kind === 'delivery').map(answerSpan)).toEqual([105]);
  expect(document.skews).toMatchObject([{ clocks: ['a1', 'gw'], bound_ms: 61_000 }]);
});
