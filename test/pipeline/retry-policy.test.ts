// When is something tried again, and when is it given up?
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exponentialRetry } from '../../src/pipeline/retry-policy.ts';

const policy = exponentialRetry({ baseMs: 100, capMs: 5_000, attempts: 10 });
const failure = (failures: number, retryAfterMs?: number) => ({ failures, temporary: true, retryAfterMs });

test('the ceiling doubles up to the cap', () => {
  const ceilings = [1, 2, 3, 6, 7, 9].map((n) => policy.decide(failure(n), 0.999_999));
  expect(ceilings).toEqual([100, 200, 400, 3_200, 5_000, 5_000].map((delayMs) => ({ decision: 'retry', delayMs })));
});

test('the delay is anywhere below the ceiling, and never below what was asked for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(60_000),
      (n, chance, asked) => {
        const decided = policy.decide(failure(n, asked), chance);
        if (decided.decision !== 'retry') throw new Error('given up too early');
        expect(decided.delayMs).toBeGreaterThanOrEqual(asked);
        expect(decided.delayMs).toBeLessThanOrEqual(asked + Math.min(5_000, 100 * 2 ** (n - 1)));
      },
    ),
  );
});

test('it is given up at the limit, and at once when it is permanent', () => {
  expect(policy.decide(failure(9), 0).decision).toBe('retry');
  expect(policy.decide(failure(10), 0)).toEqual({ decision: 'dead', reason: 'failed 10 times' });
  expect(policy.decide({ ...failure(1), temporary: false }, 0)).toEqual({ decision: 'dead', reason: 'permanent' });
});
