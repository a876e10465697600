// Is an issue that was closed once and opened again told as work that is still there?
import { expect, test } from 'vitest';
import { stateOf } from '../../src/targets/redmine/issue.ts';

const closedOnce = '2026-11-29T13:00:00Z';

test('the status says whether it is closed now; the moment of the last closing does not', () => {
  expect(stateOf({ status: { is_closed: true }, closed_on: closedOnce })).toBe('closed');
  expect(stateOf({ status: { is_closed: false }, closed_on: closedOnce })).toBe('open');
  expect(stateOf({ status: { is_closed: false }, closed_on: null })).toBe('open');
});

test('where a version does not show the status, one that was never closed is open, and no other is known', () => {
  expect(stateOf({ closed_on: null })).toBe('open');
  expect(stateOf({ status: {}, closed_on: closedOnce })).toBe('unknown');
});
