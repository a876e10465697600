// How far clocks can be apart, and which order between two facts may be believed.
import type { Fact } from '../fact.ts';
import { apartMs } from './hop-times.ts';
import { isOfRequest } from './places.ts';
import { assumedSkewMs } from './settle.ts';
import type { Link, Skew, Timeline } from './timeline.ts';

/**
 * One entry for each pair of clocks that stamped a fact. Without a measurement a second is assumed. Where a pair of moments
 * stands in an order that cannot be, the clocks are at least that far apart, and as much further as any two can be.
 */
export function skewsOf(facts: readonly Fact[], links: readonly Link[] = []): Skew[] {
  const clocks = [...new Set(facts.filter((fact) => fact.at !== undefined).map((fact) => fact.clock))].toSorted();
  const apart = new Map<string, number>();
  for (const { earlier, later } of mustBeOrdered(facts, links)) {
    if (earlier.clock === later.clock || later.at >= earlier.at) continue;
    const name = nameOf(earlier.clock, later.clock);
    apart.set(name, Math.max(apart.get(name) ?? 0, earlier.at - later.at));
  }
  const stamped = clocks.flatMap((left, i) => clocks.slice(i + 1).map((right) => nameOf(left, right)));
  return [...new Set([...stamped, ...apart.keys()])].map((name): Skew => {
    const [left = '', right = ''] = name.split('\n');
    const measured = apart.get(name);
    return { clocks: [left, right], boundMs: assumedSkewMs + (measured ?? 0), measured: measured !== undefined };
  });
}

interface Moment {
  readonly at: number;
  readonly clock: string;
}

/** Nothing is made before what made it began, nothing is answered before it arrived, nothing arrives before it was sent. */
function mustBeOrdered(facts: readonly Fact[], links: readonly Link[]): { earlier: Moment; later: Moment }[] {
  const pairs: { earlier: Moment; later: Moment }[] = [];
  const add = (earlier: Moment | undefined, later: Moment | undefined) => {
    if (earlier && later) pairs.push({ earlier, later });
  };
  for (const { child, parent, certainty } of links) {
    const [made, maker] = [facts[child - 1], facts[parent - 1]];
    if (made && maker && certainty === 'stated') add(beginning(maker), beginning(made));
  }
  for (const fact of facts) {
    if (fact.kind !== 'delivery') continue;
    const { sent_at, answered_at } = fact.fields;
    for (const { outer, inner } of disordered(fact)) add(outer, inner);
    add(
      beginning(fact),
      answered_at === undefined ? undefined : { at: answered_at, clock: clockOf(fact, 'answered_at') },
    );
    add(sent_at === undefined ? undefined : { at: sent_at, clock: senderClock }, beginning(fact));
  }
  return pairs;
}

/** Arrivals at two hops of one delivery, the first stamped so much later that only the clocks can be off. */
function disordered({ hops = [] }: Fact): { outer: Moment; inner: Moment }[] {
  const inner = hops.at(-1);
  return hops.flatMap((outer) => {
    const apart = inner === undefined ? 0 : apartMs(outer, inner);
    if (inner?.at === undefined || apart <= assumedSkewMs) return [];
    return [{ outer: { at: inner.at + apart, clock: outer.clock }, inner: { at: inner.at, clock: inner.clock } }];
  });
}

/** The sender's own. */
const senderClock = 'sender';

/** A request seen in the middle only began at some moment before: that measures nothing. */
function beginning({ at, clock, fields, origin }: Fact): Moment | undefined {
  const isOrdinary = 'delivery_id' in fields && isOfRequest(fields.delivery_id);
  const isMeasured = !isOrdinary || (origin.at !== undefined && origin.at === origin.answered_at);
  return at === undefined || !isMeasured ? undefined : { at, clock };
}

function nameOf(left: string, right: string): string {
  return [left, right].toSorted().join('\n');
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
