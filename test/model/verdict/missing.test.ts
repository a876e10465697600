// What does an open answer say is missing, and who would have it?
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/model/verdict.ts';
import { at, timelineOf, told } from '../timeline/told.ts';

const record = (id: string, fields: object = {}) =>
  told('record', { event_id: 'Ev1', target: 'jira', record_id: id, created_at: at(500), ...fields });
const delivery = (id: string, ms: number, fields: object = {}) =>
  told('delivery', { event_id: 'Ev1', event_type: 'message', delivery_id: id, at: at(ms), ...fields });
const missing = (lines: Parameters<typeof timelineOf>[0]) => decide(timelineOf(lines)).unexplained ?? [];

describe('a duplicate without a cause', () => {
  it('names the record that nothing ties to a delivery, and what to log with it', () => {
    const lines = [delivery('a', 0), delivery('b', 4000), record('OPS-41', { delivery_id: 'a' }), record('OPS-42')];
    expect(decide(timelineOf(lines)).headline).toBe('2 jira records from 1 Slack message; cause open');
    expect(missing(lines)).toContainEqual({
      source: 'verdict',
      reason: 'no run or call line ties OPS-42 to a delivery: log delivery_id with the record',
      wouldSettle: 'which delivery OPS-42 came from',
    });
    expect(missing(lines).map(({ reason }) => reason)).not.toContain(expect.stringContaining('OPS-41'));
  });

  it('names the fields that its facts lack, and not those that they have', () => {
    const bare = [delivery('a', 0), delivery('b', 4000), record('1'), record('2')];
    const reasons = missing(bare).map(({ reason }) => reason);
    expect(reasons).toContain('#1 and #4 without the retry headers: log retry_num and retry_reason');
    expect(reasons).toContain('#1 and #4 without answered_at');
    expect(reasons).toContain('no guard line');
    expect(reasons).toContain('no delivery has a request_id');
    const full = { retry_num: 0, answered_at: at(40), request_id: 'q', subscription_id: 'H1' };
    const rich = [
      delivery('a', 0, full),
      delivery('b', 4000, { ...full, request_id: 'p', retry_num: 1 }),
      told('guard', { event_id: 'Ev1', key: 'k', result: 'miss', at: at(5), delivery_id: 'a' }),
      ...['a', 'b'].map((id) => told('run', { event_id: 'Ev1', run_id: id, delivery_id: id, instance_id: 'api-1' })),
      record('1', { delivery_id: 'a', run_id: 'a' }),
      record('2', { delivery_id: 'b', run_id: 'b' }),
    ];
    expect(missing(rich)).toEqual([]);
  });

  it('says so when no delivery was logged at all', () => {
    expect(missing([record('1'), record('2')])).toContainEqual(
      expect.objectContaining({ reason: 'no delivery was logged', wouldSettle: 'how often the event arrived' }),
    );
  });
});
