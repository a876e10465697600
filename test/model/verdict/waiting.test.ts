// When does an event wait for its next try, when is it lost, and when has its job ended for good?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { decide } from '../../../src/model/verdict.ts';
import { at, timelineOf, told } from '../timeline/told.ts';

const key = 'slack:T1:Ev1';
const ledger = { source: 'database', clock: 'database' };
const event = { event_id: 'Ev1', event_type: 'message', workspace_id: 'T1' };
const delivery = (fields: object = {}) =>
  told('delivery', { ...event, delivery_id: 'd', at: at(0), answered_at: at(40), status: 200, ...fields }, ledger);
const operation = (state: string, fields: object = {}) =>
  told(
    'operation',
    { ...event, source_event_key: key, target: 'acme', at: at(50), state, ...fields } as object,
    ledger,
  );
const attempt = (n: number, fields: object = {}, queue = 'outbox', job_id = key) =>
  told(
    'attempt',
    {
      ...{ ...event, queue, job_id, attempt: n, received_at: at(n * 100), finished_at: at(n * 100 + 5) },
      ...{ outcome: 'failed', error_code: 'ECONNREFUSED', ...fields },
    },
    ledger,
  );
const four = [1, 2, 3, 4].map((n) => attempt(n));
const refused = { last_error_code: 'ECONNREFUSED' };
const decided = (lines: readonly Observation[], toMs = 1_000) =>
  decide(
    timelineOf(lines, undefined, {
      coverage: [
        { source: 'database', sees: ['delivery', 'attempt', 'operation', 'record'], from: at(-9), to: at(toMs) },
      ],
    }),
  );

describe('waits for its next try', () => {
  it('a planned operation, with what failed so far and when it is tried again', () => {
    const { verdict, headline, loss } = decided([
      delivery({ event_status: 'retryable_error', ...refused }),
      operation('planned', { ...refused, due_at: at(60_000) }),
      ...four,
    ]);
    expect(verdict).toBe('inconclusive');
    expect(headline).toMatch(
      /^nothing was made from 1 Slack message yet: the create at acme \(#2, ECONNREFUSED\) failed 4 times and is tried again at 2026-11-02T09:16:00/,
    );
    expect(loss).toBeUndefined();
  });

  it('an event that nobody has planned yet', () => {
    const row = { event_status: 'retryable_error', due_at: at(60_000), last_error_code: 'no_route' };
    const tries = attempt(1, {}, 'dedupe', 'slack:Ev1');
    expect(decided([delivery(row), tries]).headline).toContain(
      'the event Ev1 (#1, no_route) failed once and is tried again',
    );
    const fresh = decided([delivery({ event_status: 'received', due_at: at(10) })]);
    expect([fresh.verdict, fresh.headline]).toEqual([
      'inconclusive',
      expect.stringContaining('the event Ev1 (#1) is tried at'),
    ]);
  });

  it('says so when no worker takes what is due', () => {
    const { headline } = decided([delivery(), operation('planned', { due_at: at(60) }), ...four], 600_000);
    expect(headline).toContain('was to be tried again at 2026-11-02T09:15:00.060Z, and no worker has taken it');
  });

  it('an effect inside an application, when that is given the event again', () => {
    const effect = operation('planned', { source_event_key: `${key}#ticket`, target: 'effect:slack', due_at: at(1) });
    const handling = operation('planned', { target: 'app:slack', due_at: at(90_000), attempt: 4 });
    const { missing } = decided([delivery(), effect, handling, attempt(1), attempt(1, {}, 'outbox', `${key}#ticket`)]);
    expect(missing).toEqual([
      expect.stringMatching(/^the create at effect:slack .* is tried again at 2026-11-02T09:16:30/),
      expect.stringMatching(/^its handling by the application .* is tried again at 2026-11-02T09:16:30/),
    ]);
  });

  it('a second effect, while the first is there', () => {
    const first = operation('confirmed', { external_id: 'OPS-1' });
    const second = operation('planned', { source_event_key: `${key}#note`, target: 'chat', due_at: at(60_000) });
    const { verdict, missing } = decided([delivery(), first, second, attempt(1, { outcome: 'done' })]);
    expect([verdict, missing.length]).toEqual(['inconclusive', 1]);
    expect(missing[0]).toContain('the create at chat');
  });
});

it('does not wait where its object is there, and only the row of the event was left behind', () => {
  const record = told('record', { ...event, target: 'jira', record_id: 'OPS-1', created_at: at(90) });
  expect(decided([delivery({ event_status: 'received', due_at: at(10) }), record]).verdict).toBe('single');
});

describe('is lost all the same', () => {
  it.each([
    ['a dead operation', [delivery(), operation('dead', refused), ...four], 'rejected-permanently'],
    [
      'an event that was given up before anything was planned',
      [
        delivery({ event_status: 'permanent_error', last_error_code: 'unknown_target' }),
        attempt(1, {}, 'dedupe', 'slack:Ev1'),
      ],
      'rejected-permanently',
    ],
    ['an attempt that failed, with nothing planned', [delivery(), ...four], 'answered-then-crashed'],
  ])('%s', (_, lines, way) => {
    const { verdict, loss } = decided(lines);
    expect([verdict, loss?.way]).toEqual(['lost', way]);
  });

  it('not while the outcome of its call is unknown', () => {
    const lines = [
      delivery(),
      operation('unknown'),
      attempt(1, { outcome: 'unknown', error_code: 'no_answer_in_time' }),
    ];
    expect(decided(lines).verdict).toBe('unknown-result');
  });
});

describe('a job of the ledger', () => {
  const unknown = attempt(1, { outcome: 'unknown', error_code: 'no_answer_in_time' });
  const confirmed = operation('confirmed', { external_id: 'OPS-1' });

  it('does not run again once its operation is confirmed', () => {
    const { verdict, headline } = decided([delivery(), confirmed, unknown]);
    expect([verdict, headline]).toEqual(['single', '1 acme record from 1 Slack message']);
  });

  it('is not taken for a job of that name in another queue, which can run again', () => {
    const other = attempt(1, { outcome: 'unknown' }, 'tickets');
    expect(decided([delivery(), confirmed, other]).missing[0]).toContain('so the job can run again');
  });
});
