// Which reading has a gap, at the borders of each band, and which gaps of a timeline are read?
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bands, gapReadings, usualReading } from '../../src/model/gap-readings.ts';
import { at, timelineOf, told } from './timeline/told.ts';

describe('a band', () => {
  it.each(bands.map((band) => [band.usual, band] as const))('%s', (usual, { from, to, between = 'effects' }) => {
    expect(usualReading(between, from)).toBe(usual);
    expect(usualReading(between, to - 0.001)).toBe(usual);
    expect(usualReading(between, to)).not.toBe(usual);
    expect(usualReading(between, from - 0.001)).not.toBe(usual);
  });

  it('never overlaps another, so that a gap has one reading', () => {
    const gap = fc.double({ min: 0, max: 20 * 3_600_000, noNaN: true });
    fc.assert(
      fc.property(gap, fc.constantFrom('receipts' as const, 'effects' as const), (ms, between) => {
        const fitting = bands.filter(
          (band) => ms >= band.from && ms < band.to && (band.between ?? between) === between,
        );
        expect(fitting.length).toBeLessThan(2);
      }),
    );
  });
});

it.each([
  ['receipts', 77, 'two paths at once'],
  ['receipts', 3050, "Slack's first retry"],
  ['receipts', 60_300, "Slack's second retry"],
  ['receipts', 300_000, "Slack's last retry"],
  ['effects', 901_500, 'pg-boss'],
  ['effects', 9_700, 'an agent or a script'],
  ['receipts', 9_700, null],
  ['effects', 2_000, null],
] as const)('%s %d ms apart', (between, ms, usual) => {
  if (usual === null) expect(usualReading(between, ms)).toBeNull();
  else expect(usualReading(between, ms)).toContain(usual);
});

describe('a timeline', () => {
  const delivery = (ms: number | undefined, id: string) =>
    told('delivery', { event_id: 'Ev1', delivery_id: id, at: ms === undefined ? undefined : at(ms) });
  const record = (ms: number, id: string, target = 'jira') =>
    told('record', { event_id: 'Ev1', target, record_id: id, created_at: at(ms) });

  it('is read between neighbours: receipts, then the objects of each effect', () => {
    const lines = [delivery(0, 'a'), delivery(3020, 'b'), record(500, '1'), record(3600, '2'), record(700, '3', 'crm')];
    expect(gapReadings(timelineOf(lines))).toEqual([
      { between: 'receipts', gapMs: 3020, facts: [1, 4], usual: expect.stringContaining('first retry') },
      { between: 'effects', gapMs: 3100, facts: [2, 5], usual: expect.stringContaining('first retry') },
    ]);
  });

  it('has no gap to or across what has no time', () => {
    expect(gapReadings(timelineOf([delivery(undefined, 'a'), delivery(3020, 'b')]))).toEqual([]);
  });

  const minutes = 60_000;
  const job = told('job', { event_id: 'Ev1', queue: 'boss', job_id: '7', at: at(0), lease_ms: 7 * minutes });
  const made = (ms: number, id: string, jobId = '7') =>
    told('record', { event_id: 'Ev1', target: 'ops', record_id: id, created_at: at(ms), queue: 'boss', job_id: jobId });
  const usualOf = (lines: Parameters<typeof timelineOf>[0]) => gapReadings(timelineOf(lines)).map(({ usual }) => usual);

  it.each([
    [7 * minutes + 1500, 'a lease that ran out: that of the job is 7 min'],
    [6.5 * minutes, null],
    [8 * minutes, null],
  ])('two objects of one job with a lease of 7 min, %d ms apart', (ms, usual) => {
    expect(usualOf([job, made(2000, '1'), made(2000 + ms, '2')])).toEqual([usual]);
  });

  it('is read by its starts where the objects came at other moments of the work', () => {
    const start = (attempt: number, ms: number) =>
      told('attempt', { queue: 'boss', job_id: '7', attempt, started_at: at(ms), lease_ms: 7 * minutes });
    const of = (ms: number, attempt: number) =>
      told('record', {
        event_id: 'Ev1',
        target: 'ops',
        created_at: at(ms),
        record_id: String(ms),
        queue: 'boss',
        job_id: '7',
        attempt,
      });
    const lines = [start(1, 0), start(2, 7 * minutes + 1000), of(1000, 1), of(9 * minutes, 2)];
    expect(usualOf(lines)).toEqual(['a lease that ran out: that of the job is 7 min']);
  });

  it('is not read by a lease where the objects are of two jobs', () => {
    expect(usualOf([job, made(2000, '1'), made(2000 + 7 * minutes, '2', '8')])).toEqual([null]);
  });

  it('is read between receipts by the lease of the job of their event, beside the schedule of the sender', () => {
    const lease = told('job', { event_id: 'Ev1', queue: 'boss', job_id: '7', at: at(0), lease_ms: 60_000 });
    const [usual] = usualOf([lease, delivery(0, 'a'), delivery(60_400, 'b')]);
    expect(usual).toBe(
      "a lease that ran out: that of a job of this event is 1 min, or: Slack's second retry, or the read timeout of a client or proxy (60 s)",
    );
    const other = told('job', { event_id: 'Ev2', queue: 'boss', job_id: '7', at: at(0), lease_ms: 60_000 });
    expect(usualOf([other, delivery(0, 'a'), delivery(60_400, 'b')])).toEqual([
      expect.stringMatching(/^Slack's second/),
    ]);
  });
});
