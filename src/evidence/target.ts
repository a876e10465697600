// Evidence from the targets themselves: the objects that carry the key of an event, whether or not anybody heard of them.
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Found, Target, TargetRecord } from '../model/target.ts';
import { evidenceEntry } from './index.ts';

const { id, wouldSettle } = evidenceEntry('target');

/** One look; whoever traces at three in the morning has other sources as well. */
const deadlineMs = 20_000;
/** An event has a handful of keys; a log that ties hundreds together is not asked about each of them. */
const mostKeys = 20;

/** Two clocks that are kept by NTP differ by milliseconds; a machine that lost its time server by a second or two. */
const skewMs = 5_000;

/** An index that has nothing, or not yet: what else there is to ask is asked when the time of the event is known. */
interface Unproven {
  readonly name: string;
  readonly target: Target;
  readonly key: string;
}

/** What could not be seen is a gap and no failure: the other sources answer without it. */
export function targetSource(targets: ReadonlyMap<string, Target | DedupeError>, close: () => Promise<void>): Source {
  const asked = new Set<string>();
  const unproven: Unproven[] = [];
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
      unproven.push(...answers.flatMap(({ unproven }) => unproven ?? []));
      return {
        observations: answers.flatMap(({ observations }) => observations),
        gaps: [...answers.flatMap(({ gap }) => gap ?? []), ...leftOut(fresh.length - wanted.length)],
        coverage: [],
      };
    },
    async about(found, signal) {
      const since = earliestIn(found);
      const answers = await Promise.all(unproven.map((one) => listedSince(one, since, signal)));
      return {
        observations: answers.flatMap(({ observations }) => observations),
        gaps: answers.flatMap(({ gap }) => gap ?? []),
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
  readonly unproven?: Unproven;
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
    const found = await target.find(key, limit);
    if (found.answer === 'none' && found.store === 'index')
      return { observations: [], unproven: { name, target, key } };
    return told(name, found);
  } catch (error) {
    signal.throwIfAborted();
    return unseen(name, error instanceof DedupeError ? error.message : 'it did not answer in time');
  }
}

/** By the list of what was made since then, where the target has one that is no index. */
async function listedSince(
  { name, target, key }: Unproven,
  since: Instant | undefined,
  signal: AbortSignal,
): Promise<Answered> {
  const lags = 'its index has no object with the key, and may lag behind';
  if (!target.abilities.listsByTime || since === undefined) return unseen(name, lags);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  try {
    const listed = await target.findWindow((since - skewMs) as Instant, (Date.now() + skewMs) as Instant, key, limit);
    if (listed.answer === 'cannot-see')
      return unseen(name, `${lags}; the list by time shows nothing: ${listed.reason}`);
    if (listed.answer === 'none' && listed.store === 'index') return unseen(name, lags);
    return told(name, listed);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof DedupeError ? error.message : 'it did not answer in time';
    return unseen(name, `${lags}; the list by time was not read: ${reason}`);
  }
}

/** When the first thing was seen: no object of the event is older. */
function earliestIn(found: readonly Observation[]): Instant | undefined {
  return found
    .flatMap(({ fields }) => parseInstant(fields.at) ?? [])
    .reduce<Instant | undefined>((first, at) => (first === undefined || at < first ? at : first), undefined);
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
