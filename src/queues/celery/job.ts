// What the messages and the result of one task say together. Celery keeps one result for all starts: a start whose worker
// died writes nothing, and the next one writes over the result of the one before.
import type { Instant } from '../../model/instant.ts';
import { type FoundBy, type JobState, openOutcome, type QueuedJob, type QueuedRun } from '../../model/queue.ts';
import type { Names } from '../payload/names.ts';
import type { Message } from './message.ts';
import type { Result } from './result.ts';

export interface Telling {
  readonly taskId: string;
  /** Where nothing stored names it. */
  readonly queue: string;
  readonly names: Names;
  readonly foundBy: FoundBy;
  /** The visibility timeout as the configuration says: nothing stores it. */
  readonly leaseMs: number | undefined;
  readonly now: Instant;
}

const ended: Readonly<Record<string, JobState>> = { SUCCESS: 'done', FAILURE: 'failed', REVOKED: 'cancelled' };

export function taskOf(messages: readonly Message[], result: Result | undefined, telling: Telling): QueuedJob {
  const { taskId, names, foundBy, leaseMs, now } = telling;
  const newest = messages.toSorted((a, b) => b.retries - a.retries || (b.takenAt ?? 0) - (a.takenAt ?? 0))[0];
  const queue = newest?.queue ?? result?.queue ?? telling.queue;
  const runs = runsOf(newest, result, { leaseMs, now });
  const waits = newest?.eta !== undefined && newest.eta > now ? newest.eta : undefined;
  const [first] = [result?.where, newest?.where].flatMap((one) => one ?? []);
  const left = result?.leftMs;
  return {
    ...{ queue, jobId: taskId, ...names, leaseMs, foundBy, runs, guards: [], addedAt: undefined, runAt: waits },
    state: stateOf(newest, result, waits !== undefined),
    starts: { atLeast: runs.length, exactness: 'inferred' },
    stalled: newest?.isRedelivered ? 1 : undefined,
    ...{ maxAttempts: undefined, removal: undefined },
    expiresAt: left === undefined ? undefined : ((now + left) as Instant),
    where: first ?? taskId,
  };
}

/** A message that is still there outranks the result: the task will be started again, whatever came of the last start. */
function stateOf(message: Message | undefined, result: Result | undefined, isWaiting: boolean): JobState | undefined {
  if (message !== undefined) {
    if (isWaiting) return 'delayed';
    return message.takenAt === undefined ? 'waiting' : 'active';
  }
  if (result?.status === 'RETRY') return 'delayed';
  return result?.status === 'STARTED' ? 'active' : ended[result?.status ?? ''];
}

interface Starting {
  readonly leaseMs: number | undefined;
  readonly now: Instant;
}

function runsOf(message: Message | undefined, result: Result | undefined, starting: Starting): QueuedRun[] {
  const where = result?.where ?? message?.where ?? '';
  const told = result === undefined ? undefined : lastOf(result);
  const generation = generationOf(result, message);
  const current = Math.max(message?.retries ?? 0, told === undefined ? 0 : generation);
  // A task that asked to be run again has ended each time before.
  const runs: Partial<QueuedRun>[] = Array.from({ length: current }, () => ({ outcome: 'failed' }));
  if (told !== undefined && generation < current) runs[generation] = told;
  const own = generation === current ? told : undefined;
  runs.push(...(message === undefined ? (own ? [own] : []) : startsOf(message, own, starting)));
  return runs.map((run, i): QueuedRun => ({ ...blank, where: `${where} start ${i + 1}`, ...run, attempt: i + 1 }));
}

/** How often the task had asked to be run again when it wrote this result. */
function generationOf(result: Result | undefined, message: Message | undefined): number {
  const of = message?.retries ?? 0;
  return result?.retries ?? (result?.status === 'RETRY' ? Math.max(0, of - 1) : of);
}

/** Starts out of one message. A worker takes messages before their turn: taken is not yet started. */
function startsOf(message: Message, own: Partial<QueuedRun> | undefined, { leaseMs, now }: Starting) {
  const { takenAt, eta, isRedelivered } = message;
  const isTaken = takenAt !== undefined && (eta === undefined || eta <= now);
  const claim: Partial<QueuedRun> | undefined = isTaken
    ? {
        receivedAt: takenAt,
        leaseUntil: leaseMs === undefined ? undefined : ((takenAt + leaseMs) as Instant),
        where: message.where,
      }
    : undefined;
  if (own !== undefined && own.outcome !== 'running') {
    // The result is written before the message is settled: until then it is one start and no second one.
    if (claim !== undefined && !isRedelivered) return [{ ...own, ...claim, leaseUntil: undefined }];
    return claim === undefined ? [own] : [own, claim];
  }
  const lost: Partial<QueuedRun> = { outcome: 'lost', where: `${message.where} redelivered` };
  const held = claim && own ? { ...own, ...claim, outcome: openOutcome(claim.leaseUntil, now) } : claim;
  return [...(isRedelivered ? [lost] : []), ...(held ? [held] : own && !isRedelivered ? [own] : [])];
}

const blank: Omit<QueuedRun, 'where'> = {
  ...{ attempt: 0, startedAt: undefined, exactness: 'inferred', finishedAt: undefined, outcome: 'unknown' },
  ...{ errorCode: undefined, instance: undefined, leaseUntil: undefined },
};

/** The start that wrote the result; undefined: none is known to have. */
function lastOf({ status, doneAt, errorCode, worker, where }: Result): Partial<QueuedRun> | undefined {
  const own = { exactness: 'last-only', instance: worker, where } as const;
  if (status === 'SUCCESS') return { ...own, outcome: 'done', finishedAt: doneAt };
  if (status === 'STARTED') return { ...own, outcome: 'running' };
  if (status !== 'FAILURE' && status !== 'RETRY') return undefined;
  // Its process was killed: what it made until then is not known.
  const isLost = errorCode === 'worker-lost';
  return { ...own, outcome: isLost ? 'lost' : 'failed', errorCode, finishedAt: doneAt };
}
