// Does something that was seen go on? One rule for one event with what came later, and for a group of many.
import type { Instant } from './instant.ts';

export interface GoesOn {
  readonly state: 'firing' | 'not-seen' | 'unknown';
  /** From the last time to the end of what was read, in milliseconds. */
  readonly quietMs: number;
}

const hourMs = 3_600_000;

/**
 * Silent for longer than three times its usual pause, and for an hour: it is not seen any more. What was seen once and not
 * long before the end may have been the only one. `times` in order, not empty.
 */
export function goesOn(times: readonly Instant[], end: Instant): GoesOn {
  const [first, last] = [times[0] ?? end, times.at(-1) ?? end];
  const quietMs = Math.max(0, end - last);
  const pause = times.length > 1 ? (last - first) / (times.length - 1) : 0;
  if (quietMs > Math.max(hourMs, 3 * pause)) return { state: 'not-seen', quietMs };
  return { state: times.length > 1 ? 'firing' : 'unknown', quietMs };
}
