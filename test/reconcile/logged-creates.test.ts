// Which logged creates have no known result, when all tries of one key and what was recorded are read together?
import { expect, test } from 'vitest';
import type { Observation } from '../../src/model/fact.ts';
import type { FieldsOf } from '../../src/model/fact-fields.ts';
import type { Instant } from '../../src/model/instant.ts';
import { createEnd } from '../../src/reconcile/create-end.ts';
import { loggedCreates } from '../../src/reconcile/logged-creates.ts';
import { at } from './candidate.ts';

let line = 0;
const where = () => ({ source: 'log', where: `app.jsonl:${++line}`, clock: 'a' });
const call = (fields: FieldsOf<'call'>): Observation => ({
  kind: 'call',
  fields: { operation: 'create', target: 'redmine', ...fields },
  provenance: where(),
});
const record = (fields: FieldsOf<'record'>): Observation => ({ kind: 'record', fields, provenance: where() });
const all = { isMeant: () => true };
const keysOf = (...observations: Observation[]) => loggedCreates(observations, all).candidates.map(({ key }) => key);

test.each<[FieldsOf<'call'>, string]>([
  [{ outcome: 'unknown', status: 201 }, 'unknown'],
  [{ status: 504 }, 'unknown'],
  [{ status: 500 }, 'unknown'],
  [{ status: 409 }, 'unknown'],
  [{ status: 408 }, 'unknown'],
  [{ status: 302 }, 'unknown'],
  [{ error_code: 'ECONNRESET', finished_at: at(1) }, 'unknown'],
  [{ error_code: 'ETIMEDOUT' }, 'unknown'],
  [{ status: 0, error_code: 'ECONNRESET' }, 'unknown'],
  [{ status: 200, error_code: 'invalid_json' }, 'unknown'],
  [{}, 'unknown'],
  [{ finished_at: at(1) }, 'untold'],
  [{ error_code: 'ECONNREFUSED' }, 'refused'],
  [{ status: 422 }, 'refused'],
  [{ status: 429 }, 'refused'],
  [{ outcome: 'refused', status: 503 }, 'refused'],
  [{ status: 201 }, 'done'],
  [{ status: 504, result_id: '7' }, 'done'],
])('%j ended %s', (fields, end) => {
  expect(createEnd(fields)).toBe(end);
});

test('a key that another try made, or a record names, is no candidate, whatever the order', () => {
  const lost = (fields: FieldsOf<'call'>) => call({ outcome: 'unknown', ...fields });
  const made = (fields: FieldsOf<'call'>) => call({ outcome: 'done', ...fields });
  expect(keysOf(lost({ source_event_key: 'k' }), made({ source_event_key: 'k', result_id: '7' }))).toEqual([]);
  expect(keysOf(made({ source_event_key: 'k' }), lost({ source_event_key: 'k' }))).toEqual([]);
  // Each try had a key of its own, for one effect.
  expect(
    keysOf(
      lost({ source_event_key: 'k', idempotency_key: 'a' }),
      made({ source_event_key: 'k', idempotency_key: 'b' }),
    ),
  ).toEqual([]);
  expect(keysOf(lost({ source_event_key: 'k' }), record({ source_event_key: 'k', record_id: '7' }))).toEqual([]);
  expect(keysOf(lost({ source_event_key: 'k', call_id: 'c' }), record({ call_id: 'c', record_id: '7' }))).toEqual([]);
  const { settled, leftOut } = loggedCreates([lost({ source_event_key: 'k' }), made({ source_event_key: 'k' })], all);
  expect([settled, leftOut]).toEqual([1, []]);
});

test('what was made elsewhere, in another workspace or of another key settles nothing; nor does a later refusal', () => {
  const lost = call({ source_event_key: 'k', outcome: 'unknown', workspace_id: 'T1' });
  for (const other of [
    call({ source_event_key: 'k', outcome: 'done', target: 'jira' }),
    call({ source_event_key: 'k', outcome: 'done', workspace_id: 'T2' }),
    call({ source_event_key: 'k#reply', outcome: 'done' }),
    call({ source_event_key: 'k', outcome: 'refused', status: 409 }),
    record({ source_event_key: 'k', target: 'jira', record_id: '7' }),
  ])
    expect(keysOf(lost, other)).toEqual(['k']);
});

test('lines of one call are one: it began with the first, and that it was done is the last word', () => {
  const told = (...more: FieldsOf<'call'>[]) =>
    loggedCreates(
      more.map((fields) => call({ call_id: 'c', source_event_key: 'k', ...fields })),
      all,
    ).candidates;
  expect(told({ at: at(0) }, { at: at(900), finished_at: at(900), outcome: 'unknown' })).toMatchObject([
    { sentAt: at(0), firstSentAt: at(0), leaseEnd: at(900) },
  ]);
  expect(told({ outcome: 'done' }, { outcome: 'unknown' })).toEqual([]);
  expect(told({ at: at(0) }, { status: 201 })).toEqual([]);
});

test('of several tries the last counts, and the first is known where each has a moment and the log begins with it', () => {
  const tried = (...times: [number | undefined, number?][]) =>
    loggedCreates(
      times.map(([ms, attempt]) =>
        call({ source_event_key: 'k', outcome: 'unknown', ...(ms !== undefined && { at: at(ms) }), attempt }),
      ),
      all,
    ).candidates[0];
  expect(tried([5], [60_000], [7])).toMatchObject({ sentAt: at(60_000), firstSentAt: at(5), leaseEnd: at(60_000) });
  expect(tried([5], [undefined])).toMatchObject({ sentAt: undefined, firstSentAt: undefined, leaseEnd: undefined });
  expect(tried([5, 2], [9, 3])).toMatchObject({ sentAt: at(9), firstSentAt: undefined });
  expect(tried([5, 1], [9, 2])).toMatchObject({ firstSentAt: at(5) });
});

test('a create without key, without target or without a told end is left out with its reason and its lines', () => {
  line = 0;
  const { candidates, leftOut } = loggedCreates(
    [
      call({ call_id: 'c1', outcome: 'unknown' }),
      call({ call_id: 'c2', outcome: 'unknown', source_event_key: 'k', target: undefined }),
      call({ call_id: 'c3', finished_at: at(9), source_event_key: 'k3' }),
      ...['c4', 'c5', 'c6'].map((call_id) => call({ call_id, status: 504 })),
      call({ call_id: 'c7', status: 201 }),
      call({ call_id: 'c8', outcome: 'refused', target: undefined }),
    ],
    all,
  );
  expect(candidates).toEqual([]);
  expect(leftOut).toEqual([
    { count: 4, reason: expect.stringMatching(/^no key/), examples: ['app.jsonl:1', 'app.jsonl:4', 'app.jsonl:5'] },
    { count: 1, reason: expect.stringMatching(/^no target/), examples: ['app.jsonl:2'] },
    { count: 1, reason: expect.stringMatching(/^they ended/), examples: ['app.jsonl:3'] },
  ]);
});

test('only what was sent in the span is meant; an end outside of it still settles', () => {
  const lost = (key: string, ms?: number) =>
    call({ source_event_key: key, outcome: 'unknown', ...(ms !== undefined && { at: at(ms) }) });
  const wanted = { ...all, since: 10 as Instant, until: at(100) };
  const within = { ...wanted, since: at(10) };
  const lines = [lost('a', 5), lost('b', 50), lost('c', 500), lost('d'), lost('e', 20)];
  const done = call({ source_event_key: 'e', outcome: 'done', at: at(800) });
  expect(loggedCreates([...lines, done], within).candidates.map(({ key }) => key)).toEqual(['b', 'd']);
});
