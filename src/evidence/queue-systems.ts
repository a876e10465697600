// Which of several configured queue systems a job is of, where two of them have a queue of one name.
import { DedupeError } from '../errors.ts';
import type { Queue, QueuedJob, QueueQuestion, Unseen } from '../model/queue.ts';
import { queueIn, queueOf } from '../model/queue-systems.ts';

export interface Found {
  readonly name: string;
  readonly jobs: readonly QueuedJob[];
}

export class QueueSystems {
  readonly #queues: ReadonlyMap<string, Queue | DedupeError>;
  /** By the name of a queue: the places that have it. */
  readonly #places = new Map<string, Set<string>>();
  /** Named with their system by whoever asks. */
  readonly #named = new Set<string>();
  readonly #events = new Set<string>();
  /** Of which it was said that others have it too. */
  readonly #said = new Set<string>();
  #learnt: Promise<unknown> | undefined;

  constructor(queues: ReadonlyMap<string, Queue | DedupeError>) {
    this.#queues = queues;
  }

  /** One that cannot say which queues it has is known by the jobs that are found in it. */
  learn(signal: AbortSignal): Promise<unknown> {
    const all = this.#queues.size < 2 ? [] : [...this.#queues];
    this.#learnt ??= Promise.all(
      all.map(async ([name, queue]) => {
        if (queue instanceof DedupeError || queue.names === undefined) return;
        const names = await queue.names(signal).catch(() => undefined);
        for (const one of names ?? []) this.#hear(name, one);
      }),
    );
    return this.#learnt;
  }

  /** What this system is to be asked: a queue that names a system is asked of that one by its own name. */
  questionFor(name: string, question: QueueQuestion): QueueQuestion {
    const jobs = question.jobs.flatMap(({ queue, id }) => {
      const own = queue === undefined ? undefined : queueOf(name, queue);
      if (own !== undefined) this.#named.add(own);
      return own === undefined
        ? [{ queue, id }]
        : [
            { queue, id },
            { queue: own, id },
          ];
    });
    return { ...question, jobs };
  }

  /** The jobs under the names by which they are told apart, without those that only share the name of the one that was meant. */
  tell(found: readonly Found[], question: QueueQuestion): { found: Found[]; unseen: Unseen[] } {
    for (const { name, jobs } of found) for (const { queue } of jobs) this.#hear(name, queue);
    for (const one of [...question.eventIds, ...question.sourceEventKeys]) this.#events.add(one);
    const isOpen = new Map<string, string[]>();
    const told = found.map(({ name, jobs }) => ({
      name,
      jobs: jobs.flatMap((job): QueuedJob[] => {
        const queue = this.shown(name, job.queue);
        const isNamed = question.jobs.some((one) => one.id === job.jobId && one.queue === queue);
        if (queue === job.queue || job.foundBy !== 'id' || isNamed) return [{ ...job, queue }];
        if (!question.jobs.some((one) => one.id === job.jobId && one.queue === job.queue)) return [{ ...job, queue }];
        if (this.#isAsked(job)) return [{ ...job, queue }];
        const rivals = found.flatMap((one) => one.jobs.filter((other) => isNamesake(job, other)));
        // Only a person who asks by the job alone may mean one of an event that nobody named.
        if (this.#events.size === 0 && rivals.length === 1) return [{ ...job, queue }];
        if (rivals.some((one) => this.#isAsked(one))) return [];
        const key = `${job.queue}/${job.jobId}`;
        isOpen.set(key, [...(isOpen.get(key) ?? []), `job:${queue}/${job.jobId}`]);
        return [];
      }),
    }));
    const shared = found.flatMap(({ name, jobs }) =>
      jobs.flatMap(({ queue }) => (this.shown(name, queue) === queue || this.#said.has(queue) ? [] : [queue])),
    );
    const untied = [...new Set(shared)].flatMap((queue) => this.#untied(queue));
    return { found: told, unseen: [...[...isOpen].map(([key, refs]) => manyHave(key, refs)), ...untied] };
  }

  #untied(queue: string): Unseen[] {
    this.#said.add(queue);
    const places = this.#places.get(queue);
    const names = [...this.#queues.keys()].filter((one) => places?.has(this.#placeOf(one)) && this.#known(one) === one);
    if (names.length < 2) return [];
    return [
      {
        reason: `${names.join(' and ')} each have a queue ${queue}: a line that names it and a job, and no event, is tied to neither`,
        wouldSettle: 'what else was logged of these jobs',
      },
    ];
  }

  shown(name: string, queue: string): string {
    const isShared = (this.#places.get(queue)?.size ?? 0) > 1 || this.#named.has(queue);
    return isShared ? queueIn(this.#known(name), queue) : queue;
  }

  /** One place that is listed twice is one system, under its first name. */
  #known(name: string): string {
    const place = this.#placeOf(name);
    return [...this.#queues.keys()].find((one) => this.#placeOf(one) === place) ?? name;
  }

  #placeOf(name: string): string {
    const queue = this.#queues.get(name);
    return queue === undefined || queue instanceof DedupeError ? `unopened ${name}` : queue.place;
  }

  #hear(name: string, queue: string): void {
    const places = this.#places.get(queue) ?? new Set();
    this.#places.set(queue, places.add(this.#placeOf(name)));
  }

  #isAsked({ eventId, sourceEventKey }: QueuedJob): boolean {
    return [eventId, sourceEventKey].some((one) => one !== undefined && this.#events.has(one));
  }
}

function isNamesake(one: QueuedJob, other: QueuedJob): boolean {
  return one.queue === other.queue && one.jobId === other.jobId;
}

function manyHave(job: string, refs: readonly string[]): Unseen {
  return {
    reason: `several of the configured queues have a queue of the name in ${job}, and nothing says which is meant: ${refs.join(' or ')}`,
    wouldSettle: 'which job was meant, and how often it was started',
  };
}
