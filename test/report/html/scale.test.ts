// The scale keeps order, and shows a race and a wait beside each other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleOf } from '../../../src/report/html/scale.ts';

const moments = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 80 });

test('any moments stand in their order, inside the drawing, and equal ones at one place', () => {
  fc.assert(
    fc.property(moments, (times) => {
      const { x } = scaleOf(times, 100, 1000);
      const sorted = times.toSorted((a, b) => a - b);
      for (const [i, time] of sorted.entries()) {
        const before = sorted[i - 1];
        expect(x(time)).toBeGreaterThanOrEqual(100);
        expect(x(time)).toBeLessThanOrEqual(1000);
        if (before !== undefined) expect(x(time)).toBeGreaterThanOrEqual(x(before));
      }
    }),
  );
});

test('20 ms and five minutes are both seen, and the wait is marked as folded', () => {
  const { x, breaks } = scaleOf([0, 20, 300_020, 300_040], 0, 360);
  expect(x(20) - x(0)).toBeGreaterThan(60);
  expect(x(300_040) - x(300_020)).toBeGreaterThan(60);
  expect(breaks).toEqual([{ from: x(20), to: x(300_020), ms: 300_000 }]);
});

test('where there is nothing but long waits, none is folded', () => {
  expect(scaleOf([0, 60_000, 360_000], 0, 360).breaks).toEqual([]);
});

test('what lies around the story is squeezed', () => {
  const times = [-4000, 0, 4000, 8000];
  const { x } = scaleOf(times, 0, 360, { from: 0, to: 4000 });
  expect(x(0) - x(-4000)).toBeLessThan((x(4000) - x(0)) / 2);
});
