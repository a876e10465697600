// The create succeeded and was known, a later step of the same unit failed, and the whole unit ran again.
import type { Cause } from '../model/cause.ts';
import type { FactOf } from '../model/fact.ts';
import { formatSpan } from '../model/instant.ts';
import type { Certainty } from '../model/rule.ts';
import { duplicatedEffects, groupedBy, isStated, madeAt, recordNames } from '../model/timeline/duplicates.ts';
import { clockOf, orderOf } from '../model/timeline/skew.ts';
import type { Chain, Effect, Timeline } from '../model/timeline/timeline.ts';

export interface PartialCommitRetry {
  readonly queue: string;
  readonly jobId: string;
  readonly failed: number;
  readonly again: number;
  /** What the failed attempt had made before it failed. */
  readonly kept: readonly string[];
  readonly records: readonly string[];
  readonly attempts: readonly [number, number];
  /** How the first attempt ended; null when only the next one tells that it did. */
  readonly outcome: 'failed' | 'lost' | null;
  readonly errorCode: string | null;
  /** From the create to the failure; null when one has no time. */
  readonly failedAfterMs: number | null;
  /** From the failure to the beginning of the next attempt; null when one has no time. */
  readonly pauseMs: number | null;
}

export const partialCommitRetry: Cause<PartialCommitRetry> = {
  id: 'partial-commit-retry',
  title: 'Created, then failed on a later step, then created again',
  family: 'PARTIAL_COMMIT',
  severity: 'error',
  deviatesAt: 'attempt',
  problem:
    'One unit of work creates the task and then does something else: a comment, a notification, an update of its own row. The create succeeds, ' +
    'the later step fails, the unit as a whole counts as failed and runs again from its beginning. A failed attempt is not an attempt without effect.',
  signs: [
    'one job with two or more attempts, one after the other; the first is failed or lost',
    "the failed attempt has a call that is done, with the target's id, or a record exists that names this attempt",
    'the failure comes after the create',
  ],
  fix: [
    'Store the id that the target gave at once, before the next step, and let a repeated unit find it and go on from there.',
    'Create under the source_event_key, so that a second create finds the first task.',
    'Move every later step into a unit of its own; let nothing that can fail stand between the create and the note of it.',
  ],

  check(timeline) {
    return duplicatedEffects(timeline).flatMap((effect) => {
      const pair = failedThenRepeated(timeline, effect);
      if (!pair) return [];
      const { failed, again, made } = pair;
      const args = argsOf(effect, pair);
      const facts = [
        failed.n,
        ...made.flatMap(({ call, record }) => (call ? [call.n, record.n] : [record.n])),
        again.n,
      ];
      const repeated = effect.chains.filter(({ attempt }) => attempt === again).map(({ record }) => record.n);
      return [
        { rule: 'partial-commit-retry', args, certainty: certaintyOf(timeline, pair), facts: [...facts, ...repeated] },
      ];
    });
  },

  say({ queue, jobId, kept, records, attempts, outcome, errorCode }) {
    const ended = outcome === 'lost' ? 'was lost afterwards' : 'failed afterwards';
    const why = errorCode === null ? ended : `${ended} (${errorCode})`;
    const made = records.filter((id) => !kept.includes(id));
    return `Attempt ${attempts[0]} of job ${queue}/${jobId} had already made ${kept.join(', ')} and ${why}; attempt ${attempts[1]} ran the whole job again and made ${made.join(', ')}.`;
  },

  because({ failed, again, kept, attempts, outcome, errorCode, failedAfterMs, pauseMs }) {
    const after = failedAfterMs === null ? '' : `, ${formatSpan(failedAfterMs)} before the attempt ended`;
    return [
      `${kept.join(', ')} came from attempt ${attempts[0]} (#${failed})${after}`,
      outcome === null
        ? `#${again} says that the attempt before it ended in ${errorCode ?? 'an error'}: one job, run again`
        : `#${failed} ended as ${outcome}${pauseMs === null ? ', and' : `, ${formatSpan(pauseMs)} before`} #${again} ran the same job again`,
    ];
  },

  refute(timeline) {
    for (const effect of duplicatedEffects(timeline)) {
      const attempts = [...groupedBy(effect, 'attempt').keys()].sort((a, b) => a.n - b.n);
      const [first, second] = attempts;
      if (!first || !second || !sameJob(first, second) || first.fields.outcome !== 'done') continue;
      return {
        reason: `attempt ${first.fields.attempt ?? '?'} ended as done, so no failure made the job run again`,
        facts: [first.n],
      };
    }
    return undefined;
  },
};

