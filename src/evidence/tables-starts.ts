// A row that counts its starts was begun as often as it says: the earlier ones are known to have been, and no more.
import type { Observation } from '../model/fact.ts';

type Attempt = Extract<Observation, { kind: 'attempt' }>;

/** More than any queue repeats: a larger number counts something else. */
const mostStarts = 100;

/** What an earlier start shares with the row that counts it. */
const shared = [
  'provider',
  'workspace_id',
  'app_id',
  'event_id',
  'source_event_key',
  'subject',
  'queue',
  'job_id',
] as const;

/**
 * Adds the starts that have no row of their own, without a time and as `inferred`, and how many there were at least to the job.
 * Rows that stand for one start each add nothing.
 */
export function withEarlierStarts(observations: readonly Observation[]): readonly Observation[] {
  const byJob = new Map<string, Attempt[]>();
  for (const one of observations) {
    if (one.kind !== 'attempt' || one.fields.job_id === undefined || one.fields.attempt === undefined) continue;
    const job = jobOf(one.fields);
    byJob.set(job, [...(byJob.get(job) ?? []), one]);
  }
  const counted = new Map<string, number>();
  const earlier: Observation[] = [];
  for (const [job, attempts] of byJob) {
    const numbers = new Set(attempts.map(({ fields }) => fields.attempt));
    const last = attempts.reduce((a, b) => ((b.fields.attempt ?? 0) > (a.fields.attempt ?? 0) ? b : a));
    const count = last.fields.attempt ?? 0;
    const missing = Array.from({ length: Math.min(count, mostStarts) }, (_, i) => i + 1).filter((n) => !numbers.has(n));
    if (missing.length === 0 || count > mostStarts) continue;
    counted.set(job, count);
    earlier.push(...missing.map((attempt) => startOf(last, attempt)));
  }
  if (earlier.length === 0) return observations;
  const told = observations.map((one): Observation => {
    const starts = one.kind === 'job' ? counted.get(jobOf(one.fields)) : undefined;
    if (one.kind !== 'job' || starts === undefined) return one;
    return { ...one, fields: { ...one.fields, attempts_started: starts, attempts_exactness: 'last-only' } };
  });
  return [...told, ...earlier];
}

function startOf({ fields, provenance }: Attempt, attempt: number): Observation {
  const own = Object.fromEntries(shared.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
  return {
    kind: 'attempt',
    fields: { ...own, attempt, exactness: 'inferred' },
    provenance: { ...provenance, where: `${provenance.where} start ${attempt}` },
  };
}

function jobOf({
  queue,
  job_id,
}: {
  readonly queue?: string | undefined;
  readonly job_id?: string | undefined;
}): string {
  return `${queue ?? ''}\n${job_id ?? ''}`;
}
