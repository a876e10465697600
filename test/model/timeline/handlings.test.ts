// Which rows of the ledger stand for an object, and which for the handling of one event?
import { expect, it } from 'vitest';
import type { Coverage } from '../../../src/model/source.ts';
import { duplicatedEffects } from '../../../src/model/timeline/duplicates.ts';
import { decide } from '../../../src/model/verdict.ts';
import { at, timelineOf, told } from './told.ts';

const place = { source: 'database', clock: 'database' };
const subject = 'slack:C1:1.000100';
const seeing = (...sees: Coverage['sees']) => ({
  coverage: [{ source: 'database', sees, from: undefined, to: at(9_000) }],
});
/** The message, and two clicks on a button under it. */
const events = ['Ev1', 'click:1', 'click:2'].map((event_id, i) => ({
  ...{ event_id, subject, workspace_id: 'T1' },
  event_type: i === 0 ? 'message' : 'block_actions',
}));
const arrivals = events.map((event, i) =>
  told(
    'delivery',
    { ...event, delivery_id: `d${i}`, at: at(i * 100), answered_at: at(i * 100 + 9), status: 200 },
    place,
  ),
);
const row = (i: number, target: string, action: string, external_id?: string) => {
  const { event_id = '', workspace_id } = events[i] ?? {};
  const source_event_key = `slack:T1:${event_id}${action}`;
  const fields = {
    event_id,
    workspace_id,
    source_event_key,
    target,
    state: 'confirmed' as const,
    at: at(i * 100 + 20),
  };
  return told('operation', { ...fields, external_id: external_id ?? source_event_key }, place);
};
const handled = events.map((_, i) => row(i, 'app:slack', ''));

it('three handlings and one ticket are one object', () => {
  const timeline = timelineOf(
    [...arrivals, ...handled, row(0, 'effect:slack', '#ticket', 'OPS-1')],
    undefined,
    seeing('delivery', 'attempt', 'record'),
  );
  const { verdict, headline } = decide(timeline);
  expect([verdict, headline]).toEqual(['single', '1 effect:slack record for ticket from 1 Slack message']);
});

it('two objects of one effect are a duplicate, named or not', () => {
  const named = [row(0, 'effect:slack', '#ticket', 'OPS-1'), row(1, 'effect:slack', '#ticket', 'OPS-2')];
  const nameless = [row(0, 'effect:slack', '#ticket'), row(1, 'effect:slack', '#ticket')];
  for (const made of [named, nameless])
    expect(duplicatedEffects(timelineOf([...arrivals, ...handled, ...made]))).toMatchObject([
      { target: 'effect:slack', chains: [{}, {}] },
    ]);
});

it('what an application named stands for an object', () => {
  const named = [row(0, 'app:slack', '', 'OPS-1'), row(1, 'app:slack', '', 'OPS-2')];
  expect(duplicatedEffects(timelineOf([...arrivals, ...named]))).toHaveLength(1);
});

it('handlings alone say nothing about what was made: neither one object nor a loss', () => {
  const { verdict, missing } = decide(timelineOf([...arrivals, ...handled], undefined, seeing('delivery', 'attempt')));
  expect(verdict).toBe('inconclusive');
  expect(missing[0]).toMatch(/^the application handled it \(#\d+\) and named nothing that it made/);
});
