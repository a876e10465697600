// The stream of events of a queue, read in pages. It holds about the newest 10,000 entries of all jobs together.
import type { Instant } from '../../model/instant.ts';
import { listOf, pairsOf, type RedisReader } from '../../redis/reader.ts';
import { type StreamEntry, timeOf } from './history.ts';

export interface Stream {
  readonly key: string;
  readonly entries: readonly StreamEntry[];
  /** From when on every event is there; undefined: no entry at all. */
  readonly from: Instant | undefined;
  readonly isWhole: boolean;
  /** Entries of one job, oldest first. */
  of(jobId: string): readonly StreamEntry[];
}

const page = 1000;
/** The queue's own bound is 10,000 by default; whoever raised it gets this much of it. */
const mostEntries = 100_000;

export async function readStream(
  redis: RedisReader,
  base: string,
  { since, until }: { readonly since: Instant | undefined; readonly until: Instant | undefined },
  signal: AbortSignal,
): Promise<Stream> {
  const key = `${base}:events`;
  const entries: StreamEntry[] = [];
  const first = entriesIn(await redis.ask('XRANGE', key, '-', '+', 'COUNT', 1))[0];
  let from = since === undefined ? '-' : String(since);
  let isWhole = false;
  while (entries.length < mostEntries) {
    signal.throwIfAborted();
    const read = entriesIn(
      await redis.ask('XRANGE', key, from, until === undefined ? '+' : String(until), 'COUNT', page),
    );
    entries.push(...read);
    const last = read.at(-1);
    if (read.length < page || last === undefined) {
      isWhole = true;
      break;
    }
    from = `(${last.id}`;
  }
  const byJob = new Map<string, StreamEntry[]>();
  for (const entry of entries) {
    const { jobId } = entry.fields;
    if (jobId === undefined) continue;
    const own = byJob.get(jobId);
    if (own) own.push(entry);
    else byJob.set(jobId, [entry]);
  }
  return { key, entries, from: first && timeOf(first), isWhole, of: (jobId) => byJob.get(jobId) ?? [] };
}

function entriesIn(reply: Parameters<typeof listOf>[0]): StreamEntry[] {
  return listOf(reply).flatMap((one) => {
    const [id, fields] = listOf(one);
    return typeof id === 'string' ? [{ id, fields: pairsOf(fields) }] : [];
  });
}
