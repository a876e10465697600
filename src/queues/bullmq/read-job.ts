// The keys of one job, in one round trip: the hash without what it may hold of the app, its place, its lock.
import type { Instant } from '../../model/instant.ts';
import type { FoundBy, JobState } from '../../model/queue.ts';
import type { Asking, RedisReader, Reply } from '../../redis/reader.ts';
import { listOf } from '../../redis/reader.ts';
import { parsed } from '../payload/names.ts';
import type { Options } from './limits.ts';
import { noteOthers } from './others.ts';

/** A payload beyond this is not looked into: it would be read for one id. */
const largestPayload = 2 * 1024 * 1024;

const fields = [
  'timestamp',
  'delay',
  'processedOn',
  'finishedOn',
  'ats',
  'atm',
  'stc',
  'failedReason',
  'pb',
  'opts',
  'deid',
] as const;

export interface StoredJob {
  readonly key: string;
  readonly id: string;
  readonly queue: string;
  readonly foundBy: FoundBy;
  /** Undefined: the hash is gone. */
  readonly hash: Readonly<Partial<Record<(typeof fields)[number], string>>> | undefined;
  readonly options: Options;
  /** Undefined: there is none, or it is too large to be looked into. */
  readonly payload: unknown;
  readonly isLarge: boolean;
  readonly state: JobState | undefined;
  /** Of one that waits for its time. */
  readonly dueAt: Instant | undefined;
  /** Milliseconds that the lock has left; undefined: no lock. */
  readonly lockMs: number | undefined;
}

/** Where each job stands, where that was read for all of them together. */
export type Places = ReadonlyMap<string, string>;

const sets = ['completed', 'failed', 'delayed', 'prioritized', 'waiting-children'];
const lists = ['active', 'wait', 'paused'];

export async function readJob(
  redis: RedisReader,
  base: string,
  {
    queue,
    id,
    foundBy,
    places,
  }: Pick<StoredJob, 'queue' | 'id' | 'foundBy'> & { readonly places?: Places | undefined },
): Promise<StoredJob> {
  const key = `${base}:${id}`;
  const askings: Asking[] = [
    ['TYPE', key],
    ['HMGET', key, ...fields],
    ['HSTRLEN', key, 'data'],
    ['PTTL', `${key}:lock`],
    // A place in a list is counted from its head: for one job, not for thousands.
    ['ZSCORE', `${base}:delayed`, id],
    ...(places ? [] : sets.map((name): Asking => ['ZSCORE', `${base}:${name}`, id])),
    ...(places ? [] : lists.map((name): Asking => ['LPOS', `${base}:${name}`, id, 'MAXLEN', mostLooked])),
  ];
  const about = { key, id, queue, foundBy };
  // An id may be the name of another key of the queue: `wait` is a list and no job.
  const type = await redis.ask('TYPE', key);
  if (type !== 'hash' || id === 'meta') {
    if (type !== 'none' && !own.has(id)) await noteOthers(redis, [key]);
    return {
      ...about,
      hash: undefined,
      options: {},
      payload: undefined,
      isLarge: false,
      state: 'gone',
      dueAt: undefined,
      lockMs: undefined,
    };
  }
  const [, values, length, lock, due, ...found] = await redis.askAll(askings);
  const told = listOf(values);
  const hash = Object.fromEntries(
    fields.flatMap((name, i) => (typeof told[i] === 'string' ? [[name, told[i]]] : [])),
  ) as NonNullable<StoredJob['hash']>;
  const isLarge = Number(length) > largestPayload;
  const data = isLarge ? undefined : await redis.ask('HGET', key, 'data');
  const isThere = (_: string, i: number) => found[i] !== null && found[i] !== undefined;
  const place = places ? places.get(id) : [...sets, ...lists].find(isThere);
  return {
    ...about,
    hash,
    options: (parsed(hash.opts) ?? {}) as Options,
    payload: typeof data === 'string' ? parsed(data) : undefined,
    isLarge,
    state: place === undefined ? undefined : states[place],
    dueAt: dueAt(due),
    lockMs: typeof lock === 'number' && lock > 0 ? lock : undefined,
  };
}

/** The moment stands above twelve bits that keep the order of jobs of one moment. */
function dueAt(score: Reply | undefined): Instant | undefined {
  return typeof score === 'string' ? momentOf(String(Math.floor(Number(score) / 4096))) : undefined;
}

/** Keys of the queue itself. https://github.com/taskforcesh/bullmq (queue-keys.ts) */
const own: ReadonlySet<string> = new Set([
  ...[...sets, ...lists, 'meta', 'events', 'id', 'stalled', 'stalled-check', 'pc', 'marker', 'repeat', 'limiter'],
  ...['delay', 'priority', 'metrics:completed', 'metrics:failed', 'de', 'parents'],
]);

/** A list has no index: beyond this the place stays unknown. */
const mostLooked = 100_000;

const states: Readonly<Record<string, JobState>> = {
  ...{ completed: 'done', failed: 'dead', delayed: 'delayed', prioritized: 'waiting', 'waiting-children': 'waiting' },
  ...{ active: 'active', wait: 'waiting', paused: 'waiting' },
};

export function momentOf(text: string | undefined): Instant | undefined {
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? (value as Instant) : undefined;
}

export function countOf(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
