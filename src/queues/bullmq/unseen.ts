// What BullMQ does not tell any more, in the words of a gap.
import { type Instant, toIso } from '../../model/instant.ts';
import type { QueueAnswer, QueuedJob, QueueQuestion, Unseen } from '../../model/queue.ts';
import type { Stream } from './stream.ts';

/** A queue that was opened once has a `meta`: without it the name, the prefix or the account is another. */
export function unnamed(queue: string, prefix: string): QueueAnswer {
  return unknown(`there is no queue ${queue} under the prefix ${prefix} that this account can see`);
}

export const unreadable: QueueAnswer = { jobs: [], visibility: 'unknown', unseen: [], history: undefined };

export function refused(queues: readonly string[]): Unseen[] {
  const [first, ...others] = queues;
  if (first === undefined) return [];
  return [
    {
      reason: `this account may not read the queue${others.length > 0 ? 's' : ''} ${listed(queues)}`,
      wouldSettle: 'how often the job was started',
    },
  ];
}

function unknown(reason: string): QueueAnswer {
  return {
    jobs: [],
    visibility: 'unknown',
    unseen: [{ reason, wouldSettle: 'how often the job was started' }],
    history: undefined,
  };
}

const named = 5;

function listed(queues: readonly string[]): string {
  const more = queues.length > named ? ` and ${queues.length - named} more queues` : '';
  return `${queues.slice(0, named).join(', ')}${more}`;
}

export function removed(queue: string, id: string): Unseen {
  return {
    reason: `job ${queue}/${id} was removed; only its events are left`,
    wouldSettle: 'what it was given, how often it failed and with what',
  };
}

export function tooMany(queue: string, reason: string): Unseen {
  return { reason: `${queue}: ${reason}`, wouldSettle: 'whether another job of this event is among the others' };
}

/** Said where an id led to a job, and the queue holds more than was looked through around it. */
export function tooFar(queue: string): Unseen {
  return {
    reason: `${queue}: the job was found by its id; for another one of this event only the nearest jobs within an hour of it were looked through`,
    wouldSettle: 'whether another job of this event is among the others',
  };
}

export function tooLarge(queue: string, count: number): Unseen {
  return tooMany(queue, `${count} jobs have a payload that is too large to be looked into`);
}

/** A job that is not there may have been there. */
export function forgotten(queue: string, { from }: Stream): Unseen {
  const reach = from === undefined ? 'keeps no history' : `its history begins at ${toIso(from)}`;
  return {
    reason: `${queue} has no job that names this event now; a job that was removed leaves its events alone, and ${reach}`,
    wouldSettle: 'whether there was a job, and how often it was started',
    isAbsence: true,
  };
}

/** The same of several queues at once. `from`: where the history of each begins; undefined: it keeps none, or not all was read. */
export function forgottenIn(queues: readonly { readonly queue: string; readonly from: Instant | undefined }[]): Unseen {
  const starts = queues.flatMap(({ from }) => from ?? []);
  const reach =
    starts.length < queues.length
      ? 'not all of them keep a history that could be read'
      : `the shortest of their histories begins at ${toIso(Math.max(...starts) as Instant)}`;
  return {
    reason: `${listed(queues.map(({ queue }) => queue))} have no job that names this event now; a job that was removed leaves its events alone, and ${reach}`,
    wouldSettle: 'whether there was a job in one of them, and how often it was started',
    isAbsence: true,
  };
}

export function isKnown(jobs: readonly QueuedJob[], question: QueueQuestion, queue: string): boolean {
  const isHere = question.jobs.some((job) => job.queue === undefined || job.queue === queue);
  const isAsked = isHere || question.eventIds.length + question.sourceEventKeys.length > 0;
  return jobs.length > 0 || !isAsked;
}
