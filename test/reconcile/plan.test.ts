// What is a plan bound to, and what can somebody who edits it not write into it?
import { expect, test } from 'vitest';
import type { ReconcilePlan } from '../../src/model/reconcile-document.ts';
import { assertBelongs, elsewhere } from '../../src/reconcile/plan.ts';

const madeAt = Date.parse('2026-11-29T12:00:00Z');
const database = {
  ...{ identity: 'cluster 1 database a (5) made 0', place: 'a', schema_version: 4 },
  ...{ timeline: 1, position: '1000', server: '10.0.0.1 port 5432' },
};
const item = { source_event_key: 'slack:T1:Ev1', target: 'tickets', action: 'release' };
const plan = (more: object = {}) =>
  ({
    ...{ version: 1, made_at: '2026-11-29T12:00:00.000Z', expires_at: '2026-11-29T13:00:00.000Z', database },
    ...{ targets: { tickets: 'here' }, accept_absent: {}, keep: {}, items: [item], ...more },
  }) as unknown as ReconcilePlan;

const applied = (given: ReconcilePlan, here: object = {}, afterMs = 60_000) => {
  const targets = new Map([['tickets', { identity: 'here' }]]) as never;
  return () =>
    assertBelongs(given, {
      ...{ now: (madeAt + afterMs) as never, targets },
      database: { ...database, standby: false, ...here },
    });
};

test('belongs to the one that it was made for, however far that has come', () => {
  expect(applied(plan())).not.toThrow();
  expect(applied(plan(), { position: '99999999999999999999' })).not.toThrow();
  expect(applied(plan({ items: [{ ...item, action: 'stay', target: 'unheard' }] }))).not.toThrow();
  const untold = { ...database, timeline: null, position: null };
  expect(applied(plan({ database: untold }), { ...untold, standby: false })).not.toThrow();
});

test('is refused by a standby, on another timeline, before the place that it saw', () => {
  expect(applied(plan(), { standby: true })).toThrow('is a standby');
  expect(applied(plan(), { timeline: 2 })).toThrow('on timeline 2, the plan saw 1');
  expect(applied(plan(), { timeline: null })).toThrow('on timeline not told');
  expect(applied(plan(), { position: '999' })).toThrow('restored from an earlier backup');
  expect(applied(plan({ database: { ...database, timeline: null } }))).toThrow('the plan saw none');
});

test('tells where another machine answers, and not where the same one does', () => {
  expect(elsewhere(plan(), { ...database, standby: false, server: null })).toContain(
    'made on 10.0.0.1 port 5432, and is carried out on a local socket',
  );
  expect(elsewhere(plan(), { ...database, standby: false })).toBeUndefined();
});

test('no later end, and no operation of a system that it does not name, can be written into it', () => {
  const longer = { expires_at: '2099-01-01T00:00:00.000Z' };
  expect(applied(plan(longer), {}, 3_600_000)).not.toThrow();
  expect(applied(plan(longer), {}, 3_600_001)).toThrow('it expired');
  expect(applied(plan({ made_at: 'never' }))).toThrow('it expired');
  expect(applied(plan({ targets: {} }))).toThrow('does not say which system tickets was');
});
