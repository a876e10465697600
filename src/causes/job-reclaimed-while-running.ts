// The lease of a job ended while the job still ran; the queue gave it to another worker, and both made the task.

import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { equalsTimeout, timeoutEqualTo } from '../model/known-timeouts.ts';
import { listed } from '../model/listed.ts';
import type { Certainty } from '../model/rule.ts';
import {
  type Attempt,
  isSameJob,
  leaseEndOf,
  makingAttempts,
  overlapOf,
  overrunOf,
} from '../model/timeline/attempts.ts';
import { duplicatedEffects, isStated, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import { hasOwnEnd, leaseMsOf, leaseRanOut } from '../model/timeline/lease-ran-out.ts';
import { boundOf } from '../model/timeline/skew.ts';
import type { Chain, Timeline } from '../model/timeline/timeline.ts';
import { ofKind } from '../model/timeline/timeline.ts';

export interface JobReclaimedWhileRunning {
  readonly queue: string;
  readonly jobId: string;
  readonly first: number;
  readonly second: number;
  readonly attempts: readonly [number, number];
  readonly records: readonly string[];
  /** Between the two starts; null when one has no time. */
  readonly gapMs: number | null;
  /** How long the first was still at work after the second had begun, a lower bound; null when it had ended by then. */
  readonly overlapMs: number | null;
  /** How long the first worked past the end of its lease; null when it ended in time or without a lease that was logged. */
  readonly pastLeaseMs: number | null;
  /** Nothing was seen of the first after its lease had ended: it may have died instead, and then another cause fits. */
  readonly isUnseen: boolean;
  /** The queue did not take the result of the first. */
  readonly isRejected: boolean;
  /** The lease of the first as configured or given; null when it was not logged. */
  readonly leaseMs: number | null;
  /** The time limit that the gap equals, by name; null when it equals none that is known. */
  readonly timeout: string | null;
  /** A process that started just before the second attempt and may have taken the job for an orphan. */
  readonly started: { readonly fact: number; readonly instance: string; readonly beforeMs: number } | null;
}

export const jobReclaimedWhileRunning: Cause<JobReclaimedWhileRunning> = {
  id: 'job-reclaimed-while-running',
  title: 'The lease ended before the work, and a second worker took the job',
  family: 'REEXECUTION',
  severity: 'error',
  deviatesAt: 'attempt',
  problem:
    'A queue lends a job to a worker for a limited time (lock, lease, visibility timeout, expiry). When the work takes longer, or a worker cannot ' +
    'renew in time, the queue takes the job for abandoned and starts it again elsewhere. The first worker does not notice and goes on, so one job ' +
    'runs twice side by side, and both runs reach the create.',
  signs: [
    'one job id, two attempts whose times overlap, often on two instances',
    'the gap between the two starts equals the lease, or a default: 30 s, 15 min, 30 min, 1 h, 4 h',
    'a function may run longer than its source waits: its time-out is above the visibility timeout of the queue',
    'nothing failed: both attempts end as done, or the first cannot settle its job any more',
    'or the second began when the lease had ended and nothing more was seen of the first: it may have died as well, and both causes are named',
    'a process that starts, finds what it takes for orphans, and runs them again',
  ],
  fix: [
    'Make the lease longer than the slowest run (above its 99th percentile), and renew it while the work goes on.',
    'Create under the source_event_key, or claim the key with a unique insert before the create: the second run then finds the first task.',
    'Fence the result: let a worker commit only while its claim is still the newest one.',
    'For a function behind SQS, set the visibility timeout of the queue to at least six times the time-out of the function.',
    'Keep the event loop of the worker free: a blocked one cannot renew its lease.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = takenAway(timeline, makingAttempts(effect));
      if (!pair) return [];
      const { first, second, made } = pair;
      const args = argsOf(timeline, pair, recordNames(effect.chains));
      const started = args.started ? [args.started.fact] : [];
      const facts = [first.n, ...started, second.n, ...made.map(({ record }) => record.n)];
      return [{ rule: 'job-reclaimed-while-running', args, certainty: certaintyOf(timeline, pair), facts }];
    });
  },

  say({ queue, jobId, attempts, overlapMs, pastLeaseMs, isUnseen, gapMs, leaseMs, timeout, records }) {
    const after = gapMs === null ? '' : ` ${formatSpan(gapMs)} after it`;
    const hadEnded = leaseMs !== null && gapMs !== null && gapMs >= leaseMs;
    const why = hadEnded ? `, when its lease of ${formatSpan(leaseMs)} had ended` : '';
    const limit = why === '' && timeout !== null ? ` (as long as ${timeout})` : '';
    if (isUnseen) {
      const began = gapMs === null ? '' : ` ${formatSpan(gapMs)} after attempt ${attempts[0]},`;
      const lease = leaseMs === null ? '' : ` of ${formatSpan(leaseMs)}`;
      return `Attempt ${attempts[1]} of job ${queue}/${jobId} began${began} when the lease${lease} of attempt ${attempts[0]} had ended, and each made its own: ${listed(records)}. Whether attempt ${attempts[0]} was still at work then or had died, no source shows.`;
    }
    if (overlapMs === null) {
      const past = pastLeaseMs === null ? '' : ` ${formatSpan(pastLeaseMs)}`;
      const lease = leaseMs === null ? 'its lease' : `its lease of ${formatSpan(leaseMs)}`;
      return `Attempt ${attempts[0]} of job ${queue}/${jobId} worked${past} past the end of ${lease}, so that the job was given away although the attempt ended well; attempt ${attempts[1]} ran it again. Each made its own: ${listed(records)}.`;
    }
    return `Attempt ${attempts[0]} of job ${queue}/${jobId} was still running when attempt ${attempts[1]} began${after}${why}${limit}. They ran side by side for at least ${formatSpan(overlapMs)}, and each made its own: ${listed(records)}.`;
  },

  because({ first, second, gapMs, overlapMs, pastLeaseMs, isUnseen, isRejected, leaseMs, timeout, started }) {
    const lines = [`#${first} and #${second} are one job`];
    if (overlapMs !== null)
      lines.push(`#${first} was seen at work ${formatSpan(overlapMs)} after #${second} had begun`);
    else if (pastLeaseMs !== null) lines.push(`#${first} ended ${formatSpan(pastLeaseMs)} after its lease had ended`);
    if (isRejected) lines.push(`#${first} was done, and the queue did not take its result`);
    if (gapMs !== null && leaseMs !== null) {
      lines.push(`#${second} began ${formatSpan(gapMs)} after #${first}, whose lease was ${formatSpan(leaseMs)}`);
    } else if (gapMs !== null) {
      lines.push(
        `#${second} began ${formatSpan(gapMs)} after #${first}${timeout === null ? '' : `, as long as ${timeout}`}`,
      );
    }
    if (isUnseen)
      lines.push(`a later sign of #${first} would show that it still worked; the end of its process, that it had died`);
    if (started) {
      const { fact, instance, beforeMs } = started;
      lines.push(
        `${instance} had started ${formatSpan(beforeMs)} before that (#${fact}): it may have looked for orphans`,
      );
    }
    return lines;
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const attempts = makingAttempts(effect).map(([attempt]) => attempt);
      for (const first of attempts) {
        const second = attempts.find((other) => other.n > first.n && isSameJob(first, other));
        const end = hasOwnEnd(first) ? first.fields.finished_at : undefined;
        if (!second || second.at === undefined || end === undefined || end > second.at) continue;
        const reason = `the earlier attempt had ended ${formatSpan(second.at - end)} before the next began: they did not overlap`;
        return { reason, facts: [first.n, second.n] };
      }
    }
    return undefined;
  },
};

