// Work that was begun or enqueued and whose end nobody saw: it may still make something.
import type { FactOf } from '../fact.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';
import { isLedgers } from './waiting.ts';

/**
 * Begun and not heard of again. Where no end of any run was logged, a run that made its object says enough: only one that
 * made nothing may still make it. What came to nothing altogether is a loss, and no doubt.
 */
export function unfinishedRuns(timeline: Timeline): FactOf<'run'>[] {
  if (timeline.effects.length === 0) return [];
  const ends = ({ fields }: FactOf<'run'>) => fields.finished_at !== undefined || fields.outcome !== undefined;
  const made = new Set(timeline.effects.flatMap(({ chains }) => chains.map(({ run }) => run?.n)));
  const runs = ofKind(timeline, 'run');
  return runs.filter((run) => !ends(run) && (runs.some(ends) || !made.has(run.n)));
}

/** Enqueued, and no execution of it was seen, nor an object that it made: it can still run. */
export function untakenJobs(timeline: Timeline): FactOf<'job'>[] {
  const nameOf = ({ job_id, queue }: { job_id?: string | undefined; queue?: string | undefined }) => [job_id, queue];
  const taken = [
    ...ofKind(timeline, 'attempt').map(({ fields }) => nameOf(fields)),
    ...timeline.effects.flatMap(({ chains }) => chains.map(({ job, record }) => nameOf((job ?? record).fields))),
  ];
  return ofKind(timeline, 'job').filter(({ fields }) => {
    const isSame = ([id, queue]: ReturnType<typeof nameOf>) =>
      id === fields.job_id && (queue === undefined || fields.queue === undefined || queue === fields.queue);
    return fields.job_id !== undefined && !taken.some(isSame);
  });
}

/** The newest attempt of each job, where it left something behind or is still under way: the job can run again. */
export function unfinishedAttempts(timeline: Timeline): FactOf<'attempt'>[] {
  const ordered = ofKind(timeline, 'attempt').toSorted((a, b) => (a.fields.attempt ?? 0) - (b.fields.attempt ?? 0));
  const newest = new Map(ordered.map((attempt) => [`${attempt.fields.queue}/${attempt.fields.job_id}`, attempt]));
  return [...newest.values()].filter((attempt) => {
    const { outcome, settle_outcome } = attempt.fields;
    if (isLedgers(timeline, attempt)) return false;
    if (outcome === 'done' || settle_outcome === 'done') return false;
    return outcome !== 'failed' || timeline.effects.length > 0;
  });
}
