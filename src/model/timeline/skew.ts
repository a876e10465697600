// How far clocks can be apart, and which order between two facts may be believed.
import type { Fact } from '../fact.ts';
import { assumedSkewMs } from './settle.ts';
import type { Skew, Timeline } from './timeline.ts';

/** One entry for each pair of clocks that stamped a fact. Without a measurement a second is assumed. */
export function skewsOf(facts: readonly Fact[]): Skew[] {
  const clocks = [...new Set(facts.filter((fact) => fact.at !== undefined).map((fact) => fact.clock))].toSorted();
  return clocks.flatMap((left, i) =>
    clocks.slice(i + 1).map((right): Skew => ({ clocks: [left, right], boundMs: assumedSkewMs, measured: false })),
  );
}

/** `unknown`: a time is missing, they are equal, or two clocks stamped them closer together than these can be apart. */
export type Order = 'before' | 'after' | 'unknown';

export function orderOf(timeline: Timeline, a: Fact, b: Fact): Order {
  if (a.at === undefined || b.at === undefined) return 'unknown';
  const apart = Math.abs(a.at - b.at);
  if (apart === 0 || apart <= boundOf(timeline, a.clock, b.clock)) return 'unknown';
  return a.at < b.at ? 'before' : 'after';
}

/** Whose clock a field was read from. */
export function clockOf({ clock, origin, witnesses }: Fact, field: string): string {
  return witnesses[origin[field] ?? -1]?.clock ?? clock;
}

export function boundOf(timeline: Timeline, left: string, right: string): number {
  if (left === right) return 0;
  const known = timeline.skews.find(({ clocks }) => clocks.includes(left) && clocks.includes(right));
  return known?.boundMs ?? assumedSkewMs;
}
