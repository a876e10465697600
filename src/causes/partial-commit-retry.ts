// The create succeeded, then the same unit failed on a later step or its worker died, and the whole unit ran again.

import type { Cause } from '../model/cause.ts';
import type { FactOf } from '../model/fact.ts';
import { formatSpan } from '../model/instant.ts';
import { listed } from '../model/listed.ts';
import type { Certainty, Finding } from '../model/rule.ts';
import { isSameJob, leaseEndOf, makingAttempts } from '../model/timeline/attempts.ts';
import { duplicatedEffects, isStated, madeAt, recordNames } from '../model/timeline/duplicates.ts';
import {
  crashBetween,
  type EndedThenRepeated,
  endedThenRepeated,
  endOf,
  wasNotTaken,
} from '../model/timeline/ended-then-repeated.ts';
import { hasOwnEnd, leaseRanOut } from '../model/timeline/lease-ran-out.ts';
import { platformRetryOf } from '../model/timeline/platform-retry.ts';
import { orderOf } from '../model/timeline/skew.ts';
import type { Effect, Timeline } from '../model/timeline/timeline.ts';

export interface PartialCommitRetry {
  /** The request id under which a platform ran a function again; null: it was a job of a queue. */
  readonly requestId: string | null;
  readonly queue: string;
  readonly jobId: string;
  readonly failed: number;
  readonly again: number;
  /** `failed`: it said so. `lost`: the queue gave it up. `crashed`: its process did. `told`: the next one says that it failed. `not-taken`: it ended well, and its queue was not told so. `ended`: it did, and whether well is not known. `unsettled`: nobody wrote how it ended. */
  readonly end: 'failed' | 'lost' | 'crashed' | 'told' | 'not-taken' | 'ended' | 'unsettled';
  /** Where it ran; null when that was not logged. */
  readonly instance: string | null;
  /** The crash of its process, as a number; null when none was logged. */
  readonly crash: number | null;
  /** From the end of its lease to the next attempt; null when one has no time, or the attempt said how it ended. */
  readonly afterLeaseMs: number | null;
  /** Its lease ran out, and no source shows whether it had died or still worked: then another cause fits as well. */
  readonly mayHaveWorkedOn: boolean;
  /** What the failed attempt had made before it failed. */
  readonly kept: readonly string[];
  readonly records: readonly string[];
  readonly attempts: readonly [number, number];
  readonly errorCode: string | null;
  /** From the create to the failure; null when one has no time. */
  readonly failedAfterMs: number | null;
  /** From the failure to the beginning of the next attempt; null when one has no time. */
  readonly pauseMs: number | null;
}

