// Are ratios, growth and doubt what they are called?
import { describe, expect, it } from 'vitest';
import { exponent, median, ratioTo, summary, verdict, within } from '../bench/stats.js';

describe('the figures of the benchmark', () => {
  it('takes the middle, or the mean of the two middle ones, in order of size', () => {
    expect([median([10, 9, 100]), median([4, 1, 2, 3])]).toEqual([10, 2.5]);
    expect(median([])).toBeNaN();
  });

  it('takes the spread of a ratio round by round, so that a round that slowed both is no spread', () => {
    const floor = summary([10, 20, 40]);
    expect(ratioTo(floor, summary([20, 40, 80]))).toEqual({ ratio: 2, low: 2, high: 2 });
    expect(ratioTo(floor, summary([20, 20, 80]))).toMatchObject({ low: 1, high: 2 });
  });

  it('calls what doubles with the size linear, and what stays flat', () => {
    expect(
      exponent([
        [10, 3],
        [100, 30],
        [1000, 300],
      ]),
    ).toBeCloseTo(1);
    expect(
      exponent([
        [10, 7],
        [100, 7],
        [1000, 7],
      ]),
    ).toBeCloseTo(0);
    expect(
      exponent([
        [2, 4],
        [4, 16],
        [8, 64],
      ]),
    ).toBeCloseTo(2);
  });

  it('concludes nothing where the floor itself varied by more than half', () => {
    const row = (budget?: number) => ({ ...summary([30, 30, 30]), budget });
    const [quiet, noisy] = [summary([10, 10, 10]), summary([10, 10, 16])];
    expect([verdict(quiet, row(3)), verdict(quiet, row(2.9)), verdict(noisy, row(3))]).toEqual([
      'met',
      'missed',
      'not concluded',
    ]);
    expect(verdict(quiet, row())).toBeUndefined();
    expect(verdict(quiet, { ...summary([20, 20, 40]), budget: 3 })).toBe('not concluded');
  });

  it('compares rates the other way round', () => {
    const floor = summary([10, 10, 10]);
    const half = { ...summary([20, 20, 20]), budget: 0.45 };
    expect(ratioTo(floor, half, true).ratio).toBe(0.5);
    expect([verdict(floor, half, true), verdict(floor, { ...half, budget: 0.6 }, true)]).toEqual(['met', 'missed']);
  });

  it('holds a limit by itself against all rounds but the outer tenths', () => {
    expect([within([1, 2, 2], 2), within([1, 2, 3], 2), within([3, 3, 4], 2)]).toEqual([
      'met',
      'not concluded',
      'missed',
    ]);
  });
});
