// Is one arrival one delivery, however many hops logged it, and are two arrivals two?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { joinHops } from '../../../src/model/timeline/hops.ts';
import { mergeObservations } from '../../../src/model/timeline/merge.ts';
import { at, told } from './told.ts';

const joined = (...observations: Observation[]) => joinHops(mergeObservations(observations));
const gateway = (ms: number, fields: object) =>
  told('delivery', { at: at(ms), instance_id: 'gw', ...fields }, { clock: 'gw' });
const app = (ms: number, fields: object) =>
  told('delivery', { at: at(ms), instance_id: 'app-1', event_id: 'Ev1', ...fields });
const trace = (parent: string) => `00-0af7651916cd43dd8448eb211c80319c-${parent}-01`;

describe('gateway and app', () => {
  it.each([
    ['request_id', { request_id: 'q1' }, { request_id: 'q1' }],
    ['correlation_id', { correlation_id: 'c1', request_id: 'g' }, { correlation_id: 'c1', request_id: 'a' }],
    ['trace', { traceparent: trace('b7ad6b7169203331') }, { traceparent: trace('00f067aa0ba902b7') }],
  ])('that share a %s are one delivery with two witnesses', (_, first, second) => {
    const [fact, ...more] = joined(gateway(0, first), app(5, second));
    expect(more).toEqual([]);
    expect(fact?.witnesses).toHaveLength(2);
    expect(fact?.fields).toMatchObject({ at: at(0), event_id: 'Ev1' });
  });

  it('may be seconds apart under one request id (a cold start)', () => {
    expect(joined(gateway(0, { request_id: 'q1' }), app(8000, { request_id: 'q1' }))).toHaveLength(1);
  });

  it('have a process and a route each, which is no contradiction; two answers are one', () => {
    const [fact] = joined(
      gateway(0, { request_id: 'q1', pid: 1, deployment_version: 'gw-9', route: '/in', status: 504 }),
      app(5, { request_id: 'q1', pid: 2, deployment_version: 'v41', route: '/slack/events', status: 200 }),
    );
    expect(fact?.contradictions.map(({ field }) => field)).toEqual(['status']);
  });

  it('of which the second does not see the retry header any more are one, and contradict each other', () => {
    const [fact, ...more] = joined(
      gateway(0, { request_id: 'q1', retry_num: 1 }),
      app(5, { request_id: 'q1', retry_num: 0 }),
    );
    expect(more).toEqual([]);
    expect(fact?.contradictions).toContainEqual(expect.objectContaining({ field: 'retry_num' }));
  });

  it('that share nothing are two', () => {
    expect(joined(gateway(0, { request_id: 'q1' }), app(5, { request_id: 'q2' }))).toHaveLength(2);
  });

  it('are put together in the order of their times, whatever the order of the lines', () => {
    const flow = { correlation_id: 'c1' };
    const lines = [gateway(0, flow), app(5, flow), gateway(500, flow), app(505, flow)];
    const times = (some: Observation[]) =>
      joined(...some).map(({ statements }) =>
        statements.map(({ fields }) => Number(fields.at) - at(0)).sort((a, b) => a - b),
      );
    const pairs = [
      [0, 5],
      [500, 505],
    ];
    expect(times(lines)).toEqual(pairs);
    expect(times(lines.toReversed()).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(pairs);
  });
});

describe('two arrivals', () => {
  it('with one correlation id are two when a repeat is that far away', () => {
    expect(joined(app(0, { correlation_id: 'c1' }), gateway(3020, { correlation_id: 'c1' }))).toHaveLength(2);
  });

  it('with one correlation id and no time are two', () => {
    const untimed = told('delivery', { correlation_id: 'c1', instance_id: 'gw' });
    expect(joined(app(0, { correlation_id: 'c1' }), untimed)).toHaveLength(2);
  });

  it('at one hop are two, even of one envelope attempt', () => {
    const envelope = { envelope_id: 'e1', retry_num: 0, correlation_id: 'c1' };
    expect(joined(app(0, envelope), app(700, envelope))).toHaveLength(2);
  });

  it.each([
    ['event', { event_id: 'Ev2' }],
    ['retry', { retry_num: 1 }],
    ['delivery id of one source', { delivery_id: 'd2' }],
  ])('that name another %s are two', (_, fields) => {
    const first = gateway(0, { request_id: 'q1', event_id: 'Ev1', retry_num: 0, delivery_id: 'd1' });
    expect(joined(first, app(5, { request_id: 'q1', ...fields }))).toHaveLength(2);
  });

  it('of one delivery id that the proxy sent on twice stay apart', () => {
    const lines = [gateway(0, { request_id: 'q1' }), app(5, { request_id: 'q1', delivery_id: 'd1' })];
    const second = told('delivery', { at: at(900), instance_id: 'app-2', request_id: 'q1', delivery_id: 'd2' });
    expect(joined(...lines, second)).toHaveLength(2);
  });
});

describe('deliveries with ids of their own', () => {
  const access = (ms: number, fields: object = {}) =>
    told(
      'delivery',
      { at: at(ms), request_id: 'q1', delivery_id: 'request:q1', answered_at: at(ms + 4100), ...fields },
      { where: 'access.log:1', clock: 'access.log' },
    );
  const work = (id: string, where: string) =>
    told('run', { at: at(20), run_id: `r-${id}`, delivery_id: id }, { where });
  const row = (id: string, where: string, instance_id: string) =>
    told('delivery', { at: at(5), instance_id, event_id: 'Ev1', request_id: 'q1', delivery_id: id }, { where });

  it('are one in two files, under the id that the app gave, in either order of the files', () => {
    const lines = [access(0), row('d1', 'api.log:1', 'app-1'), work('d1', 'api.log:2')];
    for (const order of [lines, lines.toReversed()]) {
      const [fact, ...more] = joined(...order).filter(({ kind }) => kind === 'delivery');
      expect(more).toEqual([]);
      expect(fact?.fields).toMatchObject({ delivery_id: 'd1', at: at(0), answered_at: at(4100), event_id: 'Ev1' });
      expect(fact?.contradictions).toEqual([]);
      expect(fact?.witnesses[fact.origin.delivery_id ?? -1]?.where).toBe('api.log:1');
    }
  });

  it('are one where a gateway counts in its own way in a file of its own', () => {
    expect(joined(row('g1', 'gateway.log:1', 'gw'), row('d1', 'api.log:1', 'app-1'))).toHaveLength(1);
  });

  it.each([
    ['one file', 'api.log:9', []],
    ['one file that was rotated', 'api.log.1:2', []],
    ['the files of two replicas that each worked', 'api-2.log:1', [work('d2', 'api-2.log:2')]],
  ])('are two in %s', (_, where, more) => {
    const lines = [row('d1', 'api.log:1', 'app-1'), work('d1', 'api.log:2'), row('d2', where, 'app-2'), ...more];
    expect(joined(...lines).filter(({ kind }) => kind === 'delivery')).toHaveLength(2);
  });
});

describe('lines of one hop', () => {
  it('about the beginning and the answer are one arrival, also when the second stamps itself with the answer', () => {
    const [fact, ...more] = joined(
      app(0, { request_id: 'q1' }),
      app(4200, { request_id: 'q1', answered_at: at(4200) }),
    );
    expect(more).toEqual([]);
    expect(fact?.fields).toMatchObject({ at: at(0), answered_at: at(4200) });
  });

  it('in log and database join although each counts deliveries in its own way', () => {
    const row = { source: 'database', where: 'deliveries 9', clock: 'database' };
    const facts = joined(
      app(0, { request_id: 'q1', delivery_id: 'd1' }),
      told('delivery', { at: at(3), request_id: 'q1', delivery_id: '9' }, row),
    );
    expect(facts).toHaveLength(1);
  });
});
