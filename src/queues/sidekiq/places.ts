// Where Sidekiq keeps jobs: what is worked on, the sets of failed, later and dead ones, and the lists of its queues.
import { DedupeError } from '../../errors.ts';
import type { Instant } from '../../model/instant.ts';
import { type RedisReader, textsOf } from '../../redis/reader.ts';
import { parsed } from '../payload/names.ts';
import { type Bound, entriesOf, largestText } from '../redis/pages.ts';
import { entryOf, isEntries, momentOf, type SidekiqEntry } from './entry.ts';

export interface PlacesRead {
  readonly entries: readonly SidekiqEntry[];
  /** Queues that ever held a job. */
  readonly queues: readonly string[];
  readonly processes: number;
  /** In no form that is known here. */
  readonly unread: number;
  readonly large: number;
  /** This account may not read what processes are working on. */
  readonly isWorkRefused: boolean;
}

export interface Reading {
  /** With its colon; empty where there is none. */
  readonly prefix: string;
  /** Undefined: all. */
  readonly queues: readonly string[] | undefined;
  readonly since: Instant | undefined;
}

export async function readPlaces(
  redis: RedisReader,
  { prefix, queues, since }: Reading,
  bound: Bound,
  signal: AbortSignal,
): Promise<PlacesRead> {
  const known = textsOf(await redis.ask('SMEMBERS', `${prefix}queues`)).sort();
  const processes = textsOf(await redis.ask('SMEMBERS', `${prefix}processes`)).sort();
  const work = await workOf(redis, prefix, processes).catch(refusal);
  const entries = [...work.entries];
  let unread = work.unread;
  const add = (entry: SidekiqEntry | undefined) => {
    if (entry) entries.push(entry);
    else unread += 1;
  };
  for (const place of ['retry', 'schedule', 'dead'] as const) {
    const key = `${prefix}${place}`;
    // A dead job began before it died; the other two sets count what is still to come.
    const from = place === 'dead' && since !== undefined ? since / 1000 : undefined;
    for (const { text, score } of await entriesOf(redis, { key, type: 'zset', since: from }, bound, signal))
      add(entryOf(text, { place, at: momentOf(score), work: undefined, where: key, queue: undefined }));
  }
  for (const queue of queues ?? known) {
    const key = `${prefix}queue:${queue}`;
    for (const { text } of await entriesOf(redis, { key, type: 'list' }, bound, signal))
      add(entryOf(text, { place: 'queue', at: undefined, work: undefined, where: key, queue }));
  }
  return {
    entries,
    queues: known,
    processes: processes.length,
    unread,
    large: work.large,
    isWorkRefused: work.isRefused,
  };
}

/** Their keys are named after hosts: an account may see the queues and not them. */
function refusal(error: unknown): Awaited<ReturnType<typeof workOf>> {
  if (!(error instanceof DedupeError) || error.code !== 'DEDUPE_QUEUE_REFUSED') throw error;
  return { entries: [], unread: 0, large: 0, isRefused: true };
}

/** A process says every few seconds what it works on, and that lives this long. */
const livesMs = 60_000;
/** Several times the pause between two reports. */
const silentMs = 30_000;

async function workOf(redis: RedisReader, prefix: string, processes: readonly string[]) {
  const keys = processes.flatMap((process) =>
    // The second name is that of versions below 7.
    ['work', 'workers'].map((name) => ({ process, key: `${prefix}${process}:${name}` })),
  );
  const entries: SidekiqEntry[] = [];
  let [unread, large] = [0, 0];
  const left = await redis.askAll(keys.map(({ key }) => ['PTTL', key]));
  for (const [i, { process, key }] of keys.entries()) {
    const leftMs = Number(left[i]);
    if (leftMs === -2) continue;
    const threads = textsOf(await redis.ask('HKEYS', key));
    const lengths = await redis.askAll(threads.map((thread) => ['HSTRLEN', key, thread]));
    const small = threads.filter((_, n) => Number(lengths[n]) <= largestText);
    large += threads.length - small.length;
    const texts = await redis.askAll(small.map((thread) => ['HGET', key, thread]));
    for (const [n, thread] of small.entries()) {
      const text = texts[n];
      if (typeof text !== 'string') continue;
      const state = parsed(text);
      const { payload, queue, run_at } = isEntries(state) ? state : {};
      const isLost = leftMs > 0 && leftMs < livesMs - silentMs;
      const work = { process, startedAt: momentOf(run_at), isLost };
      const where = `${key} ${thread}`;
      const name = typeof queue === 'string' ? queue : undefined;
      const entry = entryOf(payload, { place: 'work', at: undefined, work, where, queue: name });
      if (entry) entries.push(entry);
      else unread += 1;
    }
  }
  return { entries, unread, large, isRefused: false };
}
