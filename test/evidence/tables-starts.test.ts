// One row that counts its starts: the earlier ones are a lower bound, not nothing.
import { expect, test } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import { withEarlierStarts } from '../../src/evidence/tables-starts.ts';
import { explain } from '../../src/model/explain.ts';
import { at, timelineOf, told } from '../model/timeline/told.ts';

const place = { source: 'tables', where: 'attempts 7:2', clock: 'tables.attempts' };
const start = (attempt: number, more = {}) =>
  told('attempt', { queue: 'jobs', job_id: '7', event_id: 'Ev1', attempt, ...more }, place);
const job = told('job', { queue: 'jobs', job_id: '7', event_id: 'Ev1', at: at(0) });
const startsIn = (all: ReturnType<typeof withEarlierStarts>) =>
  all.flatMap((one) => (one.kind === 'attempt' ? [one.fields.attempt] : []));

test('a row at its third start tells of two more, of which nothing else is known', () => {
  expect(withEarlierStarts([job, start(3, { started_at: at(9000), outcome: 'done' })])).toMatchObject([
    { kind: 'job', fields: { attempts_started: 3, attempts_exactness: 'last-only' } },
    { fields: { attempt: 3, outcome: 'done' } },
    { fields: { queue: 'jobs', job_id: '7', event_id: 'Ev1', attempt: 1, exactness: 'inferred' } },
    { fields: { attempt: 2, exactness: 'inferred' }, provenance: { where: 'attempts 7:2 start 2' } },
  ]);
});

test('a first start, and rows that are one start each, tell of no other', () => {
  const rows = [job, start(1), start(2)];
  expect(withEarlierStarts(rows)).toBe(rows);
  expect(withEarlierStarts([job, start(1)])).toHaveLength(2);
  expect(withEarlierStarts([start(2, { job_id: '8' }), start(1, { job_id: '9' })])).toHaveLength(3);
});

test('a number that is no count of starts is left alone', () => {
  expect(startsIn(withEarlierStarts([start(1_796_029_200)]))).toEqual([1_796_029_200]);
});

test('what was made before the only start with a time came out of the one before, and why that was left stays open', () => {
  const made = (ms: number, id: string) =>
    told('record', { event_id: 'Ev1', target: 'ops', record_id: id, at: at(ms), queue: 'jobs', job_id: '7' });
  const rows = [job, start(2, { started_at: at(60_000), finished_at: at(63_000), outcome: 'done' })];
  const timeline = timelineOf(withEarlierStarts([...rows, made(2000, '41'), made(62_000, '42')]));
  expect(timeline.effects[0]?.chains.map(({ attempt }) => attempt?.fields.attempt)).toEqual([1, 2]);
  expect(explain(timeline, causes).findings).toMatchObject([
    { cause: { id: 'partial-commit-retry' }, finding: { certainty: 'open' } },
  ]);
});