export const partialCommitRetry: Cause<PartialCommitRetry> = {
  id: 'partial-commit-retry',
  title: 'Created, then failed or died before it was settled, then created again',
  family: 'PARTIAL_COMMIT',
  severity: 'error',
  deviatesAt: 'attempt',
  problem:
    'One unit of work creates the task and then does something else: a comment, a notification, an update of its own row. The create succeeds, ' +
    'the later step fails or the worker dies before it can say that it is done, and the unit as a whole runs again from its beginning. ' +
    'A failed attempt is not an attempt without effect.',
  signs: [
    'one job with two or more attempts, one after the other; the first is failed or lost',
    "the failed attempt has a call that is done, with the target's id, or a record exists that names this attempt",
    'the failure comes after the create',
    'on a platform for functions: two runs with one request id, the first failed or timed out ("Task timed out"), the next a minute or two later',
    'or the first attempt has no end at all: its process was killed, its lease ran out, and only then the next one began; a blocked worker that lives on leaves the same trace, and then both causes are named',
  ],
  fix: [
    'Store the id that the target gave at once, before the next step, and let a repeated unit find it and go on from there.',
    'Create under the source_event_key, so that a second create finds the first task.',
    'Move every later step into a unit of its own; let nothing that can fail stand between the create and the note of it.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = endedThenRepeated(timeline, effect);
      if (!pair) return ranAgain(timeline, effect);
      const { failed, again, made } = pair;
      const args = argsOf(timeline, effect, pair);
      const crash = args.crash === null ? [] : [args.crash];
      const kept = made.flatMap(({ call, record }) => (call ? [call.n, record.n] : [record.n]));
      const repeated = effect.chains.filter(({ attempt }) => attempt === again).map(({ record }) => record.n);
      const facts = [failed.n, ...kept, ...crash, again.n, ...repeated];
      return [{ rule: 'partial-commit-retry', args, certainty: certaintyOf(timeline, pair, args), facts }];
    });
  },

  say(args) {
    const { requestId, failedAfterMs, pauseMs, queue, jobId, kept, records, attempts, end, errorCode, instance } = args;
    const where = instance === null ? 'its worker' : instance;
    const why = {
      failed: errorCode === null ? 'failed afterwards' : `failed afterwards (${errorCode})`,
      lost:
        errorCode === null ? `was lost afterwards: ${where} never settled it` : `was lost afterwards (${errorCode})`,
      crashed: `was not settled when ${where} crashed`,
      told: errorCode === null ? 'failed afterwards' : `failed afterwards (${errorCode})`,
      ended: 'ended, and whether it had failed or was put back no source shows',
      unsettled: `was never settled: nothing more is known of it on ${where}`,
      'not-taken': `ended well, but its queue was not told so${errorCode === null ? '' : ` (${errorCode})`}`,
    }[end];
    const made = records.filter((id) => !kept.includes(id));
    if (requestId !== null) {
      const later = failedAfterMs === null ? '' : ` ${formatSpan(failedAfterMs)} later`;
      const pause = pauseMs === null ? '' : ` after ${formatSpan(pauseMs)}`;
      return `The function had already made ${kept.join(', ')} and failed${later}${errorCode === null ? '' : ` (${errorCode})`}; the platform ran it again${pause} under the same request id, ${requestId}, and it made ${listed(made)}.`;
    }
    return `Attempt ${attempts[0]} of job ${queue}/${jobId} had already made ${kept.join(', ')} and ${why}; attempt ${attempts[1]} ran the whole job again and made ${listed(made)}.${args.mayHaveWorkedOn ? ` Whether attempt ${attempts[0]} had died or was still at work then, no source shows.` : ''}`;
  },

  because(args) {
    const { requestId, failed, again, kept, attempts, end, errorCode, crash, afterLeaseMs, failedAfterMs, pauseMs } =
      args;
    if (requestId !== null)
      return [
        `${kept.join(', ')} came from #${failed}, which then failed${errorCode === null ? '' : ` (${errorCode})`}`,
        `#${failed} and #${again} carry one request id: the platform ran it again; a caller that repeats gets a new one`,
      ];
    const after = failedAfterMs === null ? '' : `, ${formatSpan(failedAfterMs)} before the attempt ended`;
    const lines = [`${kept.join(', ')} came from attempt ${attempts[0]} (#${failed})${after}`];
    const pause = pauseMs === null ? ', and' : `, ${formatSpan(pauseMs)} before`;
    if (end === 'failed' || end === 'lost')
      lines.push(`#${failed} ended as ${end}${pause} #${again} ran the same job again`);
    if (end === 'told')
      lines.push(`#${again} says that the attempt before it ended in ${errorCode ?? 'an error'}: one job, run again`);
    if (end === 'not-taken')
      lines.push(
        `#${failed} ended as done, settling it failed${errorCode === null ? '' : ` (${errorCode})`}${pause} #${again} ran the same job again`,
      );
    if (end === 'ended') lines.push(`#${failed} ended, nobody wrote how${pause} #${again} ran the same job again`);
    if (crash !== null) lines.push(`its process crashed at #${crash}, before #${again} began`);
    if (end === 'unsettled') lines.push(`#${failed} has no end, and #${again} is the same job, run again`);
    if (afterLeaseMs !== null)
      lines.push(`#${again} began ${formatSpan(afterLeaseMs)} after the lease of #${failed} had ended`);
    if (args.mayHaveWorkedOn)
      lines.push(
        `job-reclaimed-while-running fits as well: only a later sign of #${failed}, or the end of its process, would tell`,
      );
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const [first, second] = makingAttempts(effect).map(([attempt]) => attempt);
      if (!first || !second || !isSameJob(first, second) || first.fields.outcome !== 'done') continue;
      if (mayNotBeSettled(first, second)) continue;
      return {
        reason: `attempt ${first.fields.attempt ?? '?'} ended as done, so no failure made the job run again`,
        facts: [first.n],
      };
    }
    return undefined;
  },
};

/** Nobody says that its queue was told, and the next start came when the lease had ended. */
function mayNotBeSettled(first: FactOf<'attempt'>, second: FactOf<'attempt'>): boolean {
  if (wasNotTaken(first, second)) return true;
  const leaseEnd = leaseEndOf(first);
  return first.fields.settled_at === undefined && leaseEnd !== undefined && (second.at ?? 0) >= leaseEnd;
}

