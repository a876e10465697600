// How far apart are clocks, by what must have happened in order?
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/model/fact.ts';
import { answerSpan } from '../../../src/model/timeline/deliveries.ts';
import { at, timelineOf, told } from './told.ts';

const app = { clock: 'app-1' };
const worker = { clock: 'worker-1' };

const skews = (...observations: ReturnType<typeof told>[]) => timelineOf(observations).skews;

it('assumes a second where nothing is out of order', () => {
  const delivery = told('delivery', { at: at(0), delivery_id: 'd1', event_id: 'Ev1' }, app);
  const record = told('record', { at: at(10), record_id: 'R1', delivery_id: 'd1' }, worker);
  expect(skews(delivery, record)).toEqual([{ clocks: ['app-1', 'worker-1'], boundMs: 1000, measured: false }]);
});

it('measures a record that was made before the delivery that made it', () => {
  const delivery = told('delivery', { at: at(5000), delivery_id: 'd1', event_id: 'Ev1' }, app);
  const record = told('record', { at: at(1500), record_id: 'R1', delivery_id: 'd1' }, worker);
  expect(skews(delivery, record)).toEqual([{ clocks: ['app-1', 'worker-1'], boundMs: 4500, measured: true }]);
});

it('measures an arrival before its own sending, in whole seconds', () => {
  const early = told('delivery', { at: at(0), sent_at: at(7000), event_id: 'Ev1' }, app);
  expect(skews(early)).toEqual([{ clocks: ['app-1', 'sender'], boundMs: 8000, measured: true }]);
  expect(skews(told('delivery', { at: at(7100), sent_at: at(7000), event_id: 'Ev1' }, app))).toEqual([]);
});

it('measures an answer that another hop stamped before the arrival', () => {
  const arrived = told('delivery', { at: at(9000), request_id: 'r-1', event_id: 'Ev1' }, app);
  const answered = told(
    'delivery',
    { answered_at: at(8000), request_id: 'r-1', event_id: 'Ev1' },
    { clock: 'gateway' },
  );
  expect(skews(arrived, answered)).toMatchObject([{ clocks: ['app-1', 'gateway'], boundMs: 2000, measured: true }]);
});

it('measures nothing by one clock, by a guess, or by a request that was seen in its middle', () => {
  const delivery = { delivery_id: 'd1', event_id: 'Ev1' };
  const backwards = told('record', { at: at(0), record_id: 'R1', delivery_id: 'd1' }, app);
  expect(skews(told('delivery', { at: at(900), ...delivery }, app), backwards)).toEqual([]);
  const middle = told('delivery', { at: at(900), delivery_id: 'request:1@a', event_id: 'Ev1' }, app);
  const record = told('record', { at: at(0), record_id: 'R1', delivery_id: 'request:1@a' }, worker);
  expect(skews(middle, record)).toMatchObject([{ measured: false }]);
});

describe('two hops of one arrival', () => {
  const gateway = (ms: number, tookMs: number, clock = 'gateway') =>
    told(
      'delivery',
      { at: at(ms), answered_at: at(ms + tookMs), request_id: 'q1', instance_id: clock },
      { where: 'gateway.log:1', clock },
    );
  const behind = (ms: number) => [
    told('delivery', { at: at(ms), delivery_id: 'd1', request_id: 'q1', event_id: 'Ev1' }, app),
    told('run', { started_at: at(ms + 10), finished_at: at(ms + 90), run_id: 'r1', delivery_id: 'd1' }, app),
  ];
  const arrival = (...observations: Observation[]) => {
    const { facts, skews: all } = timelineOf(observations);
    const [delivery] = facts.filter((fact) => fact.kind === 'delivery');
    if (delivery === undefined) throw new Error('no delivery');
    return { delivery, skews: all, tookMs: answerSpan(delivery) };
  };

  it.each([
    ['ahead', 60_000, 60_000],
    ['a little ahead', 5_000, 5_000],
    ['behind', -60_000, 59_895],
  ])('tell that the clock of the gateway is %s, and the answer is timed by that clock alone', (_, off, apart) => {
    const { delivery, skews: all, tookMs } = arrival(gateway(off, 105), ...behind(0));
    expect(tookMs).toBe(105);
    expect(delivery.at).toBe(at(0));
    expect(all).toMatchObject([{ clocks: ['app-1', 'gateway'], boundMs: apart + 1000, measured: true }]);
  });

  it('measure nothing where the request waited in front of the app', () => {
    const { delivery, skews: all, tookMs } = arrival(gateway(0, 4100), ...behind(3900));
    expect([delivery.at, tookMs]).toEqual([at(0), 4100]);
    expect(all).toMatchObject([{ measured: false }]);
  });

  it('time the answer from the arrival in front, also where only the app behind stamped it', () => {
    const front = told('delivery', { at: at(0), request_id: 'q1' }, { where: 'lb.log:1', clock: 'lb' });
    const answered = told(
      'delivery',
      { at: at(3000), answered_at: at(3100), request_id: 'q1', event_id: 'Ev1' },
      { where: 'app.log:1', ...app },
    );
    expect(arrival(front, answered).tookMs).toBe(3100);
  });

  it('leave the answer to two clocks where the outer one stamped only that', () => {
    const late = told('delivery', { answered_at: at(4100), request_id: 'q1' }, { where: 'lb.log:1', clock: 'lb' });
    const inner = told(
      'delivery',
      { at: at(0), answered_at: at(3500), request_id: 'q1', event_id: 'Ev1' },
      { where: 'app.log:1', ...app },
    );
    expect(arrival(late, inner).tookMs).not.toBe(3500);
  });
});
