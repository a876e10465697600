// Entries of a list or a sorted set, page by page, newest first. Neither tells how large an entry is before it is read:
// the pages are as small as the entries are large, and what is read altogether is bounded.
import { type Asking, type listOf, type RedisReader, textsOf } from '../../redis/reader.ts';

export interface Entry {
  readonly text: string;
  /** Of a sorted set. */
  readonly score: number | undefined;
  readonly key: string;
}

/** What may still be read; shared by all places of one look. */
export interface Bound {
  jobs: number;
  bytes: number;
  /** Something was left unread. */
  reached: boolean;
}

/** A text beyond this, where its length is known before, is not read: it would be read for one id. */
export const largestText = 256 * 1024;

const largestPage = 500;
const pageBytes = 8 * 1024 * 1024;
const mostBytes = 128 * 1024 * 1024;

export function boundOf(jobs: number): Bound {
  return { jobs, bytes: mostBytes, reached: false };
}

/** `since`: of a sorted set, the lowest score; undefined in seconds or whatever the set counts in is all of it. */
export async function entriesOf(
  redis: RedisReader,
  place: { readonly key: string; readonly type: 'list' | 'zset'; readonly since?: number | undefined },
  bound: Bound,
  signal: AbortSignal,
): Promise<Entry[]> {
  const { key, type, since } = place;
  const found: Entry[] = [];
  let size = 20;
  for (let from = 0; ; ) {
    signal.throwIfAborted();
    if (bound.jobs <= 0 || bound.bytes <= 0) {
      const asking: Asking = type === 'list' ? ['LLEN', key] : ['ZCOUNT', key, since ?? '-inf', '+inf'];
      if (Number(await redis.ask(...asking)) > from) bound.reached = true;
      return found;
    }
    const count = Math.min(size, bound.jobs);
    const page =
      type === 'list'
        ? textsOf(await redis.ask('LRANGE', key, from, from + count - 1)).map((text) => ({
            text,
            score: undefined,
            key,
          }))
        : scored(
            await redis.ask(
              ...([
                'ZRANGE',
                key,
                '+inf',
                since ?? '-inf',
                'BYSCORE',
                'REV',
                'LIMIT',
                from,
                count,
                'WITHSCORES',
              ] as const),
            ),
            key,
          );
    found.push(...page);
    if (page.length < count) return found;
    const bytes = page.reduce((sum, { text }) => sum + text.length, 0);
    bound.jobs -= page.length;
    bound.bytes -= bytes;
    from += page.length;
    size = Math.max(1, Math.min(largestPage, Math.floor((pageBytes * page.length) / Math.max(1, bytes))));
  }
}

function scored(reply: Parameters<typeof listOf>[0], key: string): Entry[] {
  const flat = textsOf(reply);
  return Array.from({ length: flat.length >> 1 }, (_, i) => ({
    text: flat[2 * i] ?? '',
    score: Number(flat[2 * i + 1]),
    key,
  }));
}
