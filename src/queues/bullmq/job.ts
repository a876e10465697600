// What the hash and the history of one job say together. The hash holds the last start only; the history holds each one,
// as far back as the stream reaches.
import type { Instant } from '../../model/instant.ts';
import type { QueuedJob, QueuedRun } from '../../model/queue.ts';
import { failureCode } from '../../model/queue-failure.ts';
import type { Names } from '../payload/names.ts';
import { guardsOf } from './claims.ts';
import { type JobHistory, lastGeneration } from './history.ts';
import { expiryOf, maxAttemptsOf, removalOf } from './limits.ts';
import { countOf, momentOf, type StoredJob } from './read-job.ts';

export interface JobContext {
  readonly names: Names;
  readonly leaseMs: number | undefined;
  /** The server's own. */
  readonly now: Instant;
  readonly history: JobHistory;
}

export function jobOf(stored: StoredJob, { names, leaseMs, now, history }: JobContext): QueuedJob {
  const { hash, options, queue, id } = stored;
  const isAtLimit = failureCode(hash?.failedReason) === 'stalled-limit';
  // The pick-up that only finds the limit reached counts as a start and runs nothing.
  const counted = Math.max(0, (countOf(hash?.ats) ?? 0) - (isAtLimit ? 1 : 0));
  const earlier = history.runs.length - lastGeneration(history).length;
  const atLeast = Math.max(counted + earlier, history.runs.length);
  const addedAt = history.firstAdded ?? momentOf(hash?.timestamp);
  const isExact = hash?.ats !== undefined || (history.added > 0 && history.runs.length > 0);
  const finishedOn = momentOf(hash?.finishedOn);
  const { state } = stored;
  return {
    ...{ queue, jobId: id, ...names, addedAt, state, leaseMs, stalled: countOf(hash?.stc) },
    runAt: state === 'delayed' ? stored.dueAt : undefined,
    starts: { atLeast, exactness: isExact ? 'exact' : 'inferred' },
    runs: runsOf(stored, atLeast, { history, now, isAtLimit }),
    guards: guardsOf(stored, history),
    maxAttempts: maxAttemptsOf(options),
    removal: removalOf(options),
    expiresAt:
      state === 'done' || state === 'dead'
        ? expiryOf(options, state === 'done' ? 'done' : 'failed', finishedOn)
        : undefined,
    foundBy: stored.foundBy,
    where: hash === undefined ? (history.runs[0]?.where ?? stored.key) : stored.key,
  };
}

interface Telling extends Pick<JobContext, 'history' | 'now'> {
  readonly isAtLimit: boolean;
}

/** Starts that only the counter tells of come first: the stream forgets the oldest. */
function runsOf(stored: StoredJob, atLeast: number, { history, now, isAtLimit }: Telling): readonly QueuedRun[] {
  const { hash, key, lockMs } = stored;
  const missing = atLeast - history.runs.length;
  const untold = Array.from({ length: missing }, (_, i) => blankRun(i + 1, key));
  const told = history.runs.map((run) => ({ ...run, attempt: run.attempt + missing }));
  const ended = asFailed(stored, told, { history, missing, isAtLimit });
  const isRunning = stored.state === 'active' && lockMs !== undefined;
  // A worker that lives renews its lock: without one it may have died, or be too busy to.
  const runs = [...untold, ...ended].map(
    (run, i, all): QueuedRun =>
      run.outcome === 'running' && !(isRunning && i === all.length - 1) ? { ...run, outcome: 'unknown' } : run,
  );
  const last = runs.at(-1);
  if (last === undefined || hash === undefined) return runs;
  const startedAt = isAtLimit ? undefined : momentOf(hash.processedOn);
  const finishedAt = isAtLimit ? undefined : momentOf(hash.finishedOn);
  const outcome = last.outcome === 'unknown' ? outcomeOf(stored, isAtLimit) : last.outcome;
  const own: QueuedRun = {
    ...last,
    startedAt: last.startedAt ?? startedAt,
    exactness: last.startedAt === undefined ? 'last-only' : last.exactness,
    finishedAt: last.finishedAt ?? finishedAt,
    outcome,
    instance: isAtLimit ? undefined : hash.pb,
    leaseUntil: isRunning ? ((now + lockMs) as Instant) : undefined,
  };
  return withReason([...runs.slice(0, -1), own], isAtLimit ? undefined : failureCode(hash.failedReason), history);
}

/**
 * A start after which the job was back in the queue has failed, or its handler put it back (a rate limit, a delay, children to
 * wait for): the history tells both alike. The counter of attempts made counts failures alone: where it covers all, all failed.
 */
function asFailed(
  { hash }: StoredJob,
  runs: readonly QueuedRun[],
  { history, missing, isAtLimit }: Pick<Telling, 'history' | 'isAtLimit'> & { readonly missing: number },
): readonly QueuedRun[] {
  const own = lastGeneration(history);
  const back = new Set(own.filter(({ attempt }) => history.putBack.includes(attempt)).map(({ attempt }) => attempt));
  const otherwise = own.filter(({ attempt, outcome }) => !back.has(attempt) && endings.has(outcome)).length;
  const made = (countOf(hash?.atm) ?? 0) - (isAtLimit ? 1 : 0);
  if (back.size === 0 || made - otherwise - missing < back.size) return runs;
  return runs.map((run): QueuedRun => (back.has(run.attempt - missing) ? { ...run, outcome: 'failed' } : run));
}

const endings: ReadonlySet<QueuedRun['outcome']> = new Set(['done', 'failed']);

/** The hash keeps the reason of the last failure, also when a later start goes well. */
function withReason(runs: readonly QueuedRun[], code: string | undefined, history: JobHistory): readonly QueuedRun[] {
  const own = lastGeneration(history).length;
  const failed = runs.findLastIndex(({ outcome }) => outcome === 'failed');
  // One of a job that was removed, whose reason went with it.
  const isEarlier = history.runs.length > own && failed < runs.length - own;
  return runs.map((run, i) => (i === failed && !isEarlier ? { ...run, errorCode: run.errorCode ?? code } : run));
}

function outcomeOf({ state, hash, lockMs }: StoredJob, isAtLimit: boolean): QueuedRun['outcome'] {
  if (isAtLimit) return 'lost';
  if (state === 'done') return 'done';
  if (state === 'active') return lockMs === undefined ? 'unknown' : 'running';
  return state === 'dead' || hash?.failedReason !== undefined ? 'failed' : 'unknown';
}

function blankRun(attempt: number, where: string): QueuedRun {
  return {
    ...{ attempt, startedAt: undefined, exactness: 'inferred', finishedAt: undefined, outcome: 'unknown' },
    ...{ errorCode: undefined, instance: undefined, leaseUntil: undefined, where: `${where} start ${attempt}` },
  };
}
