// In which order do facts stand, and which order may be believed?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { clockOf, orderOf } from '../../../src/model/timeline/skew.ts';
import { at, timelineOf, told } from './told.ts';

const event = { event_id: 'Ev1' };
const kinds = (...observations: Observation[]) => timelineOf(observations).facts.map(({ kind }) => kind);

describe('facts stand', () => {
  it('by their beginnings, numbered from 1', () => {
    const timeline = timelineOf([3, 1, 2].map((ms) => told('run', { ...event, run_id: `r${ms}`, at: at(ms) })));
    expect(timeline.facts.map(({ n, at: begun }) => [n, begun])).toEqual([
      [1, at(1)],
      [2, at(2)],
      [3, at(3)],
    ]);
  });

  it('at one moment in the order of the chain', () => {
    const line = [
      told('record', { ...event, target: 'jira', record_id: '1', created_at: at(0) }),
      told('run', { ...event, run_id: 'r', at: at(0) }),
      told('delivery', { ...event, at: at(0) }),
    ];
    expect(kinds(...line)).toEqual(['delivery', 'run', 'record']);
  });

  it('without a time right behind what they came out of', () => {
    const run = told('run', { ...event, run_id: 'r', at: at(5) });
    const asked = told('guard', { run_id: 'r', key: 'k' });
    const later = told('job', { ...event, queue: 'q', job_id: '1', at: at(9) });
    expect(kinds(asked, later, run)).toEqual(['run', 'guard', 'job']);
  });

  it('at the end when nothing tells their time', () => {
    expect(kinds(told('guard', { ...event, key: 'k' }), told('delivery', { ...event, at: at(0) }))).toEqual([
      'delivery',
      'guard',
    ]);
  });

  it('at their beginning, though the only line was stamped at the end', () => {
    const run = told('run', { ...event, run_id: 'r', at: at(4000), started_at: at(10), finished_at: at(4000) });
    const attempt = told('attempt', {
      ...event,
      job_id: '1',
      attempt: 1,
      received_at: at(7),
      at: at(9),
      finished_at: at(9),
    });
    expect(timelineOf([run, attempt]).facts.map((fact) => fact.at)).toEqual([at(7), at(10)]);
  });
});

describe('starts of one job stand', () => {
  const numbersOf = (...starts: Record<string, unknown>[]) =>
    timelineOf(starts.map((fields) => told('attempt', { ...event, queue: 'q', job_id: '1', ...fields })))
      .facts.filter(({ kind }) => kind === 'attempt')
      .map(({ fields }) => (fields as { attempt?: number }).attempt);

  it('by their numbers where none has a beginning', () => {
    expect(numbersOf({ attempt: 3, finished_at: at(9) }, { attempt: 2 }, { attempt: 1 })).toEqual([1, 2, 3]);
    expect(numbersOf({ attempt: 3, finished_at: at(9) }, { attempt: 2 }, { attempt: 1, finished_at: at(4) })).toEqual([
      1, 2, 3,
    ]);
  });

  it('by their numbers around those that have one', () => {
    expect(numbersOf({ attempt: 2, at: at(5) }, { attempt: 3 }, { attempt: 1 })).toEqual([1, 2, 3]);
    expect(numbersOf({ attempt: 4, at: at(9) }, { attempt: 3 }, { attempt: 2, at: at(5) })).toEqual([2, 3, 4]);
  });

  it('behind their job, though it has no time', () => {
    const job = told('job', { ...event, queue: 'q', job_id: '1' });
    const start = told('attempt', { ...event, queue: 'q', job_id: '1', attempt: 1, finished_at: at(4) });
    const later = told('record', { ...event, target: 'jira', record_id: '1', created_at: at(5) });
    expect(kinds(later, start, job)).toEqual(['job', 'attempt', 'record']);
  });

  it('by their times, whatever their numbers say', () => {
    expect(numbersOf({ attempt: 1, at: at(5) }, { attempt: 2, at: at(3) })).toEqual([2, 1]);
  });
});

describe('an order', () => {
  const pair = (gap: number, clocks: [string, string]) => {
    const facts = clocks.map((clock, i) => told('run', { ...event, run_id: `r${i}`, at: at(i * gap) }, { clock }));
    const timeline = timelineOf(facts);
    const [a, b] = ['r0', 'r1'].map((id) =>
      timeline.facts.find(({ fields }) => (fields as { run_id?: string }).run_id === id),
    );
    if (!a || !b) throw new Error('two runs were told');
    return { timeline, order: orderOf(timeline, a, b), back: orderOf(timeline, b, a) };
  };

  it('within one clock is certain', () => {
    expect(pair(1, ['app-1', 'app-1'])).toMatchObject({ order: 'before', back: 'after' });
  });

  it('of equal times is unknown, both ways', () => {
    expect(pair(0, ['app-1', 'app-1'])).toMatchObject({ order: 'unknown', back: 'unknown' });
  });

  it('across clocks is unknown within their skew, and known beyond it', () => {
    expect(pair(1000, ['app-1', 'app-2'])).toMatchObject({ order: 'unknown', back: 'unknown' });
    expect(pair(1001, ['app-1', 'app-2'])).toMatchObject({ order: 'before', back: 'after' });
  });

  it('across clocks names the pair once, as assumed', () => {
    expect(pair(1, ['b', 'a']).timeline.skews).toEqual([{ clocks: ['a', 'b'], boundMs: 1000, measured: false }]);
    expect(pair(1, ['a', 'a']).timeline.skews).toEqual([]);
  });

  it('knows whose clock read which field', () => {
    const begin = told('run', { ...event, run_id: 'r', at: at(0) }, { clock: 'app-1' });
    const end = told('run', { run_id: 'r', finished_at: at(5) }, { clock: 'worker.log' });
    const [run] = timelineOf([begin, end]).facts;
    if (!run) throw new Error('a run was told');
    expect([clockOf(run, 'at'), clockOf(run, 'finished_at'), clockOf(run, 'outcome')]).toEqual([
      'app-1',
      'worker.log',
      'app-1',
    ]);
  });
});
