// Does a queue forget the key of a job before the last copy of its event can come?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly queue: string;
  readonly by: string;
  readonly keepsMs: number;
  readonly horizonMs: number;
  readonly why: string;
}

export const queueForgetsKeys = defineRule<AuditInput, Args>({
  id: 'queue-forgets-keys',
  title: 'The queue forgets a job before the last copy of its event',
  severity: 'note',
  problem:
    'A queue turns a second job of one id or key away only while it knows the first. When the finished job is removed, or the window of deduplication ends, the next copy of the event is a new job, and its work is done again.',
  fix: [
    'Keep finished jobs, or the window of deduplication, for longer than the longest time after which a copy can come.',
    'Better, claim the event in a store that keeps its claim, with a unique key, and let the queue carry work only.',
  ],
  check({ queues }) {
    return (queues?.surveys ?? []).flatMap(({ queue, isKeyed, keepsKeyMs, keepsBy, location }) => {
      if (!queues || !isKeyed || keepsKeyMs === undefined || keepsKeyMs >= queues.horizon.ms) return [];
      const { ms, why } = queues.horizon;
      return [found(this.id, location, { queue, by: keepsBy, keepsMs: keepsKeyMs, horizonMs: ms, why })];
    });
  },
  say: ({ queue, by, keepsMs, horizonMs, why }) =>
    keepsMs === 0
      ? `Jobs of ${queue} have ids of their own and are removed when they are done (${by}): a copy that comes later, up to ${horizonMs / 1000} s (${why}), is a new job.`
      : `${queue} knows the key of a job for ${keepsMs / 1000} s (${by}), and a copy can come after ${horizonMs / 1000} s (${why}).`,
});
