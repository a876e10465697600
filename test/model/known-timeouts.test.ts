// Which time limit does a span equal: never one that it is shorter than.
import { describe, expect, it } from 'vitest';
import { equalsTimeout, knownTimeouts, timeoutEqualTo } from '../../src/model/known-timeouts.ts';

describe('a span equals a limit', () => {
  it.each([
    [30_000, 30_000, true],
    [32_000, 30_000, true],
    [32_001, 30_000, false],
    [29_900, 30_000, true],
    [29_000, 30_000, false],
    [901_500, 900_000, true],
    [945_001, 900_000, false],
  ])('%d ms and a limit of %d ms: %s', (span, limit, is) => {
    expect(equalsTimeout(span, limit)).toBe(is);
  });
});

it('names the limit of its own kind only', () => {
  expect(timeoutEqualTo('lease', 901_500)?.name).toContain('pg-boss');
  expect(timeoutEqualTo('answer', 60_300)?.name).toContain('botocore');
  expect(timeoutEqualTo('lease', 60_300)).toBeUndefined();
});

it('never has two limits for one span', () => {
  for (const { ms, of } of knownTimeouts) {
    const fitting = knownTimeouts.filter((known) => known.of === of && equalsTimeout(ms, known.ms));
    expect(fitting).toHaveLength(1);
  }
});
