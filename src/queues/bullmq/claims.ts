// The queue's own memory of what was added: ids of jobs, and deduplication ids, which it forgets by rules of their own.
// https://docs.bullmq.io/guide/jobs/deduplication
import type { Instant } from '../../model/instant.ts';
import type { QueueGuard } from '../../model/queue.ts';
import type { JobHistory } from './history.ts';
import { deduplicationOf, expiryOf } from './limits.ts';
import { momentOf, type StoredJob } from './read-job.ts';

export function guardsOf(stored: StoredJob, history: JobHistory): readonly QueueGuard[] {
  const { guards } = history;
  const isById = history.added > 1 || guards.some(({ key, result }) => result === 'hit' && key === stored.id);
  const byId = isById ? guards.filter(({ result, key }) => result === 'claimed' || key === stored.id) : [];
  const hits = guards.filter(({ result, key }) => result === 'hit' && key !== stored.id);
  const held = byId.map((guard, i) => {
    if (isLastClaim(byId, i)) return { ...guard, expiresAt: heldUntil(stored, guard) };
    return keepsEnded(stored) ? { ...guard, expiresAt: undefined } : guard;
  });
  return [...held, ...claimed(stored, history), ...hits].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

function isLastClaim(guards: readonly QueueGuard[], i: number): boolean {
  return i === guards.findLastIndex(({ result }) => result === 'claimed');
}

/** An id is known as long as its job is there, however long ago that ended. */
function heldUntil({ hash, options, state }: StoredJob, { expiresAt }: QueueGuard): Instant | undefined {
  if (hash === undefined) return expiresAt;
  return expiryOf(options, state === 'done' ? 'done' : 'failed', momentOf(hash.finishedOn));
}

/** Then the id of an earlier job went some time after its end: nothing tells when. */
function keepsEnded({ options: { removeOnComplete: rule } }: StoredJob): boolean {
  return rule === false || (typeof rule === 'number' && rule > 0) || (typeof rule === 'object' && rule !== null);
}

/** With a time to live it ends by the clock, whatever becomes of the job; else with the job. */
function claimed({ hash, options, key }: StoredJob, { guards }: JobHistory): QueueGuard[] {
  const last = guards.findLast(({ result }) => result === 'claimed');
  const at = last?.at ?? momentOf(hash?.timestamp);
  if (hash?.deid === undefined || at === undefined) return [];
  const { ttl, isMoved } = deduplicationOf(options);
  const ended = momentOf(hash.finishedOn);
  const expiresAt = isMoved ? undefined : ttl === undefined ? ended : ((at + ttl) as Instant);
  return [{ at, key: hash.deid, result: 'claimed', attempt: last?.attempt ?? 1, expiresAt, where: `${key} deid` }];
}
