// The queues: does each answer, may this account see what is there, and which version is it?
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { QueueSight } from '../model/checkup.ts';
import type { ClockRow, SourceRow } from '../model/doctor-document.ts';
import type { Instant } from '../model/instant.ts';
import type { Queue } from '../model/queue.ts';
import { closeQueues, openQueues } from '../open-queues.ts';
import { clockOf, failed, type Looked, notConfigured, opened, reasonOf } from './looked.ts';

const deadlineMs = 30_000;

/** No job has this id. Asked by an id alone, no queue looks through its jobs. */
const nobody = { eventIds: [], sourceEventKeys: [], since: undefined, until: undefined };
const jobs = [{ queue: undefined, id: 'dedupe-doctor-asks-for-nobody' }];

export async function lookAtQueues({ config, io, clock }: Context): Promise<Looked<readonly QueueSight[]>> {
  if (config.queues.value === undefined)
    return notConfigured('queue', 'queues in the configuration (dedupe explain source-bullmq and the others)');
  const queues = openQueues(config, { env: io.env, now: () => io.now() as Instant });
  try {
    const looks = await Promise.all([...queues].map(([name, queue]) => lookAt(name, queue)));
    const sights = looks.map(({ sight }) => sight);
    const fault = looks.every(({ row }) => row.state === 'failed') ? sights[0]?.fault : undefined;
    return {
      sight: fault === undefined ? { state: 'seen', value: sights } : { state: 'failed', reason: fault },
      rows: looks.map(({ row }) => row),
      clocks: looks.flatMap(({ clocks }) => clocks),
    };
  } finally {
    await closeQueues(queues);
  }

  async function lookAt(name: string, queue: Queue | DedupeError): Promise<QueueLook> {
    if (queue instanceof DedupeError) return fallen(name, '', queue);
    const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
    try {
      const { visibility, unseen } = await queue.find({ ...nobody, jobs }, signal);
      const asked =
        queue.about === undefined
          ? undefined
          : await clockOf(
              `queue ${name}`,
              clock,
              () => about(queue, signal),
              (one) => one?.now,
            );
      const version = asked?.answer?.version;
      const reasons = unseen.filter(({ isAbsence }) => !isAbsence).map(({ reason }) => reason);
      const isVisible = visibility === 'proved';
      const seen = 'what has to be there was read by this account';
      const left = reasons.join('; ');
      const evidence = isVisible ? (left ? `${seen}; not seen: ${left}` : seen) : left;
      return {
        sight: { name, place: queue.place, fault: undefined, visibility },
        row: opened('queue', {
          ...{ name, place: queue.place, visible: isVisible },
          evidence: evidence || 'it answers, and nothing shows that this account sees its jobs',
          versions: version === undefined ? [] : [version],
          unsettled: ['what became of jobs that were removed, beyond the history that the queue keeps'],
        }),
        clocks: asked?.clocks ?? [],
      };
    } catch (error) {
      io.signal.throwIfAborted();
      return fallen(name, queue.place, error);
    }
  }
}

interface QueueLook {
  readonly sight: QueueSight;
  readonly row: SourceRow;
  readonly clocks: readonly ClockRow[];
}

function fallen(name: string, place: string, error: unknown): QueueLook {
  const fault = reasonOf(error);
  return {
    sight: { name, place, fault, visibility: 'unknown' },
    row: failed('queue', place || null, fault, name),
    clocks: [],
  };
}

/** The queue was read a moment ago: an account that may not see its version is no fault of it. */
async function about({ about: ask }: Queue, signal: AbortSignal) {
  try {
    return await ask?.(signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
