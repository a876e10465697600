// A scan of queues: the jobs of a span, as far as each queue still has them, read whole and put together.
import { DedupeError } from '../errors.ts';
import type { Queue, QueueAnswer, QueueWindow } from '../model/queue.ts';
import type { Evidence } from '../model/source.ts';
import type { Sweep, SweepQuery, Tell } from '../model/sweep.ts';
import { sweepHeld } from './held.ts';
import { allFailed, evidenceOf, failure, inQueues, partial } from './queue.ts';
import { QueueSystems } from './queue-systems.ts';

/** Jobs of one queue system: they are held while the scan runs, some kilobytes each. */
const mostJobs = 20_000;

/** Throws only when no queue at all could be read. */
export async function sweepQueues(
  queues: ReadonlyMap<string, Queue | DedupeError>,
  { since, until, ...query }: SweepQuery,
  signal: AbortSignal,
  tell: Tell,
): Promise<Sweep> {
  const read: Evidence[] = [];
  const systems = new QueueSystems(queues);
  await systems.learn(AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
  const failures: { name: string; error: unknown }[] = [];
  let done = 0;
  for (const [name, queue] of queues) {
    tell(`jobs of ${name}`, done, queues.size);
    done += 1;
    try {
      read.push(await sweepOne({ name, queue, systems }, { since, until, limit: mostJobs }, signal));
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ name, error });
      read.push({ observations: [], gaps: [failure(name, error)], coverage: [] });
    }
  }
  if (failures.length > 0 && failures.length === queues.size) throw allFailed(failures);
  const observations = read.flatMap((one) => one.observations);
  const coverage = read.flatMap((one) => one.coverage);
  const gaps = read.flatMap((one) => one.gaps);
  return sweepHeld({ observations, gaps, coverage, showsEffects: false, isPartial: signal.aborted }, query);
}

interface Swept {
  readonly name: string;
  readonly queue: Queue | DedupeError;
  readonly systems: QueueSystems;
}

async function sweepOne({ name, queue, systems }: Swept, window: QueueWindow, signal: AbortSignal): Promise<Evidence> {
  if (queue instanceof DedupeError) throw queue;
  if (queue.list === undefined) {
    const reason = 'it cannot be asked for the jobs of a span: dedupe trace asks it about one event';
    return { observations: [], gaps: [partial(name, { reason, wouldSettle: notListed })], coverage: [] };
  }
  const late = AbortSignal.timeout(deadlineMs);
  const answer = await queue.list(window, AbortSignal.any([signal, late]));
  const { found, unseen } = systems.tell([{ name, jobs: answer.jobs }], nobody);
  const evidence = evidenceOf(name, { ...answer, jobs: found[0]?.jobs ?? [] });
  const removed = partial(name, { reason: removedReason, wouldSettle: notListed });
  return {
    ...evidence,
    gaps: [...evidence.gaps, ...unseen.map(inQueues), ...(seesAll(answer, window) ? [] : [removed])],
  };
}

/** One queue system in a scan; the others are read without it. */
const deadlineMs = 120_000;

const nobody = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined };
const notListed = 'which jobs ran twice, and which events became two jobs';
const removedReason =
  'what was removed from it, as most queues do with what is done, is not in this list: a job that is not there may have run, once or twice';

/** A history that reaches over the whole span has the starts of removed jobs too. */
function seesAll({ history, visibility }: QueueAnswer, { since }: QueueWindow): boolean {
  return visibility === 'proved' && history !== undefined && since !== undefined && history.from <= since;
}