interface Pair {
  readonly first: Attempt;
  readonly second: Attempt;
  readonly made: readonly Chain[];
  readonly overlapMs: number | undefined;
  readonly pastLeaseMs: number | undefined;
  readonly isUnseen: boolean;
}

function takenAway(timeline: Timeline, groups: readonly (readonly [Attempt, Chain[]])[]): Pair | undefined {
  for (const [first, made] of groups) {
    for (const [second, again] of groups) {
      if (second.n <= first.n || !isSameJob(first, second)) continue;
      const overlapMs = overlapOf(timeline, first, second);
      const pastLeaseMs = overrunOf(timeline, first, second);
      if (overlapMs === undefined && pastLeaseMs === undefined) continue;
      return { first, second, made: [...made, ...again], overlapMs, pastLeaseMs, isUnseen: false };
    }
  }
  return takenUnseen(timeline, groups);
}

/** The lease ran out and nobody saw how the first went on: it was taken away from a worker, or from a dead one. */
function takenUnseen(timeline: Timeline, groups: readonly (readonly [Attempt, Chain[]])[]): Pair | undefined {
  for (const [first, made] of groups) {
    for (const [second, again] of groups) {
      if (second.n <= first.n || !isSameJob(first, second) || !leaseRanOut(timeline, first, second, made)) continue;
      return { first, second, made: [...made, ...again], overlapMs: undefined, pastLeaseMs: undefined, isUnseen: true };
    }
  }
  return undefined;
}

