// Exponential delays with full jitter, a cap and a limit.
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
import type { RetryPolicy } from './contracts/retry-policy.ts';

export interface RetryLimits {
  /** Longest delay after the first failure, in milliseconds; doubles with every further one. Default 1 s. */
  readonly baseMs?: number;
  /** Default 15 minutes. */
  readonly capMs?: number;
  /** Tries in all, the first included. Default 20: on average an hour and a quarter with the other defaults. */
  readonly attempts?: number;
}

/** From the first failure to the last try, with every delay at its longest. Milliseconds; what a target asks for comes on top. */
export function longestRetryMs({ baseMs = 1_000, capMs = 15 * 60_000, attempts = 20 }: RetryLimits = {}): number {
  let sum = 0;
  for (let failure = 0; failure < attempts - 1; failure += 1)
    sum += Math.min(capMs, baseMs * 2 ** Math.min(failure, 52));
  return sum;
}

export function exponentialRetry({
  baseMs = 1_000,
  capMs = 15 * 60_000,
  attempts = 20,
}: RetryLimits = {}): RetryPolicy {
  return {
    decide({ failures, temporary, retryAfterMs }, chance) {
      if (!temporary) return { decision: 'dead', reason: 'permanent' };
      if (failures >= attempts) return { decision: 'dead', reason: `failed ${failures} times` };
      const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 52));
      // What the target asked for is a floor, and the jitter comes on top: all who were told the same second spread out.
      return { decision: 'retry', delayMs: Math.round((retryAfterMs ?? 0) + ceiling * chance) };
    },
  };
}
