// What Sidekiq does not tell any more, in the words of a gap.
import type { Unseen } from '../../model/queue.ts';

const another = 'whether another job of this event is among them';

export function forgotten(): Unseen {
  return {
    reason:
      'no job names this event now; Sidekiq keeps nothing of a job that is done, and nothing of one whose process was killed',
    wouldSettle: 'whether there was a job, and how often it was started',
    isAbsence: true,
  };
}

/** Said of each job: no count of starts is complete. */
export function putBack(queue: string, jid: string): Unseen {
  return {
    reason: `job ${queue}/${jid} counts its failures alone: a start that a stopping process put back leaves nothing in it`,
    wouldSettle: 'how often it was started: the logs of the workers have start, done and fail of each',
  };
}

export function tooMany(limit: number): Unseen {
  return { reason: `more than ${limit} jobs are there, and no more were looked through`, wouldSettle: another };
}

export function unreadable(count: number): Unseen {
  return { reason: `${count} entries are no jobs in a form that is known here, or too large`, wouldSettle: another };
}

export function workRefused(): Unseen {
  return {
    reason: 'this account may not read what the processes are working on',
    wouldSettle: 'whether a job of this event runs now, or was lost with its process a moment ago',
  };
}

export function nothingHere(prefix: string): Unseen {
  const under = prefix === '' ? '' : ` under ${prefix}`;
  return {
    reason: `nothing of Sidekiq is there${under} that this account can see: no queue ever held a job, and no process runs`,
    wouldSettle: 'how often the job was started',
  };
}
