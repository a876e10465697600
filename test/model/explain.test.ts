// Where two causes fit, which of them is the primary one, and is a theory only refuted when it does not fit?
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import type { Cause } from '../../src/model/cause.ts';
import { explain } from '../../src/model/explain.ts';
import type { Certainty } from '../../src/model/rule.ts';
import { at, timelineOf, told } from './timeline/told.ts';

const empty = timelineOf([]);
const cause = (id: string, deviatesAt: Cause['deviatesAt'], certainty?: Certainty): Cause => ({
  id,
  title: id,
  family: 'GUARD',
  severity: 'error',
  deviatesAt,
  problem: '',
  signs: [],
  fix: [],
  check: () => (certainty ? [{ rule: id, args: {}, certainty, facts: [] }] : []),
  say: () => id,
  because: () => [],
  refute: () => ({ reason: `not ${id}`, facts: [] }),
});
const order = (...list: Cause[]) => explain(empty, list).findings.map(({ cause: { id }, role }) => `${role} ${id}`);

describe('the primary finding', () => {
  it('deviates at the earliest link, wherever it stands in the catalogue', () => {
    expect(order(cause('b', 'attempt', 'shown'), cause('a', 'delivery', 'shown'))).toEqual([
      'primary a',
      'contributing b',
    ]);
  });

  it('may be less sure than a later link: it would still have prevented it', () => {
    expect(order(cause('b', 'attempt', 'shown'), cause('a', 'delivery', 'consistent'))).toEqual([
      'primary a',
      'contributing b',
    ]);
  });

  it('is never an open one while another fits', () => {
    expect(order(cause('a', 'delivery', 'open'), cause('b', 'record', 'consistent'))).toEqual([
      'primary b',
      'contributing a',
    ]);
  });

  it('is the first in the catalogue among equals', () => {
    expect(order(cause('a', 'run', 'shown'), cause('b', 'run', 'shown'))).toEqual(['primary a', 'contributing b']);
  });
});

it('refutes what was not found, and nothing that was', () => {
  const { refuted } = explain(empty, [cause('a', 'run', 'shown'), cause('b', 'run')]);
  expect(refuted).toEqual([{ rule: 'b', reason: 'not b', facts: [] }]);
});

describe('twins of which one came again', () => {
  const message = { channel: 'C1', ts: '1793610900.000100' };
  const late = (event_id: string, event_type: string, n: number, ms: number, fields: object = {}) => [
    told('delivery', {
      event_id,
      event_type,
      ...message,
      delivery_id: `d${n}`,
      at: at(ms),
      answered_at: at(ms + 4200),
      ...fields,
    }),
    told('run', {
      event_id,
      run_id: `r${n}`,
      delivery_id: `d${n}`,
      started_at: at(ms + 5),
      finished_at: at(ms + 4150),
    }),
    told('record', { event_id, target: 'jira', record_id: `OPS-4${n}`, created_at: at(ms + 2000), run_id: `r${n}` }),
  ];
  const lines = [
    ...late('Ev1', 'app_mention', 1, 0),
    ...late('Ev2', 'message', 2, 80),
    ...late('Ev2', 'message', 3, 3100, { retry_num: 1, retry_reason: 'http_timeout' }),
  ];

  it('have two causes at one link, in the order of the catalogue', () => {
    const { findings } = explain(timelineOf(lines), causes);
    expect(findings.map(({ cause: { id }, role, finding }) => [role, id, finding.certainty])).toEqual([
      ['primary', 'mention-message-overlap', 'shown'],
      ['contributing', 'ack-late-retry', 'shown'],
      ['contributing', 'no-idempotency-guard', 'open'],
    ]);
  });

  it('are named with the copies that each cause made', () => {
    const args = explain(timelineOf(lines), causes).findings.map(
      ({ finding }) => (finding.args as { records: string[] }).records,
    );
    expect(args).toEqual([
      ['OPS-41', 'OPS-42', 'OPS-43'],
      ['OPS-42', 'OPS-43'],
      ['OPS-42', 'OPS-43'],
    ]);
  });
});

it('a repeat that was answered late stands before an attempt that failed later', () => {
  const attempt = (n: number, ms: number, outcome: 'failed' | 'done') => [
    told('attempt', { queue: 'q', job_id: '7', attempt: n, started_at: at(ms), finished_at: at(ms + 500), outcome }),
    told('call', {
      call_id: `c${n}`,
      queue: 'q',
      job_id: '7',
      attempt: n,
      target: 'jira',
      operation: 'create',
      started_at: at(ms + 100),
      finished_at: at(ms + 200),
      outcome: 'done',
      result_id: `OPS-4${n}`,
    }),
  ];
  const delivery = (n: number, ms: number, fields: object) =>
    told('delivery', { event_id: 'Ev1', delivery_id: `d${n}`, at: at(ms), answered_at: at(ms + 4200), ...fields });
  const timeline = timelineOf([
    delivery(1, 0, {}),
    told('run', { event_id: 'Ev1', run_id: 'r1', delivery_id: 'd1', started_at: at(10), finished_at: at(4100) }),
    told('job', { queue: 'q', job_id: '7', run_id: 'r1', delivery_id: 'd1', at: at(4000) }),
    delivery(2, 3020, { retry_num: 1, retry_reason: 'http_timeout' }),
    told('record', { event_id: 'Ev1', target: 'jira', record_id: 'OPS-40', created_at: at(3500), delivery_id: 'd2' }),
    ...attempt(1, 10_000, 'failed'),
    ...attempt(2, 20_000, 'done'),
  ]);
  expect(explain(timeline, causes).findings.map(({ cause: { id }, finding }) => [id, finding.certainty])).toEqual([
    ['ack-late-retry', 'consistent'],
    ['partial-commit-retry', 'shown'],
    ['no-idempotency-guard', 'open'],
  ]);
});
