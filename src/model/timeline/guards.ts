// Which questions to a dedupe store belong to which copy.
import type { FactOf } from '../fact.ts';
import { sameProcess } from './processes.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export type Guard = FactOf<'guard'>;

/** The questions that were asked on the way to a copy, in order: those that came out of its attempt, job, run or delivery. */
export function guardsOf(timeline: Timeline, chain: Chain): Guard[] {
  const asked = guardsByPlace(timeline);
  const line = [chain.attempt, chain.job, chain.run, chain.delivery].flatMap((fact) => fact ?? []);
  const places = line.flatMap((fact) => [
    String(fact.n),
    ...('delivery_id' in fact.fields ? [`d ${fact.fields.delivery_id}`] : []),
  ]);
  return [...new Set(places)].flatMap((place) => asked.get(place) ?? []).sort((a, b) => a.n - b.n);
}

const known = new WeakMap<Timeline, Map<string, Guard[]>>();

/**
 * By the fact that each came out of, or by the delivery that it names: what only its time ties to a run stands behind an
 * id. Made once for each timeline: it is asked for every copy, and a loop can make thousands.
 */
function guardsByPlace(timeline: Timeline): Map<string, Guard[]> {
  const before = known.get(timeline);
  if (before) return before;
  const parents = new Map(timeline.links.map((link) => [link.child, link]));
  const asked = new Map<string, Guard[]>();
  for (const guard of ofKind(timeline, 'guard')) {
    const link = parents.get(guard.n);
    const { delivery_id, run_id, job_id } = guard.fields;
    const isNamed = delivery_id !== undefined && run_id === undefined && job_id === undefined;
    const place = isNamed ? `d ${delivery_id}` : String(link?.parent ?? 0);
    const group = asked.get(place);
    if (group) group.push(guard);
    else asked.set(place, [guard]);
  }
  known.set(timeline, asked);
  return asked;
}

/** The same for a copy and no other: a question that was asked before the ways parted belongs to all of them. */
export function ownGuardsOf(timeline: Timeline, effect: Effect, chain: Chain): Guard[] {
  const own = guardsOf(timeline, chain);
  if (own.length === 0) return own;
  const others = effect.chains.filter((other) => other !== chain).flatMap((other) => guardsOf(timeline, other));
  const shared = new Set(others.map(({ n }) => n));
  return own.filter(({ n }) => !shared.has(n));
}

/** An id says what it came out of; else only its time does, and a mark that is missing may be that of another copy. */
export function isTied({ links }: Timeline, { n, fields }: Guard): boolean {
  return fields.delivery_id !== undefined || links.some((link) => link.child === n && link.certainty === 'stated');
}

/** The answer let the work go on. */
export function letsThrough({ fields }: Guard): boolean {
  return fields.result === 'miss' || fields.result === 'claimed';
}

/** When the mark was set that this statement tells of; undefined when it tells of none. */
export function markedAt({ at, fields }: Guard): number | undefined {
  return fields.set_at ?? (fields.result === 'claimed' ? at : undefined);
}

export function isSameStore(a: Guard, b: Guard): boolean {
  return a.fields.store === b.fields.store;
}

/** Each process has its own: what one remembers, the other never sees. */
export function isSplitMemory(a: Guard, b: Guard): boolean {
  const differ = (name: 'instance_id' | 'pid') =>
    a.fields[name] !== undefined && b.fields[name] !== undefined && a.fields[name] !== b.fields[name];
  const isProcess = a.fields.scope === 'process' || b.fields.scope === 'process';
  return isProcess && (differ('instance_id') || differ('pid'));
}

/** Each process has its own, and nothing says whether it was one process that was asked both times. */
export function couldBeSplit(a: Guard, b: Guard): boolean {
  const isProcess = a.fields.scope === 'process' || b.fields.scope === 'process';
  return isProcess && sameProcess(a, b) === 'unknown';
}

/** The instance of the first question began anew before the second asked, in the same place. */
export function restartBetween(
  timeline: Timeline,
  { at, fields }: Guard,
  second: Guard,
): FactOf<'lifecycle'> | undefined {
  const { instance_id } = fields;
  if (instance_id === undefined || instance_id !== second.fields.instance_id) return undefined;
  return ofKind(timeline, 'lifecycle').find(
    (life) =>
      life.fields.instance_id === instance_id &&
      restarts.has(life.fields.what ?? '') &&
      life.at !== undefined &&
      at !== undefined &&
      second.at !== undefined &&
      life.at > at &&
      life.at < second.at,
  );
}

const restarts: ReadonlySet<string> = new Set(['started', 'stopped', 'crashed', 'reloaded', 'deployed']);
