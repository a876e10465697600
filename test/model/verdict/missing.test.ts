// What does an open answer say is missing, and who would have it?
import { describe, expect, it } from 'vitest';
import { waysThatFit } from '../../../src/model/lost/index.ts';
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

  const job = (attempt: number, ms: number, fields: object = {}) => [
    told('attempt', {
      event_id: 'Ev1',
      queue: 'q',
      job_id: '7',
      attempt,
      started_at: at(ms),
      finished_at: at(ms + 800),
      outcome: 'done',
      lease_ms: 30_000,
      ...fields,
    }),
    record(`OPS-${attempt}`, { queue: 'q', job_id: '7', attempt, created_at: at(ms + 500) }),
  ];

  it('asks for the word of the queue where an attempt was done and ran again when its lease was over', () => {
    const [first] = missing([...job(1, 0), ...job(2, 30_500)]);
    expect(first?.reason).toBe(
      '#1 is done, without settled_at and settle_outcome: log them where the worker settles its job, or read the queue q',
    );
    expect(first?.wouldSettle).toContain('as long as its lease of 30.00 s');
    const [sooner] = missing([...job(1, 0), ...job(2, 12_000)]);
    expect(sooner?.wouldSettle).toBe('whether the queue was told that it was done');
    const settled = missing([...job(1, 0, { settled_at: at(900), settle_outcome: 'done' }), ...job(2, 30_500)]);
    expect(settled.map(({ reason }) => reason).join()).not.toContain('settle_outcome');
  });

  it('says so when no delivery was logged at all', () => {
    expect(missing([record('1'), record('2')])).toContainEqual(
      expect.objectContaining({ reason: 'no delivery was logged', wouldSettle: 'how often the event arrived' }),
    );
  });
});

describe('a loss of which no line shows the way', () => {
  const ways = (lines: Parameters<typeof timelineOf>[0]) => waysThatFit(timelineOf(lines)).map(({ id }) => id);
  const run = (fields: object) =>
    told('run', { event_id: 'Ev1', run_id: 'r', delivery_id: 'a', started_at: at(10), ...fields });

  it('names the ways that fit what is known', () => {
    const done = [
      delivery('a', 0, { answered_at: at(400), status: 200 }),
      run({ finished_at: at(300), outcome: 'done' }),
    ];
    expect(ways(done)).toEqual(['rejected-permanently', 'turned-away']);
    expect(ways([delivery('a', 0)])).toContain('registered-not-enqueued');
  });

  it('names none against which something speaks', () => {
    const accepted = [delivery('a', 0, { disposition: 'accepted', status: 500 })];
    expect(ways(accepted)).not.toContain('turned-away');
    expect(ways(accepted)).not.toContain('answered-then-crashed');
    const called = [...accepted, told('call', { event_id: 'Ev1', target: 'jira', operation: 'find', at: at(20) })];
    expect(ways(called)).not.toContain('rejected-permanently');
    expect(ways(called)).not.toContain('registered-not-enqueued');
  });
});
