// Ancestors that no id names, but that only one fact can be: by event, place and time. A finding on these is `consistent`.
import type { FactKind } from '../fact-fields.ts';
import type { Ancestor, Ancestry, Ids, Level } from './ancestry.ts';
import type { Merged } from './merge.ts';
import { placeOf } from './places.ts';

export function inferAncestors(facts: readonly Merged[]) {
  const byEvent = new Map<string, Merged[]>();
  for (const fact of facts) {
    if (!candidates.has(fact.kind) || fact.fields.event_id === undefined) continue;
    const key = `${fact.kind}\n${fact.fields.event_id}`;
    const known = byEvent.get(key);
    if (known) known.push(fact);
    else byEvent.set(key, [fact]);
  }

  const byJob = new Map<unknown, Merged[]>();
  for (const fact of facts) {
    if (fact.kind !== 'attempt' || fact.fields.job_id === undefined) continue;
    byJob.set(fact.fields.job_id, [...(byJob.get(fact.fields.job_id) ?? []), fact]);
  }

  return (level: Level, ids: Ids, child: Merged, found: Ancestry): Ancestor | undefined => {
    if (level === 'attempt' && child.kind === 'record' && statesJob(child) && child.fields.attempt === undefined)
      return startOfItsJob(byJob.get(child.fields.job_id) ?? [], child);
    if (!candidates.has(level) || ids.event_id === undefined) return undefined;
    if (level !== 'delivery' && (found.attempt || found.job || found.run || statesJob(child))) return undefined;
    const own = (byEvent.get(`${level}\n${ids.event_id}`) ?? []).filter(
      (fact) =>
        fact !== child &&
        agree(fact, child, 'app_id') &&
        !(level === 'delivery' && !found.call && isOfOtherRequest(fact, child)),
    );
    const [only, ...others] = own;
    const isOnly = only !== undefined && others.length === 0 && !isRepeat(only);
    if (level === 'delivery' && isOnly && !wasThereBefore(child, only)) {
      return { fact: only, by: 'the only delivery of the event', certainty: 'inferred' };
    }
    const inside = (found.job ?? found.run)?.fact;
    // The time of what a job made says nothing about the request, unless the enqueueing itself was seen.
    if (inside === undefined && (found.attempt || statesJob(child) || child.kind === 'attempt')) return undefined;
    const begun = inside ?? child;
    const at = beginning(begun);
    if (at === undefined) return undefined;
    const [under, ...more] = own.filter(
      (fact) => agree(fact, begun, 'instance_id') && wasUnderWay(fact, at) && (hasEnd(fact) || isOnly),
    );
    return under && more.length === 0 ? { fact: under, by: 'event, place and time', certainty: 'inferred' } : undefined;
  };
}

/**
 * A record that names its job and not which start of it: the one that was under way, where its end is known too. What
 * stood before the earliest start that is known came out of the one before, where there was one only.
 */
function startOfItsJob(attempts: readonly Merged[], child: Merged): Ancestor | undefined {
  const at = beginning(child);
  if (at === undefined) return undefined;
  const own = attempts.filter((fact) => agree(fact, child, 'queue') && agree(fact, child, 'instance_id'));
  const [under, ...more] = own.filter((fact) => hasEnd(fact) && wasUnderWay(fact, at));
  const start = more.length > 0 ? undefined : (under ?? untimedBefore(own, at));
  return start ? { fact: start, by: 'job and time', certainty: 'inferred' } : undefined;
}

/** A queue with one place for all starts has written over the time of the first. */
function untimedBefore(own: readonly Merged[], at: number): Merged | undefined {
  const [only, ...more] = own.filter((fact) => beginning(fact) === undefined);
  const known = own.map(beginning).filter((begun) => begun !== undefined);
  const isFirst = only?.fields.attempt === 1 && more.length === 0;
  return isFirst && known.length > 0 && at < Math.min(...known) ? only : undefined;
}

const candidates: ReadonlySet<FactKind> = new Set(['delivery', 'run', 'attempt']);

/** One place names requests in one way: two names in it are two requests. A call is named by the request that it sends. */
function isOfOtherRequest(delivery: Merged, child: Merged): boolean {
  const { request_id } = child.fields;
  if (request_id === undefined || child.kind === 'call') return false;
  const names = delivery.statements.map(({ fields }) => fields.request_id).filter((name) => name !== undefined);
  return names.length > 0 && !names.includes(request_id) && placeOf(delivery) === placeOf(child);
}

/** There was another arrival before it, so that it is not the only one, whether or not that was logged. */
function isRepeat({ kind, fields }: Merged): boolean {
  return kind === 'delivery' && Number(fields.retry_num ?? 0) > 0;
}

/** What stood long before an arrival came out of another one, which was not logged. No clock is that far off and still believed. */
function wasThereBefore(child: Merged, delivery: Merged): boolean {
  const [made, came] = [beginning(child), beginning(delivery)];
  return made !== undefined && came !== undefined && made < came - earlierMs;
}

export const earlierMs = 15 * 60_000;

/** What a job made was not made inside the request, however well the time fits. */
function statesJob({ fields }: Merged): boolean {
  return fields.job_id !== undefined;
}

/** Without an end it would hold whatever came later, also what came out of the next one. */
function hasEnd({ fields }: Merged): boolean {
  return fields.finished_at !== undefined || fields.answered_at !== undefined;
}

function wasUnderWay({ fields }: Merged, at: number): boolean {
  const from = fields.started_at ?? fields.at ?? fields.received_at;
  const to = fields.finished_at ?? fields.answered_at;
  return typeof from === 'number' && from <= at && (typeof to !== 'number' || at <= to);
}

function beginning({ fields }: Merged): number | undefined {
  const at = fields.started_at ?? fields.created_at ?? fields.at;
  return typeof at === 'number' ? at : undefined;
}

function agree(a: Merged, b: Merged, name: 'instance_id' | 'app_id' | 'queue'): boolean {
  const [left, right] = [a.fields[name], b.fields[name]];
  return left === undefined || right === undefined || left === right;
}
