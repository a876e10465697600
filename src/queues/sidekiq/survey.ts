// The rules that jobs of Sidekiq carry with them. https://github.com/sidekiq/sidekiq/wiki/Job-Format, /wiki/Error-Handling,
// /wiki/Ent-Unique-Jobs
import type { QueueSurvey } from '../../model/queue-survey.ts';
import type { SidekiqEntry } from './entry.ts';
import { attemptsOf } from './job.ts';

export function surveysOf(entries: readonly SidekiqEntry[], leaseMs: number | undefined): QueueSurvey[] {
  const queues = [...new Set(entries.map(({ queue }) => queue))].sort();
  return queues.map((queue) =>
    surveyOf(
      queue,
      entries.filter((one) => one.queue === queue),
      leaseMs,
    ),
  );
}

function surveyOf(queue: string, entries: readonly SidekiqEntry[], leaseMs: number | undefined): QueueSurvey {
  const told = entries.map((one) => one.told);
  const attempts = told.flatMap(({ retry }) => attemptsOf(retry) ?? []);
  const isKeyed = told.some(({ unique_for }) => typeof unique_for === 'number');
  const isDefault = told.some(({ retry }) => retry === true);
  return {
    ...{ queue, jobs: new Set(entries.map(({ jid }) => jid)).size, leaseMs, isRenewed: false, isKeyed },
    // A unique job gives its lock back when it starts or succeeds, whichever was chosen.
    ...{ keepsKeyMs: isKeyed ? 0 : undefined, keepsBy: 'unique_until' },
    attempts: attempts.length > 0 ? Math.max(...attempts) : undefined,
    // The pause grows with each failure unless the code says otherwise.
    attemptsAtOnce: undefined,
    forgetsFailedBy: told.some(({ dead, retry }) => dead === false || retry === false)
      ? told.some(({ dead }) => dead === false)
        ? 'dead: false'
        : 'retry: false'
      : undefined,
    longestRunMs: undefined,
    unseen: [
      'Sidekiq keeps no run that has ended',
      ...(isDefault ? ['how often a job with retry: true is repeated stands in the app (25 times unless set)'] : []),
    ],
  };
}
