// Does each fact find what it came out of: by ids first, by place and time only where one fits?
import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../../src/model/timeline/timeline.ts';
import { at, timelineOf, told } from './told.ts';

const linkOf = ({ facts, links }: Timeline, kind: string) => {
  const child = facts.find((fact) => fact.kind === kind)?.n;
  const link = links.find((one) => one.child === child);
  return link && { parent: facts[link.parent - 1]?.fields, by: link.by, certainty: link.certainty };
};
const event = { event_id: 'Ev1' };
const first = told('delivery', { ...event, delivery_id: 'd1', at: at(0), answered_at: at(1000), instance_id: 'app-1' });
const second = told('delivery', {
  ...event,
  delivery_id: 'd2',
  at: at(3020),
  answered_at: at(5000),
  instance_id: 'app-1',
});

describe('by ids', () => {
  it('a whole chain is stated', () => {
    const timeline = timelineOf([
      first,
      told('run', { run_id: 'r1', delivery_id: 'd1', at: at(10) }),
      told('job', { queue: 'q', job_id: '7', run_id: 'r1', at: at(20) }),
      told('attempt', { queue: 'q', job_id: '7', attempt: 1, at: at(30) }),
      told('call', { call_id: 'c1', job_id: '7', attempt: 1, at: at(40), target: 'jira', operation: 'create' }),
      told('record', { target: 'jira', record_id: 'OPS-41', call_id: 'c1', created_at: at(50) }),
    ]);
    expect(timeline.links.map(({ child, parent }) => [child, parent])).toEqual([
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
      [6, 5],
    ]);
    expect(timeline.links.every(({ certainty }) => certainty === 'stated')).toBe(true);
    const [chain] = timeline.effects[0]?.chains ?? [];
    expect([chain?.delivery?.n, chain?.run?.n, chain?.job?.n, chain?.attempt?.n, chain?.call?.n]).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(chain?.inferred).toEqual([]);
  });

  it('a stated delivery beats the one that time points at', () => {
    const run = told('run', { ...event, run_id: 'r1', delivery_id: 'd1', at: at(3500) });
    expect(linkOf(timelineOf([first, second, run]), 'run')).toMatchObject({
      parent: { delivery_id: 'd1' },
      certainty: 'stated',
    });
  });

  it('a record belongs to the create that answered with its id, not to a later update or search', () => {
    const answered = (call_id: string, operation: 'create' | 'update' | 'find') =>
      told('call', { ...event, call_id, operation, target: 'jira', result_id: 'OPS-41', outcome: 'done' });
    const record = told('record', { ...event, target: 'jira', record_id: 'OPS-41', created_at: at(5) });
    const timeline = timelineOf([answered('c1', 'create'), answered('c2', 'update'), answered('c3', 'find'), record]);
    expect(timeline.effects[0]?.chains[0]?.call?.fields.call_id).toBe('c1');
  });

  it('a hop keeps the names that its witnesses give it', () => {
    const row = { source: 'database', where: 'deliveries 9', clock: 'database' };
    const own = told('delivery', { ...event, delivery_id: 'd1', request_id: 'q1', at: at(0) });
    const other = told('delivery', { ...event, delivery_id: '9', request_id: 'q1', at: at(1) }, row);
    const run = told('run', { run_id: 'r1', delivery_id: '9', at: at(10) });
    expect(linkOf(timelineOf([own, other, second, run]), 'run')).toMatchObject({
      parent: { delivery_id: 'd1' },
      certainty: 'stated',
    });
  });

  it('an id that two facts bear names neither', () => {
    const arrivals = [0, 700].map((ms) =>
      told('delivery', { ...event, request_id: 'q1', at: at(ms), instance_id: 'app-1' }),
    );
    const run = told('run', { run_id: 'r1', request_id: 'q1', at: at(800), event_id: 'Ev1' });
    expect(linkOf(timelineOf([...arrivals, run]), 'run')).toBeUndefined();
  });
});

describe('by place and time', () => {
  const record = (fields: object) => told('record', { ...event, target: 'jira', record_id: 'OPS-41', ...fields });

  it('the only delivery of the event is inferred', () => {
    expect(linkOf(timelineOf([first, record({ created_at: at(60_000) })]), 'record')).toMatchObject({
      certainty: 'inferred',
    });
  });

  it('but not that of another app', () => {
    const foreign = told('delivery', { ...event, app_id: 'A1', at: at(0) });
    expect(linkOf(timelineOf([foreign, record({ app_id: 'A2', created_at: at(5) })]), 'record')).toBeUndefined();
  });

  it('the delivery that was under way is inferred', () => {
    const link = linkOf(timelineOf([first, second, record({ created_at: at(4000) })]), 'record');
    expect(link).toMatchObject({ parent: { delivery_id: 'd2' }, by: 'event, place and time', certainty: 'inferred' });
  });

  it('with two that were under way nothing is inferred', () => {
    const slow = told('delivery', { ...event, delivery_id: 'd1', at: at(0), answered_at: at(4200) });
    expect(linkOf(timelineOf([slow, second, record({ created_at: at(4000) })]), 'record')).toBeUndefined();
  });

  it('one on another machine was not the one', () => {
    const slow = told('delivery', { ...event, at: at(0), answered_at: at(4200), instance_id: 'app-2' });
    const made = record({ created_at: at(4000), instance_id: 'app-1' });
    expect(linkOf(timelineOf([slow, second, made]), 'record')).toMatchObject({ parent: { delivery_id: 'd2' } });
  });

  it('what a job made is not put into a request that happened to be open', () => {
    const open = told('delivery', { ...event, delivery_id: 'd2', at: at(3020) });
    const made = record({ created_at: at(60_000), queue: 'q', job_id: '7' });
    expect(linkOf(timelineOf([first, open, made]), 'record')).toBeUndefined();
  });

  it('the request in which a job was enqueued is found by that moment', () => {
    const job = told('job', { ...event, queue: 'q', job_id: '7', at: at(500), instance_id: 'app-1' });
    const made = record({ created_at: at(60_000), queue: 'q', job_id: '7', instance_id: 'worker-1' });
    const [chain] = timelineOf([first, second, job, made]).effects[0]?.chains ?? [];
    expect(chain?.delivery?.fields.delivery_id).toBe('d1');
    expect(chain?.inferred).toEqual(['delivery']);
  });
});

describe('the only delivery of the event', () => {
  const made = (fields: object) =>
    told('record', { ...event, target: 'jira', record_id: 'OPS-41', created_at: at(4000), ...fields });
  const only = (fields: object) => told('delivery', { ...event, delivery_id: 'd1', at: at(3100), ...fields });

  it.each([
    ['of one request', { request_id: 'q1' }, { request_id: 'q1' }],
    ['of which the object has no request', { request_id: 'q1', retry_num: 0 }, {}],
  ])('%s is what an object came out of', (_, delivery, record) => {
    expect(linkOf(timelineOf([only(delivery), made(record)]), 'record')).toMatchObject({
      parent: { delivery_id: 'd1' },
    });
  });

  it.each([
    ['of another request in one log', { request_id: 'q2' }, { request_id: 'q1' }],
    ['that is a repeat: there was one before it', { retry_num: 1 }, {}],
  ])('%s is not', (_, delivery, record) => {
    expect(linkOf(timelineOf([only(delivery), made(record)]), 'record')).toBeUndefined();
  });
});
