// Each hop stamps one arrival by its own clock: how long the answer took is told within one clock, and how far two are apart between them.
import type { FactOf, HopTimes } from '../fact.ts';
import type { Instant } from '../instant.ts';
import { endFields, type Merged } from './merge.ts';
import { isOfRequest } from './places.ts';
import { assumedSkewMs } from './settle.ts';

/** Deliveries that several clocks stamped, with the times of each. */
export function withHopTimes(facts: readonly Merged[]): Merged[] {
  const work = new Map<unknown, Set<string>>();
  for (const { kind, fields, witnesses } of facts) {
    if (kind === 'delivery') continue;
    for (const name of [fields.delivery_id, fields.request_id].filter((id) => id !== undefined))
      work.set(name, new Set([...(work.get(name) ?? []), ...witnesses.map(({ clock }) => clock)]));
  }
  return facts.map((fact) => (fact.kind === 'delivery' ? stamped(fact, work) : fact));
}

function stamped(fact: Merged, work: ReadonlyMap<unknown, ReadonlySet<string>>): Merged {
  const clocks = [...new Set(fact.witnesses.map(({ clock }) => clock))];
  if (clocks.length < 2) return fact;
  const names = fact.statements.flatMap(({ fields }) => [fields.delivery_id, fields.request_id]);
  const isNear = (clock: string) => names.some((name) => work.get(name)?.has(clock));
  const hops = clocks
    .map((clock) => timesBy(fact, clock))
    .toSorted((a, b) => Number(isNear(a.clock)) - Number(isNear(b.clock)) || (a.at ?? 0) - (b.at ?? 0));
  const nearest = hops.at(-1);
  const isApart = nearest && isNear(nearest.clock) && hops.some((hop) => apartMs(hop, nearest) > assumedSkewMs);
  if (!isApart || nearest.at === undefined) return { ...fact, hops };
  // The work is held against the arrival: both by the clock that stamped the work.
  const witness = fact.statements.findIndex(
    ({ fields, provenance }) => provenance.clock === nearest.clock && fields.at === nearest.at,
  );
  return { ...fact, fields: { ...fact.fields, at: nearest.at }, origin: { ...fact.origin, at: witness }, hops };
}

function timesBy({ statements }: Merged, clock: string): HopTimes {
  const own = statements.filter(({ provenance }) => provenance.clock === clock).map(({ fields }) => fields);
  const ends = own.flatMap((fields) => endFields.map((name) => fields[name])).filter((end) => end !== undefined);
  const begun = own
    .filter(({ at }) => at !== undefined && !ends.includes(at))
    .toSorted((a, b) => Number(a.at) - Number(b.at));
  const answered = own.findLast(({ answered_at }) => answered_at !== undefined)?.answered_at;
  return {
    clock,
    at: begun[0]?.at as Instant | undefined,
    isMiddle: begun[0] !== undefined && isInMiddle(begun[0]),
    answeredAt: answered as Instant | undefined,
  };
}

function isInMiddle({ delivery_id, answered_at }: Readonly<Record<string, unknown>>): boolean {
  return isOfRequest(delivery_id) && answered_at === undefined;
}

/**
 * How far two clocks must be apart when the outer hop saw the arrival after the inner one, or answered before the inner one
 * saw it; 0 where the inner one may have had to wait.
 */
export function apartMs(outer: HopTimes, inner: HopTimes): number {
  if (outer.clock === inner.clock || outer.at === undefined || outer.isMiddle || inner.at === undefined) return 0;
  const isAfter = outer.answeredAt !== undefined && !inner.isMiddle;
  return Math.max(0, outer.at - inner.at, isAfter ? inner.at - outer.answeredAt : 0);
}

/**
 * From the arrival to the answer by the clock of one hop: the outermost. Undefined: the outermost did not stamp both, so that
 * what lies in front of the others is not in their times.
 */
export function spanByOneClock({ hops = [] }: Pick<FactOf<'delivery'>, 'hops'>): number | undefined {
  const spans = hops.map(({ at, isMiddle, answeredAt }) =>
    at === undefined || isMiddle || answeredAt === undefined ? undefined : answeredAt - at,
  );
  // A hop in front begins before those behind it and ends after them.
  const longest = Math.max(...spans.map((span) => span ?? 0));
  const outermost = spans.indexOf(longest);
  const isOuter = hops.every(
    ({ answeredAt }, i) => spans[i] !== undefined || (answeredAt === undefined && i > outermost),
  );
  return outermost >= 0 && isOuter ? longest : undefined;
}
