// Jobs whose payload names an event, where no id and no deduplication key led to them: bounded, the newest first.
import { type Asking, type RedisReader, type Reply, textsOf } from '../../redis/reader.ts';
import { isWanted, type NamePaths, namesIn, parsed, type Wanted } from '../payload/names.ts';
import { globSafe } from '../redis/glob.ts';
import type { Stream } from './stream.ts';

export interface Searched {
  readonly ids: readonly string[];
  /** More jobs are there than were looked at. */
  readonly reached: boolean;
}

export interface SearchOptions {
  readonly wanted: Wanted;
  readonly paths: NamePaths;
  readonly limit: number;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** Ids from the history and from the places where jobs stand. */
export async function searchPlaces(
  redis: RedisReader,
  base: string,
  stream: Stream,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Searched> {
  const { limit, since } = options;
  const from = since ?? '-inf';
  // A job ends after it began: what ended before the window did not begin in it.
  const ended = ['completed', 'failed'].map(
    (name): Asking => ['ZRANGE', `${base}:${name}`, '+inf', from, 'BYSCORE', 'REV', 'LIMIT', 0, limit + 1],
  );
  const standing = ['wait', 'active', 'paused'].map((name): Asking => ['LRANGE', `${base}:${name}`, 0, limit]);
  const waiting = ['delayed', 'prioritized', 'waiting-children'].map(
    (name): Asking => ['ZRANGE', `${base}:${name}`, 0, limit],
  );
  const found = await redis.askAll([...ended, ...standing, ...waiting]);
  const seen = stream.entries.flatMap(({ fields: { jobId } }) => jobId ?? []).toReversed();
  const ids = [...new Set([...seen, ...found.flatMap((reply) => textsOf(reply))])];
  const looked = ids.slice(0, limit);
  const matching = await matchingOf(
    redis,
    looked.map((id) => `${base}:${id}`),
    options,
    signal,
  );
  const own = matching.map((key) => key.slice(base.length + 1));
  return { ids: own, reached: ids.length > limit };
}

/** The last resort: every key under the prefix, as far as the limit goes. */
export async function searchKeys(
  redis: RedisReader,
  base: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Searched> {
  let cursor = '0';
  let looked = 0;
  const ids: string[] = [];
  do {
    signal.throwIfAborted();
    const [next, keys] = (await redis.ask(
      ...(['SCAN', cursor, 'MATCH', `${globSafe(base)}:*`, 'COUNT', 1000, 'TYPE', 'hash'] as const),
    )) as readonly [string, readonly Reply[]];
    const found = textsOf(keys).filter((key) => key !== `${base}:meta`);
    looked += 1000;
    ids.push(...(await matchingOf(redis, found, options, signal)).map((key) => key.slice(base.length + 1)));
    cursor = next;
  } while (cursor !== '0' && looked < options.limit);
  return { ids, reached: cursor !== '0' };
}

const batch = 200;

async function matchingOf(
  redis: RedisReader,
  keys: readonly string[],
  { wanted, paths }: SearchOptions,
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < keys.length; from += batch) {
    signal.throwIfAborted();
    const part = keys.slice(from, from + batch);
    const types = await redis.askAll(part.map((key): Asking => ['TYPE', key]));
    const hashes = part.filter((_, i) => types[i] === 'hash');
    const payloads = await redis.askAll(hashes.map((key): Asking => ['HGET', key, 'data']));
    for (const [i, key] of hashes.entries()) {
      const data = payloads[i];
      // The text itself says quickly that it cannot be meant: most are not parsed.
      const isMeant =
        typeof data === 'string' && [...wanted.eventIds, ...wanted.sourceEventKeys].some((one) => data.includes(one));
      if (isMeant && isWanted(namesIn(parsed(data), paths), wanted)) found.push(key);
    }
  }
  return found;
}
