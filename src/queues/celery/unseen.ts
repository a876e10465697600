// What Celery does not tell any more, in the words of a gap.
import type { Unseen } from '../../model/queue.ts';

const another = 'whether another task of this event is among them';

export function forgotten(): Unseen {
  return {
    reason:
      'no task names this event now; one that is done leaves its result alone, for a day unless set otherwise and not at all with ignore_result, ' +
      'and one whose worker died without acks_late leaves nothing',
    wouldSettle: 'whether there was a task, and how often it was started',
    isAbsence: true,
  };
}

/** Said of each task: no count of starts is complete. */
export function oneResult(queue: string, taskId: string): Unseen {
  return {
    reason: `task ${queue}/${taskId} has one result for all its starts, and a message that was handed out again leaves nothing in it`,
    wouldSettle: 'how often it was started: the logs of its workers have each start, and redelivered in delivery_info',
  };
}

export function tooMany(limit: number): Unseen {
  return { reason: `more than ${limit} tasks are there, and no more were looked through`, wouldSettle: another };
}

export function tooLarge(count: number): Unseen {
  return { reason: `${count} messages and results were too large to be looked into`, wouldSettle: another };
}

export function refused(queues: readonly string[]): Unseen {
  return { reason: `this account may not read the queue ${queues.join(', ')}`, wouldSettle: another };
}

export function unreadable(count: number): Unseen {
  return { reason: `${count} messages in the queues are in no form that is known here`, wouldSettle: another };
}

export function bare(count: number): Unseen {
  return {
    reason: `at least ${count} results hold no arguments (result_extended is off), so that their tasks are found by id alone`,
    wouldSettle: 'whether a task that has ended belongs to the event',
  };
}

export function nothingHere(prefix: string): Unseen {
  const under = prefix === '' ? '' : ` under the prefix ${prefix}`;
  return {
    reason: `nothing of Celery is there${under} that this account can see: no queue was ever declared, and no result is kept`,
    wouldSettle: 'how often the task was started',
  };
}
