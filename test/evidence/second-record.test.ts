// A second object that is tied to the event by less than the first: it is never passed over for a SINGLE.
import { expect, it } from 'vitest';
import { logOf, tracedLog } from './traced.ts';

const at = 1795168800000;
const event = { event_id: 'Ev0L1000', workspace_id: 'T1', channel: 'C1ABC', ts: '1795981037.000100' };
const answer = { answered_at: at + 90, status: 200 };
const arrival = {
  dedupe: 'delivery',
  at,
  delivery_id: 'd1',
  retry_num: 0,
  correlation_id: 'co-1',
  ...answer,
  ...event,
};
const own = { dedupe: 'record', at: at + 40, target: 'jira', record_id: 'OPS-1', delivery_id: 'd1', ...event };
const second = { dedupe: 'record', at: at + 3000, target: 'jira', record_id: 'OPS-2' };
const answered = async (more: object) => {
  const { document } = await tracedLog('Ev0L1000', logOf([arrival, own, more]));
  return [document.verdict, document.headline];
};

it('by the correlation id of the delivery', async () => {
  expect(await answered({ ...second, correlation_id: 'co-1' })).toEqual(['duplicate', expect.anything()]);
  expect(await answered({ ...second, correlation_id: 'co-2' })).toEqual(['single', expect.anything()]);
});

it('of one system that is written in two ways', async () => {
  expect(await answered({ ...second, target: 'Jira', ...event })).toEqual(['duplicate', expect.anything()]);
  expect(await answered({ ...second, target: 'mail', ...event })).toEqual(['single', expect.anything()]);
});

it('of a system that no line names', async () => {
  const { target: _, ...unsaid } = second;
  const sentence = /no line says in which system OPS-2 \(#3\) was made: it may be another jira one/;
  expect(await answered({ ...unsaid, ...event })).toEqual(['inconclusive', expect.stringMatching(sentence)]);
});
