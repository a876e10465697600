// Executions of one job: which belong together, and until when each was seen at work.
import type { FactOf } from '../fact.ts';
import type { Instant } from '../instant.ts';
import { groupedBy } from './duplicates.ts';
import { boundOf, clockOf, orderOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export type Attempt = FactOf<'attempt'>;

/** The executions that each made a copy, in the order in which they began. */
export function makingAttempts(effect: Effect): [attempt: Attempt, made: Chain[]][] {
  return [...groupedBy(effect, 'attempt')].sort(([a], [b]) => a.n - b.n);
}

export function isSameJob(a: Attempt, b: Attempt): boolean {
  return (
    a !== b && a.fields.job_id !== undefined && a.fields.job_id === b.fields.job_id && a.fields.queue === b.fields.queue
  );
}

/** Somebody wrote down how it ended. `lost` is the queue's word for an execution that never said so itself. */
export function wasSettled({ fields }: Attempt): boolean {
  return fields.finished_at !== undefined || fields.outcome === 'done' || fields.outcome === 'failed';
}

/**
 * The last moment at which the execution itself was seen at work: its own end, or the beginning or end of a call that it
 * made. An end that the queue set for a lost execution is not its own. Undefined: nothing after its beginning was seen.
 */
export function lastSignOf(timeline: Timeline, attempt: Attempt): number | undefined {
  const { finished_at, outcome } = attempt.fields;
  const own = outcome === 'lost' ? [] : [finished_at];
  const calls = ofKind(timeline, 'call').filter((call) => isCallOf(call, attempt));
  const signs = [...own, ...calls.flatMap(({ at, fields }) => [at, fields.finished_at])];
  const known = signs.filter((sign) => sign !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/**
 * How long the first was still at work after the second had begun, in milliseconds; undefined when it was not seen then.
 * A failure that two clocks put barely after the retry that it caused came before it.
 */
export function overlapOf(timeline: Timeline, first: Attempt, second: Attempt): number | undefined {
  const lastSign = lastSignOf(timeline, first);
  if (lastSign === undefined || second.at === undefined || lastSign <= second.at) return undefined;
  const clock = lastSign === first.fields.finished_at ? clockOf(first, 'finished_at') : first.clock;
  const order = orderOf(timeline, { ...first, at: lastSign as Instant, clock }, second);
  return order === 'unknown' && first.fields.outcome === 'failed' ? undefined : lastSign - second.at;
}

/**
 * How long the first worked past the end of its lease before it ended as done, when the job was begun again all the same;
 * undefined otherwise. Whoever has lost a lease cannot settle the job, so that it also runs again after a good end.
 */
export function overrunOf(timeline: Timeline, first: Attempt, second: Attempt): number | undefined {
  const [ended, leaseEnd] = [first.fields.finished_at, leaseEndOf(first)];
  if (first.fields.outcome !== 'done' || ended === undefined || leaseEnd === undefined) return undefined;
  const bound = boundOf(timeline, clockOf(first, 'finished_at'), first.clock);
  const isLater = second.at !== undefined && second.at >= leaseEnd && second.n > first.n;
  return isLater && ended > leaseEnd + bound ? ended - leaseEnd : undefined;
}

/** When its lease ends; undefined when neither the end nor the length was logged. */
export function leaseEndOf({ at, fields }: Attempt): number | undefined {
  if (fields.lease_until !== undefined) return fields.lease_until;
  return at === undefined || fields.lease_ms === undefined ? undefined : at + fields.lease_ms;
}

/** The lease as configured, or as it was given. Milliseconds. */
export function leaseOf({ at, fields }: Attempt): number | undefined {
  if (fields.lease_ms !== undefined) return fields.lease_ms;
  return at === undefined || fields.lease_until === undefined ? undefined : fields.lease_until - at;
}

export function isCallOf({ fields: call }: FactOf<'call'>, { fields }: Attempt): boolean {
  return (
    call.job_id !== undefined &&
    call.job_id === fields.job_id &&
    call.attempt === fields.attempt &&
    (call.queue === undefined || fields.queue === undefined || call.queue === fields.queue)
  );
}
