// A record that names nothing but its key belongs to the event, or to the message, that the key was built from.
import { describe, expect, it } from 'vitest';
import { eventInKey } from '../../src/model/timeline/named-by-key.ts';
import { logOf, tracedLog } from './traced.ts';

const at = 1795168800000;
const event = { event_id: 'Ev0DDDD006', workspace_id: 'T1', channel: 'C1ABC', ts: '1795981037.000100' };
const arrival = {
  dedupe: 'delivery',
  at,
  delivery_id: 'd1',
  retry_num: 0,
  answered_at: at + 90,
  status: 200,
  ...event,
};
const own = { dedupe: 'record', at: at + 40, target: 'jira', record_id: 'OPS-1', delivery_id: 'd1', ...event };
const second = (fields: object) => ({ dedupe: 'record', at: at + 3000, target: 'jira', record_id: 'OPS-2', ...fields });
const verdictOf = async (ref: string, more: object) =>
  (await tracedLog(ref, logOf([arrival, own, more]))).document.verdict;

describe('a second record is found', () => {
  it.each([
    ['the event', { source_event_key: 'slack:T1:Ev0DDDD006' }],
    ['one effect of the event', { source_event_key: 'slack:T1:Ev0DDDD006#ticket' }],
    ['the message', { source_event_key: 'slack:T1:C1ABC:1795981037.000100' }],
  ])('by a key that was built from %s', async (_, key) => {
    expect(await verdictOf('Ev0DDDD006', second(key))).toBe('duplicate');
    expect(await verdictOf('OPS-2', second(key))).toBe('duplicate');
  });

  it('by the key that a call handed to the target', async () => {
    const call = { dedupe: 'call', call_id: 'c2', operation: 'create', outcome: 'done', result_id: 'OPS-2' };
    const more = { ...call, at: at + 3000, target: 'jira', idempotency_key: 'slack:T1:Ev0DDDD006' };
    expect(await verdictOf('Ev0DDDD006', more)).toBe('duplicate');
  });

  it.each([
    ['another event', { source_event_key: 'slack:T1:Ev0DDDD0067' }],
    ['another message', { source_event_key: 'slack:T1:C1ABC:1795981037.000101' }],
    ['another sender', { source_event_key: 'github:T1:Ev0DDDD006' }],
  ])('and not by a key of %s', async (_, key) => {
    expect(await verdictOf('Ev0DDDD006', second(key))).toBe('single');
  });
});

it.each([
  ['slack:T1:Ev0A', undefined, 'Ev0A'],
  ['slack:T1:Ev0A#mail', undefined, 'Ev0A'],
  ['slack.support:T1:Ev0A', 'slack.support', 'Ev0A'],
  ['github::72d3162e-cc78-11e3-81ab-4c9367dc0958', 'github', '72d3162e-cc78-11e3-81ab-4c9367dc0958'],
  ['slack:T1:C1ABC:1795981037.000100', undefined, undefined],
  ['slack:T1:printer', undefined, undefined],
  ['ticket:7:Ev0A', undefined, undefined],
  ['Ev0A', undefined, undefined],
  [7, undefined, undefined],
])('%j of %s names the event %s', (source_event_key, provider, id) => {
  expect(eventInKey({ source_event_key, provider })).toBe(id);
});