/** The same story where no queue tells of attempts: a platform runs a function again under the request id that it had. */
function ranAgain(timeline: Timeline, effect: Effect): Finding<PartialCommitRetry>[] {
  const found = platformRetryOf(timeline, effect);
  if (!found) return [];
  const { first: failed, again, requestId, made, repeated } = found;
  const { finished_at: ended, error_code, instance_id } = failed.fields;
  const created = made.map(madeAt).filter((at) => at !== undefined);
  const began = again.fields.started_at ?? again.at;
  const args: PartialCommitRetry = {
    requestId,
    queue: '?',
    jobId: '?',
    failed: failed.n,
    again: again.n,
    end: 'failed',
    instance: instance_id ?? null,
    crash: null,
    afterLeaseMs: null,
    mayHaveWorkedOn: false,
    kept: recordNames(made),
    records: recordNames(effect.chains),
    attempts: [1, 2],
    errorCode: error_code ?? null,
    failedAfterMs: ended === undefined || created.length === 0 ? null : ended - Math.min(...created),
    pauseMs: ended === undefined || began === undefined ? null : began - ended,
  };
  const isWhole = [...made, ...repeated].every((chain) => isStated(chain, 'run'));
  const isKnown = made.every(({ call }) => call !== undefined) && failed.fields.outcome === 'failed';
  const facts = [failed.n, ...made.map(({ record }) => record.n), again.n, ...repeated.map(({ record }) => record.n)];
  return [{ rule: 'partial-commit-retry', args, certainty: isWhole && isKnown ? 'shown' : 'consistent', facts }];
}

function argsOf(timeline: Timeline, effect: Effect, { failed, again, made }: EndedThenRepeated): PartialCommitRetry {
  const created = made.map(madeAt).filter((at) => at !== undefined);
  const { outcome, instance_id } = failed.fields;
  // What a queue computed for an attempt that never told is no end of it.
  const ended = outcome === 'lost' || hasOwnEnd(failed) ? failed.fields.finished_at : undefined;
  const crash = crashBetween(timeline, failed, again);
  const leaseEnd = leaseEndOf(failed);
  const isOver = leaseEnd !== undefined && again.at !== undefined && again.at >= leaseEnd;
  const isTold =
    again.fields.previous_error_code !== undefined && again.fields.attempt === (failed.fields.attempt ?? 0) + 1;
  const isEnded = outcome === 'unknown' && hasOwnEnd(failed);
  const unsettled = crash ? 'crashed' : isTold ? 'told' : isEnded ? 'ended' : 'unsettled';
  return {
    requestId: null,
    queue: failed.fields.queue ?? '?',
    jobId: failed.fields.job_id ?? '?',
    failed: failed.n,
    again: again.n,
    end: wasNotTaken(failed, again) ? 'not-taken' : outcome === 'failed' || outcome === 'lost' ? outcome : unsettled,
    instance: instance_id ?? null,
    crash: crash?.n ?? null,
    afterLeaseMs: outcome !== 'failed' && isOver ? again.at - leaseEnd : null,
    mayHaveWorkedOn: leaseRanOut(timeline, failed, again, made) !== undefined,
    kept: recordNames(made),
    records: recordNames(effect.chains),
    attempts: [failed.fields.attempt ?? 1, again.fields.attempt ?? 2],
    errorCode: failed.fields.error_code ?? again.fields.previous_error_code ?? null,
    pauseMs: ended === undefined || again.at === undefined ? null : again.at - ended,
    failedAfterMs: ended === undefined || created.length === 0 ? null : ended - Math.min(...created),
  };
}

/** Codes of a request that got no answer, or none that proves anything. */
const silence = /TIME|ECONN|EPIPE|HANG|ABORT|SOCKET|\b(5\d\d|408|499)\b/i;

/** Silence proves no death: an attempt without an end is `shown` only where somebody states the loss or the crash. */
function certaintyOf(
  timeline: Timeline,
  { failed, again, made }: EndedThenRepeated,
  { end, errorCode, mayHaveWorkedOn }: PartialCommitRetry,
): Certainty {
  // Without the call, an error that speaks of silence may be that of the create itself: then nobody knew of it.
  const isUnseen = made.some(({ call }) => call === undefined);
  if (['failed', 'told', 'ended'].includes(end) && isUnseen && (errorCode === null || silence.test(errorCode)))
    return 'open';
  if (end === 'unsettled' && isUnseen && failed.fields.exactness === 'inferred' && !mayHaveWorkedOn) return 'open';
  const isTold = !['unsettled', 'told', 'ended'].includes(end);
  if (!isTold || !made.every((chain) => isStated(chain, 'attempt'))) return 'consistent';
  if (mayHaveWorkedOn) return 'consistent';
  if (end === 'not-taken') return failed.fields.settle_outcome === 'failed' ? 'shown' : 'consistent';
  if (end !== 'failed') return 'shown';
  // Without the call it is not shown that the attempt knew what it had made.
  const isKnown = made.every(({ call }) => call !== undefined);
  return isKnown && orderOf(timeline, endOf(failed), again) === 'before' ? 'shown' : 'consistent';
}
