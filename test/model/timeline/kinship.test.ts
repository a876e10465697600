// Which facts belong to the question, and which only touch the same things?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { at, timelineOf, told } from './told.ts';

const message = { channel: 'C1', ts: '1793610900.000100' };
const kinds = (...observations: Observation[]) => timelineOf(observations).facts.map(({ kind }) => kind);
const events = (...observations: Observation[]) => timelineOf(observations).events.map(({ eventId }) => eventId);

describe('siblings', () => {
  const own = told('delivery', { event_id: 'Ev1', at: at(0), ...message, client_msg_id: 'm1' });

  it('share a subject, stated or made of channel and ts', () => {
    expect(events(own, told('delivery', { event_id: 'Ev2', at: at(80), ...message }))).toEqual(['Ev1', 'Ev2']);
    const stated = told('delivery', { event_id: 'Ev3', at: at(80), subject: 'slack:C1:1793610900.000100' });
    expect(events(own, stated)).toEqual(['Ev1', 'Ev3']);
  });

  it('share a client_msg_id (a resend has another ts)', () => {
    const resend = told('delivery', {
      event_id: 'Ev2',
      at: at(500),
      channel: 'C1',
      ts: '1793610901.000200',
      client_msg_id: 'm1',
    });
    expect(events(own, resend)).toEqual(['Ev1', 'Ev2']);
  });

  it('do not share a text, a channel or a time', () => {
    const other = told('delivery', { event_id: 'Ev2', at: at(0), channel: 'C1', ts: '1793610901.000200' });
    expect(events(own, other)).toEqual(['Ev1']);
    expect(events(own, told('delivery', { event_id: 'Ev2', at: at(0), channel: 'C2', ts: message.ts }))).toEqual([
      'Ev1',
    ]);
  });

  it('come behind the event that was asked for, in order of arrival', () => {
    const before = [2, 1].map((n) => told('delivery', { event_id: `Ev0${n}`, at: at(-n), ...message }));
    expect(events(own, ...before)).toEqual(['Ev1', 'Ev02', 'Ev01']);
  });

  it('come in whatever one line of them leaves out', () => {
    const begin = told('delivery', { event_id: 'Ev1', at: at(0), delivery_id: 'd1', ...message });
    const end = told('delivery', { delivery_id: 'd1', client_msg_id: 'm1', answered_at: at(9) });
    expect(timelineOf([begin, end]).facts[0]?.fields.subject).toBe('slack:C1:1793610900.000100');
    expect(timelineOf([begin, end]).facts[0]?.contradictions).toEqual([]);
  });
});

describe('chains', () => {
  const made = told('record', {
    event_id: 'Ev1',
    target: 'jira',
    record_id: 'OPS-41',
    created_at: at(50),
    run_id: 'r1',
  });

  it('bring in facts without an event, upwards and downwards', () => {
    const chain = [
      told('delivery', { delivery_id: 'd1', at: at(0) }),
      told('run', { run_id: 'r1', delivery_id: 'd1', at: at(10) }),
      told('job', { queue: 'q', job_id: '7', run_id: 'r1', at: at(60) }),
      told('attempt', { queue: 'q', job_id: '7', attempt: 1, at: at(70) }),
    ];
    expect(kinds(made, ...chain)).toEqual(['delivery', 'run', 'record', 'job', 'attempt']);
  });

  it('leave out a second event that only updates the same record', () => {
    const update = [
      told('delivery', { event_id: 'Ev2', delivery_id: 'd2', at: at(9000) }),
      told('run', { event_id: 'Ev2', run_id: 'r2', delivery_id: 'd2', at: at(9010) }),
      told('call', {
        call_id: 'c2',
        run_id: 'r2',
        operation: 'update',
        target: 'jira',
        result_id: 'OPS-41',
        at: at(9020),
      }),
    ];
    expect(kinds(made, ...update)).toEqual(['record']);
  });

  it('leave out a stranger', () => {
    expect(
      kinds(made, told('run', { run_id: 'r9', event_id: 'Ev9', at: at(0) }), told('job', { queue: 'q', job_id: '9' })),
    ).toEqual(['record']);
  });

  it('bring in what happened to the processes involved', () => {
    const run = told('run', { event_id: 'Ev1', run_id: 'r1', at: at(0), instance_id: 'app-1' });
    const started = (instance_id: string) => told('lifecycle', { what: 'started', instance_id, at: at(-100) });
    expect(kinds(run, started('app-1'), started('app-2'))).toEqual(['lifecycle', 'run']);
  });
});

describe('a question', () => {
  const two = [1, 2].map((n) =>
    told('record', { event_id: `Ev${n}`, target: 'jira', record_id: `OPS-4${n}`, created_at: at(n) }),
  );

  it('can name records and jobs', () => {
    expect(timelineOf(two, [{ type: 'record', value: 'jira/OPS-42' }]).events.map(({ eventId }) => eventId)).toEqual([
      'Ev2',
    ]);
    const job = told('job', { event_id: 'Ev5', queue: 'q', job_id: '7' });
    expect(timelineOf([job, ...two], [{ type: 'job', value: 'q/7' }]).facts).toHaveLength(1);
  });

  it('that nothing knows has an empty timeline', () => {
    const { facts, events: known, effects, links } = timelineOf(two, [{ type: 'event_id', value: 'Ev9' }]);
    expect([facts, known, effects, links]).toEqual([[], [], [], []]);
  });
});
