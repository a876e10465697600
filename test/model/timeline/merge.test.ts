// Are lines about one thing one fact, whatever their order, and does a contradiction stay visible?
import { describe, expect, it } from 'vitest';
import { mergeObservations } from '../../../src/model/timeline/merge.ts';
import { at, told } from './told.ts';

const only = (...observations: Parameters<typeof mergeObservations>[0]) => {
  const facts = mergeObservations(observations);
  expect(facts).toHaveLength(1);
  return facts[0] as (typeof facts)[0];
};

const begin = told('run', { run_id: 'r1', at: at(0), listener: 'message' });
const end = told('run', { run_id: 'r1', at: at(4000), finished_at: at(4000), outcome: 'done' });

describe('a beginning and an end', () => {
  it.each([
    ['in order', [begin, end]],
    ['the end first', [end, begin]],
  ])('are one fact that began at the beginning, %s', (_, lines) => {
    const fact = only(...lines);
    expect(fact.fields).toMatchObject({ at: at(0), finished_at: at(4000), outcome: 'done', listener: 'message' });
    expect(fact.contradictions).toEqual([]);
    expect(fact.witnesses[fact.origin.at ?? -1]).toBe(begin.provenance);
    expect(fact.witnesses[fact.origin.outcome ?? -1]).toBe(end.provenance);
  });

  it('are two facts without an identity', () => {
    expect(mergeObservations([told('run', { at: at(0) }), told('run', { finished_at: at(9) })])).toHaveLength(2);
  });

  it('of a job without a queue are one attempt', () => {
    const fact = only(
      told('attempt', { job_id: '7', attempt: 1, started_at: at(0) }),
      told('attempt', { job_id: '7', attempt: 1, finished_at: at(9), outcome: 'failed' }),
    );
    expect(fact.fields).toMatchObject({ started_at: at(0), outcome: 'failed' });
  });
});

it('a source that counts starts has seen more by its next word, and contradicts itself by none', () => {
  const counted = (count: number) => told('job', { job_id: '7', queue: 'q', attempts_started: count });
  for (const counts of [
    [1, 3, 2],
    [3, 1],
  ])
    expect(only(...counts.map(counted))).toMatchObject({ fields: { attempts_started: 3 }, contradictions: [] });
});

describe('a contradiction', () => {
  it('keeps all values; in one source the later line corrects', () => {
    const fact = only(told('call', { call_id: 'c', status: 500 }), told('call', { call_id: 'c', status: 201 }));
    expect(fact.fields).toMatchObject({ status: 201 });
    expect(fact.contradictions).toEqual([
      {
        field: 'status',
        values: [
          { value: 500, witness: 0 },
          { value: 201, witness: 1 },
        ],
      },
    ]);
  });

  it('is none where the maker of a record and its target each name their own process', () => {
    const [maker, target] = [
      { pid: '11', instance_id: 'worker-1' },
      { pid: '12', instance_id: 'tracker-1' },
    ];
    const both = (kind: 'record' | 'run', id: object) =>
      only(told(kind, { ...id, ...maker }), told(kind, { ...id, ...target }));
    const record = both('record', { target: 'tracker', record_id: 'T-1' });
    expect(record.fields).toMatchObject(maker);
    expect(record.contradictions).toEqual([]);
    expect(both('run', { run_id: 'r' }).contradictions).toHaveLength(2);
  });

  it('between sources leaves the first source standing', () => {
    const fact = only(
      told('call', { call_id: 'c', status: 500 }),
      told('call', { call_id: 'c', status: 201 }, { source: 'database', where: 'calls 1' }),
    );
    expect(fact.fields).toMatchObject({ status: 500 });
    expect(fact.contradictions).toHaveLength(1);
  });

  it('is two beginnings on one clock; the earlier one stands', () => {
    const fact = only(told('run', { run_id: 'r', at: at(50) }), told('run', { run_id: 'r', at: at(0) }));
    expect(fact.fields.at).toBe(at(0));
    expect(fact.contradictions.map(({ field }) => field)).toEqual(['at']);
  });

  it('is not progress', () => {
    const fact = only(
      told('attempt', { queue: 'q', job_id: '1', attempt: 1, outcome: 'done' }),
      told('attempt', { queue: 'q', job_id: '1', attempt: 1, outcome: 'running' }),
    );
    expect(fact.fields.outcome).toBe('done');
    expect(fact.contradictions).toEqual([]);
  });

  it('is not one state after the other, and the furthest stands', () => {
    const operation = { workspace_id: 'T1', target: 'jira', source_event_key: 'k' };
    const fact = only(
      told('operation', { ...operation, state: 'sent' }),
      told('operation', { ...operation, state: 'planned' }),
    );
    expect(fact.fields.state).toBe('sent');
    expect(fact.contradictions).toEqual([]);
  });
});

describe('two witnesses', () => {
  const database = { source: 'database', where: 'deliveries d1', clock: 'database' };

  it('of one delivery on two clocks some ms apart agree; the first source stands', () => {
    const fact = only(
      told('delivery', { delivery_id: 'd1', at: at(3) }),
      told('delivery', { delivery_id: 'd1', at: at(0) }, database),
    );
    expect(fact.fields.at).toBe(at(3));
    expect(fact.contradictions).toEqual([]);
  });

  it('further apart than clocks are contradict each other', () => {
    const fact = only(
      told('delivery', { delivery_id: 'd1', at: at(1001) }),
      told('delivery', { delivery_id: 'd1', at: at(0) }, database),
    );
    expect(fact.contradictions.map(({ field }) => field)).toEqual(['at']);
  });

  it('of which one knows the end only take the beginning from the other', () => {
    const fact = only(
      told('delivery', { delivery_id: 'd1', at: at(4200), answered_at: at(4200) }),
      told('delivery', { delivery_id: 'd1', at: at(0) }, database),
    );
    expect(fact.fields).toMatchObject({ at: at(0), answered_at: at(4200) });
  });

  it('on one clock may round to milliseconds', () => {
    const fact = only(told('run', { run_id: 'r', at: at(0.294) }), told('run', { run_id: 'r', at: at(0) }));
    expect(fact.contradictions).toEqual([]);
  });

  it('at one place are one', () => {
    const place = { where: 'a.log:1' };
    expect(only(told('guard', { key: 'k' }, place), told('guard', { key: 'k' }, place)).witnesses).toHaveLength(1);
  });
});

describe('an id without its queue or target', () => {
  const id = { record_id: 'OPS-41' };

  it('means the only one that has it', () => {
    const fact = only(told('record', id), told('record', { ...id, target: 'jira' }));
    expect(fact.fields.target).toBe('jira');
  });

  it('stands for itself where two have it', () => {
    const targets = ['jira', 'tasks'].map((target) => told('record', { ...id, target }));
    expect(mergeObservations([told('record', id), ...targets])).toHaveLength(3);
  });
});
