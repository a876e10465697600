// How far apart are clocks, by what must have happened in order?
import { expect, it } from 'vitest';
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
