// Lines that write their names in words of their own, and lines that name nothing but their request: a scan joins what a trace joins.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noFieldMap } from '../../src/model/field-map.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { at } from '../model/timeline/told.ts';
import { folderWith } from '../scan/log-folder.ts';
import { bothOf } from './like-a-trace.ts';

const event_id = 'Ev08T4K2QX7B';
const request = '0a1b2c3d4e5f6071';
const utc = { ...noFieldMap, zone: 'UTC' };

async function both(...lines: readonly (object | string)[]) {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const { traced, scanned } = await bothOf(await findLogFiles(['.'], folderWith({ 'app.log': text })), [event_id], utc);
  return { traced: traced[event_id], scanned };
}

const records = (more: object) =>
  [1, 2].map((i) => ({ dedupe: 'record', at: at(i * 1000), target: 'jira', record_id: `OPS-${i}`, ...more }));
const twice = { traced: 'duplicate', scanned: [event_id] };

it.each([
  ['with method and path', { id: request, method: 'POST', url: '/slack/events' }],
  ['alone', { id: request }],
])('records that name a request belong to the event that a line of the app names beside it, %s', async (_, req) => {
  const arrival = { time: at(0), pid: 7, req, event_id };
  expect(await both(arrival, ...records({ request_id: request }))).toEqual(twice);
  expect((await both(arrival, ...records({ request_id: '1f2e3d4c5b6a7081' }))).scanned).toEqual([]);
  // What a process counts for itself is no name of a request elsewhere.
  const counted = { ...arrival, req: { ...req, id: '17' } };
  expect((await both(counted, ...records({ request_id: '17' }))).scanned).toEqual([]);
});

it.each([
  [
    'Lambda',
    `2026-11-02T09:15:00.000Z\t${request.replace(/^(.{8})(.{4})(.{4})/, '$1-$2-$3-0000-000000000000')}\tINFO\tgot event_id: ${event_id}`,
  ],
  [
    'Python',
    `2026-11-02 09:15:00,000 INFO app: {'event_id': '${event_id}', 'request_id': '${request}', 'retry_num': 0}`,
  ],
  [
    'logfmt inside Docker',
    {
      log: `method=POST path=/slack/events event_id=${event_id} request_id=${request}\n`,
      stream: 'stdout',
      time: '2026-11-02T09:15:00Z',
    },
  ],
])('so do those of %s', async (name, arrival) => {
  const id = name === 'Lambda' ? '0a1b2c3d-4e5f-6071-0000-000000000000' : request;
  expect(await both(arrival, ...records({ request_id: id }))).toEqual(twice);
  expect((await both(arrival, ...records({ request_id: `${id}0` }))).scanned).toEqual([]);
});

it('the starts that a worker wrote lead to the cause, beside lines written for this program too', async () => {
  const worker = readFileSync(new URL('../../fixtures/evidence/workers/celery-again.log', import.meta.url), 'utf8');
  const killed = readFileSync(new URL('../../fixtures/evidence/workers/celery-killed.log', import.meta.url), 'utf8');
  const begun = Date.UTC(2026, 10, 30, 12, 52, 6);
  const job = { queue: 'celery', job_id: 'task-Ev0D' };
  const app = [
    { dedupe: 'delivery', at: begun, event_id, delivery_id: 'd-1', retry_num: 0, answered_at: begun + 40, status: 200 },
    { dedupe: 'job', at: begun + 20, ...job, delivery_id: 'd-1' },
    ...[1, 2].flatMap((attempt) => {
      const ms = begun + 1200 + (attempt - 1) * 5000;
      const call = { call_id: `c-${attempt}`, target: 'jira', operation: 'create', ...job, attempt };
      return [{ dedupe: 'call', ...call, at: ms, finished_at: ms + 50, outcome: 'done', result_id: `OPS-${attempt}` }];
    }),
  ];
  const lines = app.map((line) => `${JSON.stringify(line)}\n`).join('');
  const primary = async (files: Record<string, string>) => {
    const { causes } = await bothOf(await findLogFiles(['.'], folderWith(files)), [event_id], utc);
    return causes;
  };
  const apart = await primary({ 'app.log': lines, 'w1.log': killed, 'w2.log': worker });
  expect(apart.scanned).toEqual([apart.traced[event_id]]);
  expect(apart.traced[event_id]).toBeDefined();
  const alone = await primary({ 'app.log': lines });
  expect(alone.traced[event_id]).not.toBe(apart.traced[event_id]);
  expect(alone.scanned).toEqual([alone.traced[event_id] ?? 'open']);
  const together = await primary({ 'all.log': `${lines}${killed}${worker}` });
  expect(together.scanned).toEqual([together.traced[event_id]]);
});
