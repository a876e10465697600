// A queue with one place for all starts of a job tells of the last one, whatever number it has counted for it.
import type { Observation } from '../fact.ts';

type Attempt = Extract<Observation, { kind: 'attempt' }>;

/**
 * Celery says "one start" of a task that was handed out three times, since nothing counts those that died. Where logs have
 * seen more starts of this job, what the queue kept is about the last of them.
 */
export function lastStartsLast(observations: readonly Observation[]): readonly Observation[] {
  const attempts = observations.filter(
    (one): one is Attempt => one.kind === 'attempt' && one.fields.job_id !== undefined,
  );
  const kept = attempts.filter(({ fields }) => fields.exactness === 'last-only');
  if (kept.length === 0) return observations;
  const seen = attempts.filter(({ fields }) => fields.exactness === undefined);
  const numbers = new Map<Observation, number>();
  for (const one of kept) {
    const last = Math.max(...seen.filter((other) => isSameJob(one, other)).map(({ fields }) => fields.attempt ?? 0), 0);
    if (last > (one.fields.attempt ?? last)) numbers.set(one, last);
  }
  return observations.map((one) => {
    const attempt = numbers.get(one);
    return attempt === undefined ? one : ({ ...one, fields: { ...one.fields, attempt } } as Observation);
  });
}

function isSameJob({ fields: a }: Attempt, { fields: b }: Attempt): boolean {
  return a.job_id === b.job_id && (a.queue === undefined || b.queue === undefined || a.queue === b.queue);
}