interface Pair {
  readonly failed: FactOf<'attempt'>;
  readonly again: FactOf<'attempt'>;
  readonly made: readonly Chain[];
}

function failedThenRepeated(timeline: Timeline, effect: Effect): Pair | undefined {
  const groups = [...groupedBy(effect, 'attempt')].sort(([a], [b]) => a.n - b.n);
  for (const [failed, made] of groups) {
    if (!made.every((chain) => wasKnown(chain) && !wasMadeAfter(timeline, failed, chain))) continue;
    const again = groups
      .map(([attempt]) => attempt)
      .find((other) => sameJob(failed, other) && hasFailed(failed, other) && startedAfter(timeline, failed, other));
    if (again) return { failed, again, made };
  }
  return undefined;
}

/** The end of an attempt that died is told by the next one only. */
function hasFailed({ fields }: FactOf<'attempt'>, next: FactOf<'attempt'>): boolean {
  if (fields.outcome !== undefined && fields.outcome !== 'running') {
    return fields.outcome === 'failed' || fields.outcome === 'lost';
  }
  return next.fields.previous_error_code !== undefined && next.fields.attempt === (fields.attempt ?? 0) + 1;
}

/** A call without an answer is another cause: then the attempt failed because nobody knew, not after it was known. */
function wasKnown({ call }: Chain): boolean {
  return call === undefined || call.fields.outcome === 'done' || call.fields.result_id !== undefined;
}

/** Then the failure was not a later step's. */
function wasMadeAfter(timeline: Timeline, failed: FactOf<'attempt'>, { record }: Chain): boolean {
  return failed.fields.finished_at !== undefined && orderOf(timeline, endOf(failed), record) === 'before';
}

/** The attempt as a moment: its end, on the clock that read it. */
function endOf(attempt: FactOf<'attempt'>): FactOf<'attempt'> {
  return { ...attempt, at: attempt.fields.finished_at, clock: clockOf(attempt, 'finished_at') };
}

function sameJob(a: FactOf<'attempt'>, b: FactOf<'attempt'>): boolean {
  return (
    a !== b && a.fields.job_id !== undefined && a.fields.job_id === b.fields.job_id && a.fields.queue === b.fields.queue
  );
}

/** Attempts that overlap are another cause: the job was taken away while it ran. */
function startedAfter(timeline: Timeline, failed: FactOf<'attempt'>, other: FactOf<'attempt'>): boolean {
  const isLater = (other.fields.attempt ?? 0) > (failed.fields.attempt ?? 0);
  const ended = failed.fields.finished_at;
  if (ended === undefined || other.at === undefined) return isLater;
  return isLater && orderOf(timeline, endOf(failed), other) !== 'after';
}

function argsOf(effect: Effect, { failed, again, made }: Pair): PartialCommitRetry {
  const created = made.map(madeAt).filter((at) => at !== undefined);
  const { finished_at: ended, outcome } = failed.fields;
  return {
    queue: failed.fields.queue ?? '?',
    jobId: failed.fields.job_id ?? '?',
    failed: failed.n,
    again: again.n,
    kept: recordNames(made),
    records: recordNames(effect.chains),
    attempts: [failed.fields.attempt ?? 1, again.fields.attempt ?? 2],
    outcome: outcome === 'failed' || outcome === 'lost' ? outcome : null,
    errorCode: failed.fields.error_code ?? again.fields.previous_error_code ?? null,
    failedAfterMs: ended === undefined || created.length === 0 ? null : ended - Math.min(...created),
    pauseMs: ended === undefined || again.at === undefined ? null : again.at - ended,
  };
}

function certaintyOf(timeline: Timeline, { failed, again, made }: Pair): Certainty {
  const stated = made.every((chain) => isStated(chain, 'attempt'));
  // Without the call it is not shown that the attempt knew what it had made.
  const known = made.every(({ call }) => call !== undefined);
  const isOrdered = orderOf(timeline, endOf(failed), again) === 'before';
  return stated && known && isOrdered ? 'shown' : 'consistent';
}
