// The way up the chain record → call → attempt → job → run → delivery: for each fact, what it came out of.
import { pair, traceId } from './identifiers.ts';
import { inferAncestors } from './inference.ts';
import type { Merged } from './merge.ts';

/** From the cause to the effect; an ancestor stands further left. */
export const levels = ['delivery', 'run', 'job', 'attempt', 'call'] as const;
export type Level = (typeof levels)[number];

export interface Ancestor {
  readonly fact: Merged;
  /** The field that both carry, or how it was inferred. */
  readonly by: string;
  readonly certainty: 'stated' | 'inferred';
}
export type Ancestry = Partial<Record<Level, Ancestor>>;
export type Ids = Record<string, unknown>;

/** Finds ancestors by the ids that a fact states, then by the ids of the ancestors found, then by time where only one fits. */
export function ancestryOf(facts: readonly Merged[]): (fact: Merged) => Ancestry {
  const index = indexOf(facts);
  const infer = inferAncestors(facts);
  const known = new Map<Merged, Ancestry>();
  return (fact) => {
    const before = known.get(fact);
    if (before) return before;
    const found: Ancestry = {};
    known.set(fact, found);
    const ids: Ids = { ...fact.fields };
    for (const level of levels.slice(0, depthOf(fact)).toReversed()) {
      const ancestor = stated(level, ids, index, fact) ?? infer(level, ids, fact, found);
      if (!ancestor) continue;
      found[level] = ancestor;
      for (const name of inherited) ids[name] ??= ancestor.fact.fields[name];
    }
    return found;
  };
}

/** Ids that lead further up when an ancestor has them and the fact itself does not. */
const inherited = [
  'event_id',
  'queue',
  'job_id',
  'attempt',
  'run_id',
  'delivery_id',
  'request_id',
  'correlation_id',
  'traceparent',
] as const;

function depthOf({ kind }: Merged): number {
  if (kind === 'record') return levels.length;
  if (kind === 'guard' || kind === 'operation') return levels.indexOf('call');
  return Math.max(0, levels.indexOf(kind as Level));
}

type Name = readonly [by: string, key: (ids: Ids) => unknown];

/** The fields by which a fact of each level is named from below, the strongest first. */
const namedBy: Readonly<Record<Level, readonly Name[]>> = {
  call: [
    ['call_id', (ids) => ids.call_id],
    ['result_id', (ids) => pair(text(ids.target), text(ids.record_id))],
    // The target's own log knows the call by the request that reached it.
    ['request_id', (ids) => pair(text(ids.target), text(ids.request_id))],
  ],
  attempt: [
    ['job_id and attempt', (ids) => pair(pair(text(ids.queue), text(ids.job_id)), text(ids.attempt))],
    ['job_id and attempt without queue', (ids) => (ids.queue ? undefined : pair(text(ids.job_id), text(ids.attempt)))],
  ],
  job: [
    ['job_id', (ids) => pair(text(ids.queue), text(ids.job_id))],
    ['job_id without queue', (ids) => (ids.queue ? undefined : ids.job_id)],
  ],
  run: [
    ['run_id', (ids) => ids.run_id],
    ['request_id', (ids) => ids.request_id],
    ['correlation_id', (ids) => ids.correlation_id],
    ['traceparent', (ids) => traceId(ids.traceparent)],
  ],
  delivery: [
    ['delivery_id', (ids) => ids.delivery_id],
    ['request_id', (ids) => ids.request_id],
    ['correlation_id', (ids) => ids.correlation_id],
    ['traceparent', (ids) => traceId(ids.traceparent)],
  ],
};

function stated(
  level: Level,
  ids: Ids,
  index: ReadonlyMap<string, readonly Merged[]>,
  child: Merged,
): Ancestor | undefined {
  for (const [by, key] of namedBy[level]) {
    const value = key(ids);
    if (value === undefined || value === '') continue;
    const [only, ...others] = (index.get(`${level}\n${by}\n${value}`) ?? []).filter((fact) => fact !== child);
    if (only && others.length === 0) return { fact: only, by, certainty: 'stated' };
  }
  return undefined;
}

function indexOf(facts: readonly Merged[]): Map<string, Merged[]> {
  const index = new Map<string, Merged[]>();
  for (const fact of facts) {
    // A witness may know the fact by another name than the one that stands: two hops with ids of their own.
    const keys = new Set(
      [fact.fields, ...fact.statements.map(({ fields }) => fields)].flatMap((ids) => keysOf(fact, ids)),
    );
    for (const key of keys) {
      const named = index.get(key);
      if (named) named.push(fact);
      else index.set(key, [fact]);
    }
  }
  return index;
}

/** The same names seen from above: the keys under which a fact can be found. A child may not know the queue. */
function keysOf({ kind, fields }: Merged, ids: Ids): string[] {
  const names = namedBy[kind as Level] as readonly Name[] | undefined;
  // Only a create made what it answered with: a find or an update names an object that was there before.
  const made = kind === 'call' && (fields.operation ?? 'create') === 'create' ? ids.result_id : undefined;
  const own: Ids = { ...ids, record_id: made };
  return (names ?? []).flatMap(([by, key]) => {
    const value = key(by.endsWith('without queue') ? { ...own, queue: undefined } : own);
    return value === undefined || value === '' ? [] : [`${kind}\n${by}\n${value}`];
  });
}

function text(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
