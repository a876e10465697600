// Does each answer at each moment give the verdict that may be given, and never one more?
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../src/model/reconcile.ts';
import type { Found, TargetRecord } from '../../src/model/target.ts';
import { judge, skewMs } from '../../src/reconcile/verdict.ts';
import { at, candidate } from './candidate.ts';

const record = (id: string, more: Partial<TargetRecord> = {}): TargetRecord => ({
  id,
  url: undefined,
  createdAt: at(Number(id)),
  createdBy: undefined,
  key: 'k',
  state: 'open',
  ...more,
});
const found = (...records: [TargetRecord, ...TargetRecord[]]): Found => ({ answer: 'found', records });
const none = (store: 'primary' | 'index'): Found => ({ answer: 'none', store, control: 'shown', asked: 'GET x' });
const abilities = { createMaximumMs: 300_000, indexLagMs: undefined, leavesOut: undefined };
const over = 60_000 + 300_000 + skewMs;
const about = (ms: number, more: object = {}) => ({ abilities, lookedAt: at(ms), acceptAbsentMs: undefined, ...more });
const said = (answer: Found, ms: number, more: object = {}, own: Partial<Candidate> = {}) => {
  const { verdict, action } = judge({ ...candidate, ...own }, answer, about(ms, more));
  return `${verdict} ${action}`;
};

test('a proof says what it says nothing about', () => {
  const because = (leavesOut: string | undefined) =>
    judge(candidate, none('primary'), about(over, { abilities: { ...abilities, leavesOut } })).proof.because;
  expect(because('issues that were deleted')).toBe('shown; this says nothing about issues that were deleted');
  expect(because(undefined)).toBe('shown');
});

describe('an object that is there', () => {
  test('confirms the operation at any moment', () => {
    expect(said(found(record('1')), 0)).toBe('one confirm');
    expect(said(found(record('1', { state: 'closed' })), 0)).toBe('one confirm');
    expect(said(found(record('1')), 0, {}, { state: 'sent' })).toBe('one confirm');
  });

  test('counts when it was made and deleted: a retry would make it again', () => {
    expect(said(found(record('1', { state: 'deleted' })), over)).toBe('one confirm');
    expect(said(found(record('1', { state: 'deleted' }), record('2')), over)).toBe('one confirm');
    const because = (...states: TargetRecord['state'][]) => {
      const [one, ...more] = states.map((state, i) => record(String(i + 1), { state }));
      return one && judge(candidate, found(one, ...more), about(over)).proof.because;
    };
    expect(because('deleted')).toBe('a record carries exactly this key, and it was deleted');
    expect(because('deleted', 'deleted')).toBe('2 records carry exactly this key, and all were deleted');
    expect(because('open', 'deleted')).toBe('2 records carry exactly this key');
  });

  test('more than once is for a person; the first stays, or the one that the ledger names', () => {
    const two = found(record('2'), record('1'));
    expect(said(two, over)).toBe('several stay');
    expect(judge(candidate, two, about(over)).keep?.id).toBe('1');
    expect(judge({ ...candidate, state: 'confirmed', externalId: '2' }, two, about(over)).keep?.id).toBe('2');
  });

  test('beside the one that was confirmed after a release is a second one', () => {
    const confirmed = { state: 'confirmed', externalId: '1' } as const;
    expect(said(found(record('1')), over, {}, confirmed)).toBe('one verify');
    expect(said(found(record('2')), over, {}, confirmed)).toBe('several stay');
  });

  test('although it was given up is told, and confirms nothing', () => {
    expect(said(found(record('1')), over, {}, { state: 'dead' })).toBe('one stay');
    expect(said(none('primary'), over, {}, { state: 'dead' })).toBe('none-proved verify');
  });

  test('of which a person has closed the others is looked at to its end, as if it stood alone', () => {
    const confirmed = { state: 'confirmed', externalId: '1' } as const;
    const beside = (state: TargetRecord['state']) => found(record('1'), record('2', { state }));
    expect(said(beside('closed'), over, {}, confirmed)).toBe('several verify');
    expect(said(beside('open'), over, {}, confirmed)).toBe('several stay');
    expect(said(beside('unknown'), over, {}, confirmed)).toBe('several stay');
    expect(said(beside('closed'), over)).toBe('several stay');
    expect(said(beside('closed'), over, {}, { ...confirmed, state: 'dead' })).toBe('several stay');
  });

  test('although it waits to be sent again confirms it, several too: nobody makes one more', () => {
    expect(said(found(record('1')), over, {}, { state: 'planned' })).toBe('one confirm');
    expect(said(found(record('1'), record('2')), over, {}, { state: 'planned' })).toBe('several confirm');
    expect(said(none('primary'), over, {}, { state: 'planned' })).toBe('none-proved stay');
  });
});

describe('an empty answer', () => {
  test('of the primary store proves absence from the end of everything on, and not a millisecond before', () => {
    expect(said(none('primary'), over)).toBe('none-proved release');
    expect(said(none('primary'), over - 1)).toBe('not-yet stay');
    expect(judge(candidate, none('primary'), about(0)).until).toBe(at(over));
  });

  test('proves nothing where nobody wrote down when it was sent', () => {
    expect(said(none('primary'), over * 100, {}, { sentAt: undefined, leaseEnd: undefined })).toBe('not-yet stay');
  });

  test('of an index proves nothing by itself, and is accepted only after the time that a person gave', () => {
    expect(said(none('index'), over)).toBe('none-after-wait stay');
    expect(said(none('index'), over + 1_800_000 - 1, { acceptAbsentMs: 1_800_000 })).toBe('none-after-wait stay');
    expect(said(none('index'), over + 1_800_000, { acceptAbsentMs: 1_800_000 })).toBe('none-after-wait release');
    expect(said(none('index'), over - 1, { acceptAbsentMs: 0 })).toBe('not-yet stay');
  });

  test('of an index that says how far it is behind is not yet an answer within that', () => {
    const lagging = { abilities: { ...abilities, indexLagMs: 60_000 } };
    expect(said(none('index'), over + 59_999, lagging)).toBe('not-yet stay');
    expect(said(none('index'), over + 60_000, lagging)).toBe('none-after-wait stay');
  });

  test('releases nothing that a worker still owns or has ended', () => {
    expect(said(none('primary'), over, {}, { state: 'confirmed', externalId: '1' })).toBe('none-proved verify');
    expect(said(none('primary'), 0, {}, { state: 'planned', sentAt: undefined, leaseEnd: undefined })).toBe(
      'none-proved stay',
    );
  });
});

test('who cannot be asked and who cannot be believed are two answers, and neither moves anything', () => {
  const reason = { reason: 'x', asked: 'GET x' };
  expect(said({ answer: 'cannot-see', ...reason }, over)).toBe('cannot-see stay');
  const { verdict, action } = judge(candidate, { answer: 'unreachable', ...reason }, about(over));
  expect([verdict, action]).toEqual(['unreachable', 'stay']);
});
