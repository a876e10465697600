// The order in which facts are told.
import { type Ancestry, levels } from './ancestry.ts';
import { beginningOf } from './beginning.ts';
import type { Merged } from './merge.ts';

/**
 * By time; what has no time stands behind what it came out of, a start of a job between the starts before and after it, and
 * a job before its first start.
 * Ties keep the chain's order, then the sources'; starts of one job that tie keep their numbers.
 */
export function inOrder(facts: readonly Merged[], ancestry: (fact: Merged) => Ancestry): Merged[] {
  const starts = startsByJob(facts);
  const places = new Map(facts.map((fact) => [fact, placeOf(fact, ancestry(fact), starts)]));
  const ordered = facts.toSorted((a, b) => {
    const [left, right] = [places.get(a), places.get(b)];
    return (left?.at ?? 0) - (right?.at ?? 0) || (left?.depth ?? 0) - (right?.depth ?? 0);
  });
  for (const job of starts.values()) {
    if (job.length < 2) continue;
    for (const tied of grouped(job, (start) => places.get(start)?.at).values()) byNumber(ordered, tied);
  }
  return ordered;
}

/** Within the places that they have together. */
function byNumber(ordered: Merged[], starts: readonly Merged[]): void {
  if (starts.length < 2) return;
  const places = starts.map((start) => ordered.indexOf(start)).toSorted((a, b) => a - b);
  const sorted = starts.toSorted((a, b) => numberOf(a) - numberOf(b));
  for (const [i, place] of places.entries()) ordered[place] = sorted[i] as Merged;
}

function startsByJob(facts: readonly Merged[]): Map<string, Merged[]> {
  const numbered = facts.filter(({ kind, fields }) => kind === 'attempt' && fields.job_id && fields.attempt);
  return grouped(numbered, jobOf);
}

function grouped<K>(facts: readonly Merged[], by: (fact: Merged) => K): Map<K, Merged[]> {
  const groups = new Map<K, Merged[]>();
  for (const fact of facts) {
    const own = groups.get(by(fact));
    if (own) own.push(fact);
    else groups.set(by(fact), [fact]);
  }
  return groups;
}

function jobOf({ fields }: Merged): string {
  return `${fields.queue}/${fields.job_id}`;
}

function numberOf({ fields }: Merged): number {
  return Number(fields.attempt);
}

type Starts = ReturnType<typeof startsByJob>;

function placeOf(fact: Merged, ancestry: Ancestry, starts: Starts): { at: number; depth: number } {
  const above = levels.toReversed().flatMap((level) => ancestry[level]?.fact ?? []);
  const own = beginningOf(fact);
  const at = own ?? amongStarts(fact, above, starts) ?? firstOf(above.map(beginningOf)) ?? firstStartOf(fact, starts);
  return { at: at ?? Number.POSITIVE_INFINITY, depth: depthOf(fact, above[0]) };
}

/** Of a start without a beginning. Undefined: it is none, or nothing of its job has a time. */
function amongStarts(fact: Merged, above: readonly Merged[], starts: Starts): number | undefined {
  const others = fact.kind === 'attempt' ? (starts.get(jobOf(fact)) ?? []) : [];
  if (!others.includes(fact)) return undefined;
  const before = timesOf(others.filter((one) => numberOf(one) < numberOf(fact)));
  const after = timesOf(others.filter((one) => numberOf(one) > numberOf(fact)));
  const parent = firstOf(above.map(beginningOf));
  const earliest = [...before, ...(parent === undefined ? [] : [parent])];
  if (earliest.length > 0) return Math.max(...earliest);
  return endOf(fact) ?? (after.length > 0 ? Math.min(...after) : undefined);
}

function firstStartOf(fact: Merged, starts: Starts): number | undefined {
  if (fact.kind !== 'job' || !fact.fields.job_id) return undefined;
  const times = timesOf(starts.get(jobOf(fact)) ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function timesOf(starts: readonly Merged[]): number[] {
  return starts.flatMap((one) => beginningOf(one) ?? endOf(one) ?? []);
}

function endOf({ fields }: Merged): number | undefined {
  return fields.finished_at as number | undefined;
}

function firstOf(moments: readonly (number | undefined)[]): number | undefined {
  return moments.find((moment) => moment !== undefined);
}

/** What has no level of its own (a guard, a ledger row) stands right behind what it came out of. */
function depthOf({ kind }: Merged, parent: Merged | undefined): number {
  if (kind === 'record') return levels.length;
  const own = (levels as readonly string[]).indexOf(kind);
  return own < 0 && parent ? depthOf(parent, undefined) + 0.5 : own;
}
