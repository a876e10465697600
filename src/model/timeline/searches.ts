// Searches at the target before a create: which belong to which copy, and why they did not find what was there.
import type { FactOf } from '../fact.ts';
import { madeAt } from './duplicates.ts';
import { boundOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

type Call = FactOf<'call'>;

/**
 * `failed`: the search itself got no answer, and that was taken for "not there". `page`: it read a part of the list.
 * `scope`: it asked for a part only (open items, one project). `lag`: it asked for all and was told nothing, although the
 * first object had been made. `early`: it ran before the first object was made, and the create came after.
 */
export type BlindForm = 'failed' | 'page' | 'scope' | 'lag' | 'early';

export interface BlindSearch {
  readonly form: BlindForm;
  readonly search: Call;
  /** The copy that was there, or came between the search and the create. */
  readonly there: Chain;
  readonly made: Chain;
  /** The search names what it belonged to, and no clock could turn the order round. */
  readonly isCertain: boolean;
}

/** For each copy that was made after a search that should have found another: the first such search. */
export function blindSearches(timeline: Timeline, effect: Effect): BlindSearch[] {
  return effect.chains.flatMap((made) => {
    const others = effect.chains.filter((there) => there !== made);
    for (const { search, isStated } of searchesFor(timeline, effect, made)) {
      for (const there of others) {
        const blind = blindnessOf(timeline, search, there, made);
        if (blind) return [{ ...blind, search, there, made, isCertain: blind.isCertain && isStated }];
      }
    }
    return [];
  });
}

/** Searches of the target on the way to this copy: out of the same attempt, run or delivery, before its create. */
export function searchesFor(timeline: Timeline, { target }: Effect, chain: Chain): Search[] {
  const out = searchesByParent(timeline);
  const line = new Set([chain.attempt, chain.job, chain.run, chain.delivery].flatMap((fact) => fact?.n ?? []));
  const until = chain.call?.at ?? madeAt(chain);
  return [...line]
    .flatMap((parent) => out.get(parent) ?? [])
    .filter(({ search }) => isOf(search, target))
    .filter(({ search }) =>
      search.at === undefined || until === undefined ? search.n < chain.record.n : search.at <= until,
    )
    .sort((a, b) => a.search.n - b.search.n);
}

export interface Search {
  readonly search: Call;
  readonly isStated: boolean;
}

const known = new WeakMap<Timeline, ReadonlyMap<number, readonly Search[]>>();

/** By the fact that each came out of. Made once for each timeline: it is asked for every copy, and a loop can make thousands. */
function searchesByParent(timeline: Timeline): ReadonlyMap<number, readonly Search[]> {
  const before = known.get(timeline);
  if (before) return before;
  const parents = new Map(timeline.links.map((link) => [link.child, link]));
  const out = new Map<number, Search[]>();
  for (const search of searches(timeline)) {
    const link = parents.get(search.n);
    if (link === undefined) continue;
    const one = { search, isStated: link.certainty === 'stated' };
    const group = out.get(link.parent);
    if (group) group.push(one);
    else out.set(link.parent, [one]);
  }
  known.set(timeline, out);
  return out;
}

/** Every search of one target; of all where no target is given. */
export function searches(timeline: Timeline, target?: string): Call[] {
  return ofKind(timeline, 'call').filter((call) => call.fields.operation === 'find' && isOf(call, target));
}

function isOf({ fields }: Call, target: string | undefined): boolean {
  return target === undefined || fields.target === undefined || fields.target === target;
}

/** Undefined: it did find something, it came too late to matter, or the order of the two is not known. */
function blindnessOf(timeline: Timeline, search: Call, there: Chain, made: Chain) {
  const { found, outcome, truncated, query_scope } = search.fields;
  if ((found ?? 0) > 0) return undefined;
  const isFailed = outcome === 'unknown' || outcome === 'refused';
  if (found === undefined && !isFailed && truncated !== true) return undefined;
  const asked = search.fields.finished_at ?? search.at;
  const [existed, created] = [madeAt(there), madeAt(made)];
  if (asked === undefined || existed === undefined || created === undefined) return undefined;
  const bound = boundOf(timeline, search.clock, there.record.clock);
  const isOrdered = Math.abs(existed - asked) > bound;
  if (existed <= asked) {
    const form: BlindForm = isFailed ? 'failed' : truncated ? 'page' : query_scope ? 'scope' : 'lag';
    return { form, isCertain: isOrdered };
  }
  // Made after the search, but before this copy: to look and to make were two steps.
  return existed < created
    ? { form: isFailed ? ('failed' as const) : ('early' as const), isCertain: isOrdered }
    : undefined;
}
