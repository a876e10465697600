// Evidence from the targets themselves: the objects that carry the key of an event, whether or not anybody heard of them.
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Found, Target, TargetRecord } from '../model/target.ts';
import { evidenceEntry } from './index.ts';

const { id, wouldSettle } = evidenceEntry('target');

/** One look; whoever traces at three in the morning has other sources as well. */
const deadlineMs = 20_000;
/** An event has a handful of keys; a log that ties hundreds together is not asked about each of them. */
const mostKeys = 20;

/** What could not be seen is a gap and no failure: the other sources answer without it. */
export function targetSource(targets: ReadonlyMap<string, Target | DedupeError>, close: () => Promise<void>): Source {
  const asked = new Set<string>();
  return {
    id,
    wouldSettle,
    describe: () => `targets ${[...targets.keys()].join(', ')}`,
    close,
    afterwards: () => (asked.size === 0 ? [notAsked([...targets.keys()])] : []),
    async collect({ identifiers }, signal) {
      const keys = identifiers.flatMap(({ type, value }) => (type === 'source_event_key' ? [value] : []));
      const fresh = [...new Set(keys)].filter((key) => !asked.has(key));
      const wanted = fresh.slice(0, mostKeys - asked.size);
      for (const key of wanted) asked.add(key);
      const answers = await Promise.all(
        wanted.flatMap((key) => [...targets].map(([name, target]) => answerOf(name, target, key, signal))),
      );
      return {
        observations: answers.flatMap(({ observations }) => observations),
        gaps: [...answers.flatMap(({ gap }) => gap ?? []), ...leftOut(fresh.length - wanted.length)],
        coverage: [],
      };
    },
  };
}

/** Only the app knows under which key it sent. */
function notAsked(names: readonly string[]): Gap {
  const reason = `${names.join(' and ')} was not asked: no source names the key that the app gives it, source_event_key`;
  return { source: id, reason, wouldSettle, kind: 'not-configured' };
}

function leftOut(count: number): Gap[] {
  if (count === 0) return [];
  const reason = `${count} more keys stand in the other sources, and ${mostKeys} at most are asked about`;
  return [{ source: id, reason, wouldSettle, kind: 'partial' }];
}

interface Answered {
  readonly observations: readonly Observation[];
  readonly gap?: Gap;
}

async function answerOf(
  name: string,
  target: Target | DedupeError,
  key: string,
  signal: AbortSignal,
): Promise<Answered> {
  if (target instanceof DedupeError) return unseen(name, target.message);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  try {
    return told(name, await target.find(key, limit));
  } catch (error) {
    signal.throwIfAborted();
    return unseen(name, error instanceof DedupeError ? error.message : 'it did not answer in time');
  }
}

function told(name: string, found: Found): Answered {
  if (found.answer === 'found') return { observations: found.records.map((record) => observationOf(name, record)) };
  if (found.answer === 'cannot-see') return unseen(name, found.reason);
  return { observations: [] };
}

function observationOf(name: string, record: TargetRecord): Observation {
  const fields = {
    target: name,
    record_id: record.id,
    source_event_key: record.key,
    url: record.url,
    at: record.createdAt,
    created_at: record.createdAt,
    created_by: record.createdBy,
    deleted: record.state === 'deleted' ? true : undefined,
  };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { kind: 'record', fields: known, provenance: { source: id, where: `${name} ${record.id}`, clock: name } };
}

function unseen(name: string, reason: string): Answered {
  const gap: Gap = {
    source: id,
    reason: `${name}: ${reason}`,
    wouldSettle: `whether ${name} has an object of this event`,
    kind: 'partial',
  };
  return { observations: [], gap };
}
