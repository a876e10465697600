// From what the sources said to one timeline: merge, join, order, number.
import type { Fact, Observation } from '../fact.ts';
import type { Provider } from '../provider.ts';
import type { Coverage, Gap } from '../source.ts';
import { type Ancestry, ancestryOf, levels } from './ancestry.ts';
import { beginningField, beginningOf } from './beginning.ts';
import { effectsOf } from './effects.ts';
import { eventsOf } from './events.ts';
import { withHopTimes } from './hop-times.ts';
import { joinHops } from './hops.ts';
import type { Identifier } from './identifiers.ts';
import { impliedRecords } from './implied.ts';
import { inOrder } from './in-order.ts';
import { kinOf } from './kinship.ts';
import { type Merged, mergeObservations } from './merge.ts';
import { eventNamed } from './named-by-key.ts';
import { skewsOf } from './skew.ts';
import type { Link, Timeline } from './timeline.ts';

export interface TimelineInput {
  /** What the user asked for, as typed, and what it names. */
  readonly ref: string;
  readonly asked: readonly Identifier[];
  /** In the order of the sources, so that the same evidence always gives the same timeline. */
  readonly observations: readonly Observation[];
  readonly gaps: readonly Gap[];
  readonly coverage: readonly Coverage[];
  readonly providerOf: (id: string) => Provider | undefined;
}

export function buildTimeline(input: TimelineInput): Timeline {
  const stated = mergeObservations(input.observations);
  const joined = joinHops(mergeObservations([...input.observations, ...impliedRecords(stated)]));
  const merged = withHopTimes(joined);
  for (const { kind, fields } of merged) {
    fields.event_id ??= eventNamed(kind, fields);
    fields.subject ??= input.providerOf(String(fields.provider ?? 'slack'))?.subjectOf(fields);
  }
  const ancestry = ancestryOf(merged);
  const ordered = inOrder(kinOf(merged, input.asked, ancestry), ancestry);
  const numbers = new Map(ordered.map((fact, i) => [fact, i + 1]));
  const facts = ordered.map((fact, i) => numbered(fact, i + 1));
  const factAt = (fact: Merged) => facts[(numbers.get(fact) ?? 0) - 1];
  const families = new Map(ordered.map((fact, i) => [i + 1, ancestry(fact)]));
  const links = [...families].flatMap(([child, family]) => linkOf(child, family, numbers) ?? []);
  const events = eventsOf(facts, input.asked);
  const provider = events[0]?.provider ?? 'slack';
  const known = input.providerOf(provider);
  return {
    ref: input.ref,
    asked: input.asked,
    events,
    facts,
    links,
    effects: effectsOf(facts, events, families, factAt),
    gaps: input.gaps,
    coverage: input.coverage,
    skews: skewsOf(facts, links),
    sender: known?.title ?? provider,
    retries: known?.retries,
  };
}

function numbered(merged: Merged, n: number): Fact {
  const [first, ...others] = merged.witnesses;
  if (first === undefined) throw new Error('a fact without provenance');
  const { kind, fields, origin, contradictions, hops } = merged;
  const { clock } = merged.witnesses[origin[beginningField(merged) ?? ''] ?? 0] ?? first;
  const witnesses: Fact['witnesses'] = [first, ...others];
  return {
    n,
    kind,
    at: beginningOf(merged),
    clock,
    fields,
    witnesses,
    origin,
    contradictions,
    ...(hops && { hops }),
  } as Fact;
}

function linkOf(child: number, family: Ancestry, numbers: ReadonlyMap<Merged, number>): Link | undefined {
  const nearest = levels
    .toReversed()
    .map((level) => family[level])
    .find((ancestor) => ancestor !== undefined);
  const parent = nearest === undefined ? undefined : numbers.get(nearest.fact);
  return nearest && parent !== undefined ? { child, parent, by: nearest.by, certainty: nearest.certainty } : undefined;
}
