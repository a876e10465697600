// Jobs whose payload names an event, where no id and no deduplication key led to them: bounded, the newest first.
import { type Asking, listOf, type RedisReader, type Reply, textsOf } from '../../redis/reader.ts';
import { isWanted, type NamePaths, namesIn, parsed, type Wanted } from '../payload/names.ts';
import { globSafe } from '../redis/glob.ts';
import { largestText } from '../redis/pages.ts';
import { timeOf } from './history.ts';
import { noteOthers } from './others.ts';
import type { Places } from './read-job.ts';
import type { Stream } from './stream.ts';

export interface Searched {
  readonly ids: readonly string[];
  /** More jobs are there than were looked at, or more keys of whatever kind. */
  readonly reached: 'jobs' | 'keys' | undefined;
  /** Jobs whose payload is too large to be looked into. */
  readonly large: number;
}

export interface SearchOptions {
  readonly wanted: Wanted;
  /** Deduplication keys that a job of these events could have been given. */
  readonly keys: readonly string[];
  readonly paths: NamePaths;
  readonly limit: number;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

const ended = ['completed', 'failed'] as const;
const later = ['delayed', 'prioritized', 'waiting-children'] as const;
const standing = ['wait', 'active', 'paused'] as const;

/** Ids from the history and from the places where jobs stand, newest first as far as that is known. */
export async function idsIn(
  redis: RedisReader,
  base: string,
  stream: Stream,
  { limit, since, until }: Pick<SearchOptions, 'limit' | 'since' | 'until'>,
): Promise<{ readonly ids: readonly string[]; readonly places: Places; readonly reached: boolean }> {
  // A job ends after it began: what ended before the window did not begin in it.
  const from = since ?? '-inf';
  const found = await redis.askAll([
    ...ended.map(
      (name): Asking => ['ZRANGE', `${base}:${name}`, '+inf', from, 'BYSCORE', 'REV', 'LIMIT', 0, limit + 1],
    ),
    ...standing.map((name): Asking => ['LRANGE', `${base}:${name}`, 0, limit]),
    ...later.map((name): Asking => ['ZRANGE', `${base}:${name}`, 0, limit]),
  ]);
  const isWithin = (at: number) => (since === undefined || at >= since) && (until === undefined || at <= until);
  const told = stream.entries.filter((entry) => isWithin(timeOf(entry)));
  const seen = told.flatMap(({ fields: { jobId } }) => jobId ?? []).toReversed();
  const ids = [...new Set([...seen, ...found.flatMap((reply) => textsOf(reply))])];
  const names = [...ended, ...standing, ...later];
  const places = new Map(names.flatMap((name, i) => textsOf(found[i]).map((id) => [id, name] as const)));
  return { ids: ids.slice(0, limit), places, reached: ids.length > limit };
}

export async function searchPlaces(
  redis: RedisReader,
  base: string,
  stream: Stream,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Searched> {
  // An entry of the history outside the span may belong to a job that stands within it.
  const { ids, reached } = await idsIn(redis, base, stream, { ...options, until: undefined });
  return { ...(await matchingOf(redis, base, ids, options, signal)), reached: reached ? 'jobs' : undefined };
}

/** So far from a job that was found another one of its event is looked for. */
const nearMs = 3_600_000;
const mostNear = 1_000;

/**
 * Other jobs of the same event beside those that an id led to: what ended, was added or stands there within an hour of
 * `moments`, the nearest first.
 */
export async function searchNear(
  redis: RedisReader,
  base: string,
  stream: Stream,
  { moments, ...options }: Pick<SearchOptions, 'wanted' | 'keys' | 'paths'> & { readonly moments: readonly number[] },
  signal: AbortSignal,
): Promise<Searched> {
  const around = moments.flatMap((at) =>
    ended.flatMap((name): Asking[] => [
      ['ZRANGE', `${base}:${name}`, at, at + nearMs, 'BYSCORE', 'LIMIT', 0, mostNear],
      ['ZRANGE', `${base}:${name}`, at, at - nearMs, 'BYSCORE', 'REV', 'LIMIT', 0, mostNear],
    ]),
  );
  const there = [
    ...standing.map((name): Asking => ['LRANGE', `${base}:${name}`, 0, mostNear - 1]),
    ...later.map((name): Asking => ['ZRANGE', `${base}:${name}`, 0, mostNear - 1]),
  ];
  const counts = [
    ...[...ended, ...later].map((name): Asking => ['ZCARD', `${base}:${name}`]),
    ...standing.map((name): Asking => ['LLEN', `${base}:${name}`]),
  ];
  const found = await redis.askAll([...around, ...there]);
  const total = (await redis.askAll(counts)).reduce((sum: number, count) => sum + Number(count), 0);
  const distance = (at: number) => Math.min(...moments.map((moment) => Math.abs(at - moment)));
  const added = stream.entries
    .filter((entry) => entry.fields.event === 'added' && distance(timeOf(entry)) <= nearMs)
    .toSorted((a, b) => distance(timeOf(a)) - distance(timeOf(b)))
    .slice(0, mostNear);
  const ids = [
    ...new Set([...added.flatMap(({ fields: { jobId } }) => jobId ?? []), ...found.flatMap((reply) => textsOf(reply))]),
  ];
  return { ...(await matchingOf(redis, base, ids, options, signal)), reached: total > ids.length ? 'jobs' : undefined };
}

/** Of all that is on the server: it gives out keys by the thousand, whosever they are. */
export const mostKeys = 5_000_000;

/** The last resort: every key under the prefix, as far as the limit goes. */
export async function searchKeys(
  redis: RedisReader,
  base: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Searched> {
  let cursor = '0';
  let [looked, jobs, large] = [0, 0, 0];
  const ids: string[] = [];
  do {
    signal.throwIfAborted();
    const [next, keys] = (await redis.ask(
      ...(['SCAN', cursor, 'MATCH', `${globSafe(base)}:*`, 'COUNT', 1000, 'TYPE', 'hash'] as const),
    )) as readonly [string, readonly Reply[]];
    const found = textsOf(keys).map((key) => key.slice(base.length + 1));
    looked += 1000;
    const own = found.filter((id) => id !== 'meta');
    jobs += own.length;
    const matching = await matchingOf(redis, base, own, options, signal);
    ids.push(...matching.ids);
    large += matching.large;
    cursor = next;
  } while (cursor !== '0' && jobs < options.limit && looked < mostKeys);
  return { ids, large, reached: cursor === '0' ? undefined : jobs < options.limit ? 'keys' : 'jobs' };
}

const batch = 200;

async function matchingOf(
  redis: RedisReader,
  base: string,
  ids: readonly string[],
  { wanted, keys, paths }: Pick<SearchOptions, 'wanted' | 'keys' | 'paths'>,
  signal: AbortSignal,
): Promise<Pick<Searched, 'ids' | 'large'>> {
  const names = [...wanted.eventIds, ...wanted.sourceEventKeys];
  const found: string[] = [];
  let large = 0;
  for (let from = 0; from < ids.length; from += batch) {
    signal.throwIfAborted();
    const part = ids.slice(from, from + batch);
    const types = await redis.askAll(part.map((id): Asking => ['TYPE', `${base}:${id}`]));
    await noteOthers(
      redis,
      part.filter((_, i) => types[i] !== 'hash' && types[i] !== 'none').map((id) => `${base}:${id}`),
    );
    const hashes = part.filter((_, i) => types[i] === 'hash');
    const lengths = await redis.askAll(hashes.map((id): Asking => ['HSTRLEN', `${base}:${id}`, 'data']));
    const small = hashes.filter((_, i) => Number(lengths[i]) <= largestText);
    large += hashes.length - small.length;
    const payloads = await redis.askAll(small.map((id): Asking => ['HMGET', `${base}:${id}`, 'data', 'deid']));
    for (const [i, id] of small.entries()) {
      const [data, key] = listOf(payloads[i]);
      // The text itself says quickly that it cannot be meant: most are not parsed.
      const isMeant = typeof data === 'string' && names.some((one) => data.includes(one));
      const isKeyed = typeof key === 'string' && keys.includes(key);
      if (isKeyed || (isMeant && isWanted(namesIn(parsed(data), paths), wanted))) found.push(id);
    }
  }
  return { ids: found, large };
}
