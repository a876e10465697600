import type { Instant } from '../../model/instant.ts';
import type { FoundBy, JobState, QueuedJob, QueuedRun } from '../../model/queue.ts';
import { failureCode } from '../../model/queue-failure.ts';
import type { Names } from '../payload/names.ts';
import { momentOf, type Place, type SidekiqEntry } from './entry.ts';

export interface Telling {
  readonly names: Names;
  readonly foundBy: FoundBy;
  readonly leaseMs: number | undefined;
}

const states: Readonly<Record<Place, JobState>> = {
  ...{ work: 'active', queue: 'waiting', retry: 'delayed', schedule: 'delayed', dead: 'dead' },
};
const order: readonly Place[] = ['work', 'queue', 'retry', 'schedule', 'dead'];

/** `entries`: of one jid, at least one. */
export function jobOf(entries: readonly SidekiqEntry[], { names, foundBy, leaseMs }: Telling): QueuedJob | undefined {
  const sorted = entries.toSorted((a, b) => order.indexOf(a.place) - order.indexOf(b.place));
  const [first] = sorted;
  if (first === undefined) return undefined;
  const { told, place, at, work } = first;
  const runs = runsOf(sorted);
  // What was worked on when its process died is not run again.
  const state: JobState = work?.isLost && sorted.every((one) => one.place === 'work') ? 'gone' : states[place];
  return {
    ...{ queue: first.queue, jobId: first.jid, ...names, leaseMs, foundBy, runs, guards: [], state },
    addedAt: momentOf(told.created_at) ?? momentOf(told.enqueued_at),
    runAt: state === 'delayed' ? at : undefined,
    starts: { atLeast: runs.length, exactness: 'inferred' },
    stalled: undefined,
    maxAttempts: attemptsOf(told.retry),
    removal: place === 'dead' ? 'after 180 days among the dead, unless set otherwise' : 'when it is done',
    expiresAt: undefined,
    where: `${first.where} ${first.jid}`,
  };
}

/** `true` is the default of the app, 25 more unless it says otherwise: that is not stored. */
export function attemptsOf(retry: unknown): number | undefined {
  if (retry === false) return 1;
  return typeof retry === 'number' && Number.isSafeInteger(retry) && retry >= 0 ? retry + 1 : undefined;
}

function runsOf(entries: readonly SidekiqEntry[]): QueuedRun[] {
  const counts = entries.map(({ told: { retry_count, retried_at } }) => {
    const counted = Number.isSafeInteger(retry_count) ? Number(retry_count) : -1;
    // Whoever sends it back by hand lowers the count; the moment of a second failure stays.
    return momentOf(retried_at) === undefined ? counted : Math.max(counted, 1);
  });
  const most = Math.max(...counts);
  const newest = entries[counts.indexOf(most)];
  const runs = Array.from({ length: most + 1 }, (_, i) => failedRun(newest, i, most));
  const working = entries.filter(({ work }) => work !== undefined);
  for (const { told, work, where } of working) {
    runs.push({
      ...{
        attempt: runs.length + 1,
        startedAt: startOf(work?.startedAt, momentOf(told.enqueued_at)),
        exactness: 'exact',
        finishedAt: undefined,
      },
      ...{ outcome: work?.isLost ? 'lost' : 'running', errorCode: undefined, instance: work?.process },
      ...{ leaseUntil: undefined, where },
    });
  }
  return runs;
}

/** Kept in whole seconds: that one may have begun before the job was there. */
function startOf(startedAt: Instant | undefined, enqueuedAt: Instant | undefined): Instant | undefined {
  if (startedAt === undefined || enqueuedAt === undefined) return startedAt;
  return enqueuedAt > startedAt && enqueuedAt < startedAt + 1000 ? enqueuedAt : startedAt;
}

/** Of the failures the first and the last have their moments; the error is the last one's. */
function failedRun(entry: SidekiqEntry | undefined, i: number, last: number): QueuedRun {
  const { failed_at, retried_at, error_class, error_message } = entry?.told ?? {};
  const isLast = i === last;
  const finishedAt = i === 0 ? momentOf(failed_at) : isLast ? momentOf(retried_at) : undefined;
  const error = `${String(error_class ?? '')}: ${String(error_message ?? '')}`;
  return {
    ...{ attempt: i + 1, startedAt: undefined, finishedAt, outcome: 'failed' },
    exactness: i === 0 ? 'exact' : isLast ? 'last-only' : 'inferred',
    errorCode: isLast && error_class !== undefined ? failureCode(error) : undefined,
    ...{ instance: undefined, leaseUntil: undefined },
    where: `${entry?.where ?? ''} ${entry?.jid ?? ''} failure ${i + 1}`,
  };
}
