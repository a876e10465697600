// Which questions to a dedupe store belong to which copy.
import type { FactOf } from '../fact.ts';
import { sameProcess } from './processes.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export type Guard = FactOf<'guard'>;

/** The questions that were asked on the way to a copy, in order: those that came out of its attempt, job, run or delivery. */
export function guardsOf(timeline: Timeline, chain: Chain): Guard[] {
  const asked = guardsByParent(timeline);
  const line = [chain.attempt, chain.job, chain.run, chain.delivery].flatMap((fact) => fact?.n ?? []);
  return [...new Set([...new Set(line)].flatMap((n) => asked.get(n) ?? []))].sort((a, b) => a.n - b.n);
}

const known = new WeakMap<Timeline, Map<number, Guard[]>>();

/** Made once for each timeline: it is asked for every copy, and a loop can make thousands. */
function guardsByParent(timeline: Timeline): Map<number, Guard[]> {
  const before = known.get(timeline);
  if (before) return before;
  const parents = new Map(timeline.links.map(({ child, parent }) => [child, parent]));
  const asked = new Map<number, Guard[]>();
  const deliveries = ofKind(timeline, 'delivery');
  for (const guard of ofKind(timeline, 'guard')) {
    // What names its delivery belongs to it, also where a run was under way at that moment.
    const { delivery_id } = guard.fields;
    const [own] =
      delivery_id === undefined ? [] : deliveries.filter(({ fields }) => fields.delivery_id === delivery_id);
    for (const parent of new Set([parents.get(guard.n) ?? 0, own?.n ?? 0])) {
      const group = asked.get(parent);
      if (group) group.push(guard);
      else asked.set(parent, [guard]);
    }
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
