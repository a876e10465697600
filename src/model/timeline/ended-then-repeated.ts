// An attempt that made something and did not end well, and the one that began anew after it.
import type { FactOf } from '../fact.ts';
import { isCallOf, isSameJob, makingAttempts, overlapOf, wasSettled } from './attempts.ts';
import { unansweredCreates } from './creates.ts';
import { hasOwnEnd, leaseRanOut } from './lease-ran-out.ts';
import { clockOf, orderOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface EndedThenRepeated {
  readonly failed: FactOf<'attempt'>;
  readonly again: FactOf<'attempt'>;
  readonly made: readonly Chain[];
}

/** An attempt that made something and failed, died, was never settled or ended nobody knows how, and a later attempt of its job. */
export function endedThenRepeated(timeline: Timeline, effect: Effect): EndedThenRepeated | undefined {
  const groups = makingAttempts(effect);
  const unanswered = unansweredCreates(timeline, effect.target);
  for (const [failed, made] of groups) {
    const { outcome } = failed.fields;
    const isUnclear = outcome === 'unknown' && hasOwnEnd(failed);
    const isOpen = outcome === 'failed' || outcome === 'lost' || isUnclear || !wasSettled(failed);
    if (unanswered.some((call) => isCallOf(call, failed))) continue;
    if (!made.every((chain) => wasKnown(chain) && !wasMadeAfter(timeline, failed, chain))) continue;
    const again = groups
      .map(([attempt]) => attempt)
      .find(
        (other) =>
          isSameJob(failed, other) &&
          startedAfter(timeline, failed, other) &&
          // Also one that its queue gave up, without a word on how it had ended.
          (isOpen || wasNotTaken(failed, other) || leaseRanOut(timeline, failed, other, made) !== undefined),
      );
    if (again) return { failed, again, made };
  }
  return undefined;
}

/** It ended well, and its queue was not told so: settling it failed, or the next start names an error of this one. */
export function wasNotTaken({ fields: first }: FactOf<'attempt'>, { fields: next }: FactOf<'attempt'>): boolean {
  if (first.outcome !== 'done') return false;
  const isNext = next.attempt === (first.attempt ?? 0) + 1;
  return first.settle_outcome === 'failed' || (isNext && next.previous_error_code !== undefined);
}

/** A call without an answer is another cause: then the attempt failed because nobody knew, not after it was known. */
function wasKnown({ call }: Chain): boolean {
  return call === undefined || call.fields.outcome === 'done' || call.fields.result_id !== undefined;
}

/** Then the failure was not a later step's. */
function wasMadeAfter(timeline: Timeline, failed: FactOf<'attempt'>, { record }: Chain): boolean {
  const isOwnEnd = failed.fields.outcome !== 'lost' && failed.fields.finished_at !== undefined;
  return isOwnEnd && orderOf(timeline, endOf(failed), record) === 'before';
}

/** The attempt as a moment: its end, on the clock that read it. */
export function endOf(attempt: FactOf<'attempt'>): FactOf<'attempt'> {
  return { ...attempt, at: attempt.fields.finished_at, clock: clockOf(attempt, 'finished_at') };
}

/** Attempts that overlap are another cause: the job was taken away while it ran. */
function startedAfter(timeline: Timeline, failed: FactOf<'attempt'>, other: FactOf<'attempt'>): boolean {
  const isLater = (other.fields.attempt ?? 0) > (failed.fields.attempt ?? 0) || other.n > failed.n;
  return isLater && overlapOf(timeline, failed, other) === undefined;
}

/** The process of the first attempt crashed before the second began. */
export function crashBetween(timeline: Timeline, failed: FactOf<'attempt'>, again: FactOf<'attempt'>) {
  return ofKind(timeline, 'lifecycle').find(
    (fact) =>
      fact.fields.what === 'crashed' &&
      fact.fields.instance_id !== undefined &&
      fact.fields.instance_id === failed.fields.instance_id &&
      fact.n > failed.n &&
      fact.n < again.n,
  );
}
