// Does the text of reconcile say plainly what was done, and what was not?
import { expect, test } from 'vitest';
import { clean } from '../../src/model/clean.ts';
import type { ReconcileDocument, ReconcileItem } from '../../src/model/reconcile-document.ts';
import { reconcileText } from '../../src/report/reconcile-text.ts';
import { look } from './cases.ts';

const item: ReconcileItem = {
  source_event_key: 'slack:T1:Ev1',
  workspace_id: 'T1',
  event_id: 'Ev1',
  target: 'jira',
  state: 'unknown',
  attempt: 1,
  sent_at: null,
  age_ms: null,
  verdict: 'one',
  action: 'confirm',
  external_id: 'OPS-41',
  external_url: null,
  until: null,
  proof: { asked: 'jira', store: 'primary', because: 'it is there' },
  records: [],
  applied: null,
};

function shown(mode: ReconcileDocument['mode'], ...applied: ReconcileItem['applied'][]): string {
  const items = applied.map((one) => ({ ...item, applied: one }));
  const rest = {
    source: 'schema' as const,
    database: 'db',
    at: '',
    more: false,
    too_old: null,
    looks: null,
    left_out: null,
    plan: null,
  };
  return reconcileText.render(clean({ version: 1, mode, items, ...rest }), look);
}

test('what somebody else has moved is not told as a change of this call', () => {
  const text = shown('applied', 'changed', 'changed');
  expect(text).toMatch(/^NOTHING CHANGED {2}2 operations: 2 left alone\n/);
  expect(text).toContain('2 left alone: no longer as the plan saw them.');
  expect(text).not.toContain('APPLIED');
  expect(text).not.toMatch(/\bchanged\b/);
});

test('what was done is counted by what was done', () => {
  const text = shown('applied', 'confirmed', 'kept', 'changed');
  expect(text).toMatch(/^APPLIED {2}3 operations: 1 confirmed, 1 kept, 1 left alone\n/);
  expect(text).toContain('1 left alone: no longer as the plan saw it.');
  expect(text).toContain('The way back');
});

test('a plan is counted by what was seen', () => {
  expect(shown('plan', null)).toMatch(/^PLAN {2}1 operation: 1 one\n/);
});

test('of a source that is only read, a report says what a person can do, and not what nobody does', () => {
  const text = shown('report', null);
  expect(text).toMatch(/^verdict +you can /m);
  expect(text).toContain('one: it was made: write its id where your app keeps what it made, and do not send it again.');
  expect(text).not.toMatch(/confirm|release/);
  expect(shown('plan', null)).toContain('confirm');
});
