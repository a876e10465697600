// Is a typo understood, and a foreign word not?
import { describe, expect, it } from 'vitest';
import { nearest, suggestion } from '../src/nearest.ts';

const known = ['trace', 'lint', 'ack-late-retry', 'late-replay', 'DEDUPE_LOGS'];

describe('nearest', () => {
  it.each([
    ['trcae', 'trace'],
    ['TRACE', 'trace'],
    ['lnit', 'lint'],
    ['ack-late', 'ack-late-retry'],
    ['late-reply', 'late-replay'],
    ['dedupe_log', 'DEDUPE_LOGS'],
    ['frobnicate', undefined],
    ['x', undefined],
    ['', undefined],
  ])('%j → %j', (typed, name) => {
    expect(nearest(typed, known)).toBe(name);
  });

  it('knows nothing among nothing, and lists everything where nothing is near', () => {
    expect(nearest('trace', [])).toBeUndefined();
    expect(suggestion('trace', [])).toBe('');
    expect(suggestion('zzzzzzz', ['a', 'b'])).toBe('Known: a, b.');
  });
});
