// Is a signed time near enough to now? In both directions: a stamp from tomorrow could be replayed until then.
import type { Instant } from '../model/instant.ts';

export const toleranceMs = 5 * 60_000;

/** Seconds since 1970, as text. Undefined: near enough. */
export function stampFault(seconds: string, now: Instant): 'malformed' | 'stale' | 'future' | undefined {
  if (!/^\d{1,12}$/.test(seconds)) return 'malformed';
  const age = now - Number(seconds) * 1000;
  if (age > toleranceMs) return 'stale';
  return age < -toleranceMs ? 'future' : undefined;
}
