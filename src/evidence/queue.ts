// Evidence from queues: what each still knows of a job, as facts, and what it has forgotten, as gaps.
import { DedupeError } from '../errors.ts';
import type { Queue, QueueAnswer, QueueQuestion, Unseen } from '../model/queue.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import type { Identifier } from '../model/timeline/identifiers.ts';
import { evidenceEntry } from './index.ts';
import { nameOf } from './names-followed.ts';
import { factsOfJob } from './queue-facts.ts';
import { QueueSystems } from './queue-systems.ts';

const { id, wouldSettle } = evidenceEntry('queue');

/** One look at one queue; the other sources answer without it. */
const deadlineMs = 30_000;

/** Throws only when no queue at all could be read; one that could not is a gap beside the others. */
export function queueSource(queues: ReadonlyMap<string, Queue | DedupeError>, close: () => Promise<void>): Source {
  const systems = new QueueSystems(queues);
  const known = new Set<string>();
  const unreadable = new Set<string>();
  const found = new Set<string>();
  const absences = new Map<string, Gap[]>();

  /** A round before the first find may have asked by a name that is no name of an event: its emptiness is told at the end or never. */
  function heldBack(name: string, { jobs, unseen, ...rest }: QueueAnswer): QueueAnswer {
    if (jobs.length > 0) found.add(name);
    if (found.has(name)) return { jobs, unseen, ...rest };
    const early = unseen.filter(({ isAbsence }) => isAbsence).map((one) => partial(name, one));
    absences.set(name, [...(absences.get(name) ?? []), ...early]);
    return { jobs, unseen: unseen.filter(({ isAbsence }) => !isAbsence), ...rest };
  }

  async function answerOf(name: string, queue: Queue | DedupeError, question: QueueQuestion, signal: AbortSignal) {
    if (queue instanceof DedupeError) throw queue;
    const late = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    return { name, answer: heldBack(name, await queue.find(systems.questionFor(name, question), late)) };
  }

  async function collect(query: Query, signal: AbortSignal): Promise<Evidence> {
    const wanted = query.identifiers.filter((one) => !known.has(nameOf(one)) && known.add(nameOf(one)));
    const question = questionOf(wanted, query);
    if (question === undefined) return nothing;
    const asked = [...queues].filter(([name]) => !unreadable.has(name));
    const learning = systems.learn(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
    const answers = await Promise.allSettled(asked.map(([name, queue]) => answerOf(name, queue, question, signal)));
    await learning;
    signal.throwIfAborted();
    const failed = answers.flatMap((answer, i) => {
      const name = asked[i]?.[0] ?? '';
      return answer.status === 'rejected' ? [{ name, error: answer.reason as unknown }] : [];
    });
    for (const { name } of failed) unreadable.add(name);
    if (failed.length > 0 && unreadable.size === queues.size) throw allFailed(failed);
    const read = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const { found: named, unseen } = systems.tell(
      read.map(({ name, answer: { jobs } }) => ({ name, jobs })),
      question,
    );
    const told = read.map(({ name, answer }, i) => evidenceOf(name, { ...answer, jobs: named[i]?.jobs ?? [] }));
    const observations = told.flatMap((one) => one.observations);
    return {
      observations,
      gaps: [
        ...told.flatMap(({ gaps }) => gaps),
        ...unseen.map(inQueues),
        ...failed.map(({ name, error }) => failure(name, error)),
      ],
      coverage: told.flatMap(({ coverage }) => coverage),
    };
  }

  return {
    id,
    wouldSettle,
    describe: () =>
      [...queues].map(([name, queue]) => (queue instanceof DedupeError ? name : `${name} (${queue.place})`)).join(', '),
    close,
    collect,
    async sweep(query, signal, tell) {
      const { sweepQueues } = await import('./queue-sweep.ts');
      return sweepQueues(queues, query, signal, tell);
    },
    afterwards: () => [...absences].flatMap(([name, gaps]) => (found.has(name) ? [] : gaps)),
  };
}

const nothing: Evidence = { observations: [], gaps: [], coverage: [] };

export function evidenceOf(name: string, { jobs, unseen, visibility, history }: QueueAnswer): Evidence {
  const gaps = unseen.map((one) => partial(name, one));
  if (visibility === 'unknown' && jobs.length === 0) gaps.push(blind(name));
  const coverage: Coverage[] =
    history && visibility === 'proved' ? [{ source: id, sees: ['attempt'], from: history.from, to: history.to }] : [];
  return { observations: jobs.flatMap((job) => factsOfJob(name, job)), gaps, coverage };
}

export function partial(name: string, { reason, wouldSettle: would }: Unseen): Gap {
  return { source: id, reason: `${name}: ${reason}`, wouldSettle: would, kind: 'partial' };
}

/** Of no single one. */
export function inQueues({ reason, wouldSettle: would }: Unseen): Gap {
  return { source: id, reason, wouldSettle: would, kind: 'partial' };
}

function blind(name: string): Gap {
  const reason = `${name}: nothing was found, and nothing shows that this account sees what is there`;
  return { source: id, reason, wouldSettle, kind: 'partial' };
}

export function failure(name: string, error: unknown): Gap {
  const message = error instanceof DedupeError ? `${error.message} (${error.code})` : 'it did not answer in time';
  return { source: id, reason: `${name}: ${message}`, wouldSettle, kind: 'failed' };
}

/** No queue could be read: which ones, by the names of the configuration. What is none of our own errors is thrown as it is. */
export function allFailed(failed: readonly { readonly name: string; readonly error: unknown }[]): unknown {
  const known = failed.flatMap(({ name, error }) => (error instanceof DedupeError ? [{ name, error }] : []));
  const [first] = known;
  if (first === undefined) return failed[0]?.error;
  const isNamed = (name: string, { message }: DedupeError) => message.startsWith(`queue ${name} `);
  const message = known
    .map(({ name, error }) => (isNamed(name, error) ? error.message : `${name}: ${error.message}`))
    .join('; ');
  return new DedupeError(first.error.code, message, { hint: first.error.hint, cause: first.error });
}

/** Undefined: nothing in it is a name that a queue could know. */
export function questionOf(
  identifiers: readonly Identifier[],
  { since, until }: Pick<Query, 'since' | 'until'>,
): QueueQuestion | undefined {
  const values = (type: Identifier['type']) => identifiers.filter((one) => one.type === type).map(({ value }) => value);
  const question = {
    eventIds: values('event_id'),
    sourceEventKeys: values('source_event_key'),
    jobs: values('job').map(jobOf),
  };
  return Object.values(question).every((names) => names.length === 0) ? undefined : { ...question, since, until };
}

/** A queue's name may hold a slash, an id may not. */
function jobOf(value: string): { queue: string; id: string } {
  const at = value.lastIndexOf('/');
  return { queue: value.slice(0, at), id: value.slice(at + 1) };
}
