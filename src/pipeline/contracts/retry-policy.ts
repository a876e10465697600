// When a refused or failed step is tried again, and when it is given up. An unknown outcome is never a case for it.

export interface Failure {
  /** Failures so far with this retry budget, this one included. Not attempt_count, which never starts again. */
  readonly failures: number;
  readonly temporary: boolean;
  /** What the target asked for, in milliseconds; undefined: it did not say. */
  readonly retryAfterMs: number | undefined;
}

export type RetryDecision =
  | { readonly decision: 'retry'; readonly delayMs: number }
  | { readonly decision: 'dead'; readonly reason: string };

export interface RetryPolicy {
  /** `chance` in [0, 1) spreads the delays; it is given, so that a test can choose it. */
  decide(failure: Failure, chance: number): RetryDecision;
}
