// When does something go on, and after which silence is it over?
import { expect, it } from 'vitest';
import { goesOn } from '../../src/model/goes-on.ts';
import { at } from './timeline/told.ts';

const hour = 3_600_000;
const state = (times: readonly number[], end: number) => goesOn(times.map(at), at(end)).state;

it('goes on until it is silent for an hour and for three of its pauses', () => {
  expect(state([0, 60_000], 60_000 + hour)).toBe('firing');
  expect(state([0, 60_000], 60_001 + hour)).toBe('not-seen');
  expect(state([0, hour], 4 * hour)).toBe('firing');
  expect(state([0, hour], 4 * hour + 1)).toBe('not-seen');
});

it('is not known of what was seen once and not long ago', () => {
  expect(state([0], hour)).toBe('unknown');
  expect(state([0], hour + 1)).toBe('not-seen');
});