function argsOf(
  timeline: Timeline,
  { first, second, overlapMs, pastLeaseMs, isUnseen }: Pair,
  records: string[],
): JobReclaimedWhileRunning {
  const gapMs = spanBetween(first, second) ?? null;
  const leaseMs = leaseMsOf(timeline, first) ?? null;
  const isLease = gapMs !== null && leaseMs !== null && equalsTimeout(gapMs, leaseMs);
  return {
    queue: first.fields.queue ?? '?',
    jobId: first.fields.job_id ?? '?',
    first: first.n,
    second: second.n,
    attempts: [first.fields.attempt ?? 1, second.fields.attempt ?? 2],
    records,
    gapMs,
    overlapMs: overlapMs ?? null,
    pastLeaseMs: pastLeaseMs ?? null,
    isUnseen,
    isRejected: first.fields.outcome === 'done' && first.fields.settle_outcome === 'failed',
    leaseMs,
    timeout: isLease
      ? 'the lease as configured'
      : gapMs === null
        ? null
        : (timeoutEqualTo('lease', gapMs)?.name ?? null),
    started:
      isUnseen || (leaseMs !== null && gapMs !== null && gapMs >= leaseMs) ? null : startedBefore(timeline, second),
  };
}

/** Orphans are looked for in the first seconds of a process. */
const orphanSearchMs = 10_000;

function startedBefore(timeline: Timeline, second: Attempt): JobReclaimedWhileRunning['started'] {
  const starts = ofKind(timeline, 'lifecycle').filter(({ fields }) => fields.what === 'started');
  for (const start of starts) {
    const before = spanBetween(start, second);
    if (before === undefined || before < 0 || before > orphanSearchMs) continue;
    return { fact: start.n, instance: start.fields.instance_id ?? 'a process', beforeMs: before };
  }
  return null;
}

function certaintyOf(timeline: Timeline, { first, second, made, overlapMs, isUnseen }: Pair): Certainty {
  if (isUnseen) return 'open';
  const stated = made.every((chain) => isStated(chain, 'attempt'));
  // Without an overlap only the queue's refusal shows that the lease was missed, and not something else.
  if (overlapMs === undefined) return stated && first.fields.settle_outcome === 'failed' ? 'shown' : 'consistent';
  const isCertain = first.clock === second.clock || overlapMs > boundOf(timeline, first.clock, second.clock);
  const leaseEnd = leaseEndOf(first);
  const ranOut = leaseEnd !== undefined && second.at !== undefined && leaseEnd <= second.at;
  return stated && isCertain && ranOut ? 'shown' : 'consistent';
}
