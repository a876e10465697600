// What every cause starts from: the effects that exist more than once, and the way each copy came.
import type { Fact, FactOf } from '../fact.ts';
import { type Level, levels } from './ancestry.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

/** Effects with more than one object. Empty: nothing to explain. */
export function duplicatedEffects(timeline: Timeline): Effect[] {
  return timeline.effects.filter((effect) => effect.chains.length > 1);
}

/** All objects of one target and action together: two acts that one question names are two effects, and here one. */
export function pooledEffects({ effects }: Timeline): Effect[] {
  const byName = new Map<string, Effect>();
  for (const effect of effects) {
    const name = `${effect.target}\n${effect.action}`;
    const known = byName.get(name);
    byName.set(name, known ? { ...known, chains: [...known.chains, ...effect.chains] } : effect);
  }
  return [...byName.values()];
}

/** When the object was made, or at least known: its own time, else the end of the call that made it. */
export function madeAt({ record, call }: Chain): number | undefined {
  return record.at ?? call?.fields.finished_at ?? call?.at;
}

/** How long from the first fact to the second; undefined when either has no time. */
export function spanBetween(from: Fact | undefined, to: Fact | undefined): number | undefined {
  return from?.at === undefined || to?.at === undefined ? undefined : to.at - from.at;
}

/** How long a handler or an attempt ran; undefined when its beginning or its end was not logged. */
export function runSpan(run: FactOf<'run'> | FactOf<'attempt'> | undefined): number | undefined {
  const from = run?.fields.started_at ?? run?.at;
  return from === undefined || run?.fields.finished_at === undefined ? undefined : run.fields.finished_at - from;
}

/** From the arrival to the object: the least that the work took. */
export function spanUntilMade(chain: Chain): number | undefined {
  const at = madeAt(chain);
  return chain.delivery?.at === undefined || at === undefined ? undefined : at - chain.delivery.at;
}

/** Null when none of them is known: arguments of findings are JSON. */
export function longest(spans: readonly (number | undefined)[]): number | null {
  const known = spans.filter((span) => span !== undefined);
  return known.length > 0 ? Math.max(...known) : null;
}

/** Every link from the copy up to this level is a fact; links above it do not matter. */
export function isStated({ inferred }: Chain, upTo: Level = 'delivery'): boolean {
  return !inferred.some((level) => levels.indexOf(level) >= levels.indexOf(upTo));
}

/** The copies grouped by what they came out of at one link; copies whose link was not seen are left out. */
export function groupedBy<K extends Level>(effect: Effect, link: K): Map<FactOf<K>, Chain[]> {
  const groups = new Map<FactOf<K>, Chain[]>();
  for (const chain of effect.chains) {
    const fact = chain[link] as FactOf<K> | undefined;
    if (fact) groups.set(fact, [...(groups.get(fact) ?? []), chain]);
  }
  return groups;
}

/** Names of the copies as a reader knows them. */
export function recordNames(chains: readonly Chain[]): string[] {
  return chains.map(({ record }) => record.fields.record_id ?? '?');
}
