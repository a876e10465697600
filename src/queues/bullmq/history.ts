// The stream of a queue's events as the starts of one job. Each entry's id is its time in milliseconds.
// Shown on BullMQ 5.81.5 and 6.7.0: a stalled job is `waiting` (prev active), `stalled`, `active`; a retry is `delayed` or
// `waiting`, and so is a job whose handler put it back; the pick-up that only finds the stall limit reached is `active` and `failed` with the queue's own words, and runs nothing.
import type { Instant } from '../../model/instant.ts';
import type { QueuedRun, QueueGuard } from '../../model/queue.ts';
import { failureCode } from '../../model/queue-failure.ts';

export interface StreamEntry {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface JobHistory {
  readonly runs: readonly QueuedRun[];
  /** Adds under the job's id, and repeats that the queue turned away. */
  readonly guards: readonly QueueGuard[];
  /** Starts that ended with the job back in the queue: failed and to be tried again, or put back by a handler that did not fail. */
  readonly putBack: readonly number[];
  /** Pick-ups that ran nothing. */
  readonly empty: number;
  /** How often it was added; more than once: an earlier one was removed. */
  readonly added: number;
  readonly firstAdded: Instant | undefined;
  readonly removed: boolean;
}

type Run = { -readonly [K in keyof QueuedRun]: QueuedRun[K] };
type Guard = { -readonly [K in keyof QueueGuard]: QueueGuard[K] };

export function timeOf({ id }: StreamEntry): Instant {
  return Number(id.slice(0, id.indexOf('-'))) as Instant;
}

/** The starts since the last time that the id was added. */
export function lastGeneration({ runs, guards }: JobHistory): readonly QueuedRun[] {
  const from = guards.findLast(({ result }) => result === 'claimed')?.attempt;
  return from === undefined ? runs : runs.filter(({ attempt }) => attempt >= from);
}

/** `entries`: of this job alone, oldest first. `stream`: the key, for the provenance. */
export function historyOf(entries: readonly StreamEntry[], stream: string): JobHistory {
  const runs: Run[] = [];
  const guards: Guard[] = [];
  const putBack: number[] = [];
  let running: Run | undefined;
  let [empty, added] = [0, 0];
  let firstAdded: Instant | undefined;
  let removed = false;
  const end = (at: Instant, outcome: QueuedRun['outcome'], errorCode?: string) => {
    if (running && outcome === 'unknown') putBack.push(running.attempt);
    if (running) Object.assign(running, { finishedAt: at, outcome, errorCode });
    const last = guards.findLast(({ result }) => result === 'claimed');
    if (last && (outcome === 'done' || outcome === 'failed')) last.expiresAt = at;
    running = undefined;
  };
  for (const [i, entry] of entries.entries()) {
    const at = timeOf(entry);
    const { event, prev, failedReason, jobId = '' } = entry.fields;
    const where = `${stream} ${entry.id}`;
    if (event === 'added') {
      added += 1;
      firstAdded ??= at;
      removed = false;
      guards.push({ at, key: jobId, result: 'claimed', attempt: runs.length + 1, expiresAt: undefined, where });
    } else if (event === 'duplicated' || event === 'deduplicated') {
      const key = entry.fields.deduplicationId ?? jobId;
      guards.push({ at, key, result: 'hit', attempt: undefined, expiresAt: undefined, where });
    } else if (event === 'active') {
      // Its end is in no form that is known here.
      if (running) running.outcome = 'unknown';
      running = {
        ...{ attempt: runs.length + 1, startedAt: at, exactness: 'exact', finishedAt: undefined, outcome: 'running' },
        ...{ errorCode: undefined, instance: undefined, leaseUntil: undefined, where },
      };
      runs.push(running);
    } else if (event === 'waiting' && prev === 'active') {
      const isStalled = entries[i + 1]?.fields.event === 'stalled';
      end(at, isStalled ? 'lost' : 'unknown');
    } else if (event === 'delayed' || event === 'waiting-children') end(at, 'unknown');
    else if (event === 'completed') end(at, 'done');
    else if (event === 'failed') {
      const code = failureCode(failedReason);
      if (code === 'stalled-limit' && running && at - (running.startedAt ?? 0) < emptyMs) {
        runs.pop();
        running = undefined;
        empty += 1;
      } else end(at, code === 'stalled-limit' ? 'lost' : 'failed', code);
    } else if (event === 'removed') {
      removed = true;
      const last = guards.findLast(({ result }) => result === 'claimed');
      if (last) last.expiresAt = at;
    }
  }
  return { runs, guards, putBack, empty, added, firstAdded, removed };
}

/** The pick-up that finds the limit reached fails the job at once. */
const emptyMs = 500;
