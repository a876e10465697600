// A sweep over what was read whole and is held: put together story by story; those with a sign are kept.
import type { Observation } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Gap } from '../model/source.ts';
import type { Sweep, SweepQuery } from '../model/sweep.ts';
import { identifiersOf } from '../model/timeline/identifiers.ts';
import { partition } from '../model/timeline/partition.ts';

export interface Held {
  readonly observations: readonly Observation[];
  readonly gaps: readonly Gap[];
  readonly coverage: readonly Coverage[];
  readonly showsEffects: boolean;
  readonly isPartial: boolean;
  /** Something should have been made of it, and what would show that says nothing. Left out: nobody can say so. */
  isLost?(story: readonly Observation[]): boolean;
}

export function sweepHeld(held: Held, query: Pick<SweepQuery, 'eventIds' | 'limit'>): Sweep {
  const { observations, gaps, coverage, showsEffects, isPartial, isLost = () => false } = held;
  const wanted = new Set(query.eventIds);
  const told = partition(observations)
    .filter((story) => isTelling(story, wanted) || isLost(story))
    .toSorted((a, b) => weight(b) - weight(a));
  const kept = told.slice(0, query.limit);
  const moments = observations.flatMap(({ fields: { at } }) => at ?? []);
  const byName = namesOf(observations);
  const evidence = (own: readonly Observation[]) => ({ observations: own, gaps: [], coverage });
  return {
    count: kept.length,
    left: told.length - kept.length,
    eventIds: kept.flatMap((story) => story.flatMap(({ fields }) => fields.event_id ?? [])),
    events: new Set(observations.flatMap(({ fields }) => fields.event_id ?? [])).size || undefined,
    silent: undefined,
    showsEffects,
    from: extreme(moments, Math.min),
    to: extreme(moments, Math.max),
    lives: [],
    lifecycle: observations.filter(({ kind }) => kind === 'lifecycle'),
    latency: undefined,
    figures: [],
    ...{ gaps, isPartial },
    look: async (numbers) => evidence(numbers.flatMap((number) => kept[number] ?? [])),
    join: async (identifiers) =>
      evidence([...new Set(identifiers.flatMap(({ type, value }) => byName.get(`${type}\n${value}`) ?? []))]),
  };
}

/** More than one of anything that should be one, or something that another source asked about. */
function isTelling(story: readonly Observation[], wanted: ReadonlySet<string>): boolean {
  if (weight(story) > 1) return true;
  return story.some(({ kind, fields }) => {
    if (fields.event_id !== undefined && wanted.has(fields.event_id)) return true;
    const { outcome, state, attempt } = fields as Readonly<Record<string, unknown>>;
    return (
      outcome === 'unknown' || state === 'unknown' || state === 'dead' || (kind === 'attempt' && Number(attempt) > 1)
    );
  });
}

/** Objects first, then arrivals and runs: what a person wants to know of first. */
function weight(story: readonly Observation[]): number {
  const records = new Set(story.flatMap((one) => (one.kind === 'record' ? (one.fields.record_id ?? one) : []))).size;
  const others = Math.max(...['delivery', 'run', 'job', 'attempt', 'call'].map((kind) => countOf(story, kind)));
  return records > 1 ? 1_000 + records : others;
}

function countOf(story: readonly Observation[], wanted: string): number {
  return story.filter(({ kind }) => kind === wanted).length;
}

function namesOf(observations: readonly Observation[]): ReadonlyMap<string, Observation[]> {
  const byName = new Map<string, Observation[]>();
  for (const observation of observations) {
    for (const { type, value } of identifiersOf(observation)) {
      const own = byName.get(`${type}\n${value}`);
      if (own) own.push(observation);
      else byName.set(`${type}\n${value}`, [observation]);
    }
  }
  return byName;
}

function extreme(moments: readonly Instant[], pick: (a: number, b: number) => number): Instant | undefined {
  return moments.length === 0 ? undefined : (moments.reduce((a, b) => pick(a, b) as Instant) as Instant);
}
