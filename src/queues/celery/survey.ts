// The rules that tasks of Celery carry with them: few, since most stand in the code of the app.
// https://docs.celeryq.dev/en/stable/getting-started/backends-and-brokers/redis.html#visibility-timeout
import type { Instant } from '../../model/instant.ts';
import type { QueueSurvey } from '../../model/queue-survey.ts';
import type { Message } from './message.ts';

/** What Celery takes where the app sets nothing; no key in Redis tells. */
const usualLeaseMs = 3_600_000;

export function surveysOf(
  messages: readonly Message[],
  queues: readonly string[],
  { leaseMs, now }: { readonly leaseMs: number | undefined; readonly now: Instant },
): QueueSurvey[] {
  const names = [...new Set([...queues, ...messages.map(({ queue }) => queue)])].sort();
  return names.map((queue) => {
    const own = messages.filter((one) => one.queue === queue);
    // A task that waits for its moment in a worker is unsettled like one that runs: the time-out counts for both.
    const held = own.flatMap(({ takenAt, eta }) =>
      takenAt === undefined ? [] : [Math.max(now - takenAt, (eta ?? takenAt) - takenAt)],
    );
    return {
      ...{ queue, jobs: own.length, isRenewed: false, isKeyed: false, keepsKeyMs: undefined, keepsBy: '' },
      leaseMs: leaseMs ?? usualLeaseMs,
      longestRunMs: held.length > 0 ? Math.max(...held) : undefined,
      ...{ attempts: undefined, attemptsAtOnce: undefined, forgetsFailedBy: undefined },
      unseen: [
        'attempts of Celery and the pauses between them stand in the code alone',
        ...(leaseMs === undefined
          ? ['its visibility time-out is taken for 1 h: set lease where the app has another']
          : []),
      ],
    };
  });
}
