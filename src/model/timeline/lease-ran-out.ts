// A job that was begun again when its lease had ended, and nobody saw whether the first execution still worked or had died.
import { equalsTimeout } from '../known-timeouts.ts';
import { type Attempt, isCallOf, leaseEndOf, leaseOf, overlapOf } from './attempts.ts';
import type { Chain, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface LeaseRanOut {
  readonly leaseMs: number;
  /** Between the two starts; undefined when one has no time. */
  readonly gapMs: number | undefined;
}

/**
 * Undefined: the first has an end of its own, a sign of life after the second had begun, or a death that somebody states;
 * or the second did not begin when the lease ended. `made` came out of the first, which had begun by then.
 */
export function leaseRanOut(
  timeline: Timeline,
  first: Attempt,
  second: Attempt,
  made: readonly Chain[],
): LeaseRanOut | undefined {
  const leaseMs = leaseMsOf(timeline, first);
  if (leaseMs === undefined || second.at === undefined || hasOwnEnd(first)) return undefined;
  if (overlapOf(timeline, first, second) !== undefined || isDeathStated(timeline, first, second)) return undefined;
  const begun = first.fields.started_at ?? first.at;
  if (begun === undefined)
    return fitsUnseen(timeline, first, { end: second.at, leaseMs, made }) ? { leaseMs, gapMs: undefined } : undefined;
  const gapMs = second.at - begun;
  const leaseEnd = leaseEndOf(first) ?? begun + leaseMs;
  // A queue that calls it lost has seen the end of a lease which may have been renewed before.
  const fits = equalsTimeout(gapMs, leaseMs) || equalsTimeout(second.at - begun, leaseEnd - begun);
  return fits || (first.fields.outcome === 'lost' && second.at >= leaseEnd) ? { leaseMs, gapMs } : undefined;
}

/** As the attempt says, else as the queue has stored it for the job. */
export function leaseMsOf(timeline: Timeline, attempt: Attempt): number | undefined {
  return leaseOf(attempt) ?? leaseOfJob(timeline, attempt.fields.queue, attempt.fields.job_id);
}

export function leaseOfJob(
  timeline: Timeline,
  queue: string | undefined,
  jobId: string | undefined,
): number | undefined {
  if (jobId === undefined) return undefined;
  const stated = [...ofKind(timeline, 'job'), ...ofKind(timeline, 'attempt')].filter(
    ({ fields }) =>
      fields.job_id === jobId && (queue === undefined || fields.queue === undefined || fields.queue === queue),
  );
  return stated.map(({ fields }) => fields.lease_ms).find((lease) => lease !== undefined);
}

/** What a queue computed, or set when it gave an execution up, is not that execution's own end. */
export function hasOwnEnd({ fields: { outcome, finished_at: ended, exactness }, witnesses }: Attempt): boolean {
  if (outcome === 'lost') return false;
  if (outcome === 'done' || outcome === 'failed') return true;
  return ended !== undefined && (exactness !== 'inferred' || witnesses.length > 1);
}

/** Codes by which a queue says that its lease ended, and no more. */
const leaseCodes: ReadonlySet<string> = new Set(['lease-over', 'heartbeat-timeout', 'stalled-limit', 'lock-lost']);

/** A worker that is told dead, or whose process ended or began anew in between, was not at work any more. */
function isDeathStated(timeline: Timeline, first: Attempt, second: Attempt): boolean {
  const codes = [first.fields.error_code, second.fields.previous_error_code];
  if (codes.some((code) => code !== undefined && !leaseCodes.has(code))) return true;
  const { instance_id: instance } = first.fields;
  return ofKind(timeline, 'lifecycle').some(
    ({ n, fields }) =>
      instance !== undefined &&
      fields.instance_id === instance &&
      (fields.what === 'crashed' || fields.what === 'stopped' || fields.what === 'started') &&
      n > first.n &&
      n < second.n,
  );
}

interface Span {
  readonly end: number;
  readonly leaseMs: number;
  readonly made: readonly Chain[];
}

/** It began after its job was there, and before what it did: a moment in between has to lie a lease before the second. */
function fitsUnseen(timeline: Timeline, first: Attempt, { end, leaseMs, made }: Span): boolean {
  const calls = ofKind(timeline, 'call').filter((call) => isCallOf(call, first));
  const signs = [...made.map(({ record }) => record.at), ...calls.map(({ at }) => at)].filter((at) => at !== undefined);
  const job = ofKind(timeline, 'job').find(
    ({ fields }) => fields.job_id === first.fields.job_id && fields.queue === first.fields.queue,
  );
  if (signs.length === 0 || job?.at === undefined) return false;
  const [shortest, longest] = [end - Math.min(...signs), end - job.at];
  return longest >= leaseMs && (shortest <= leaseMs || equalsTimeout(shortest, leaseMs));
}
