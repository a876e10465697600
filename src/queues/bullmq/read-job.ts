// The keys of one job, in one round trip: the hash without what it may hold of the app, its place, its lock.
import type { Instant } from '../../model/instant.ts';
import type { FoundBy, JobState } from '../../model/queue.ts';
import type { Asking, RedisReader } from '../../redis/reader.ts';
import { listOf } from '../../redis/reader.ts';
import { parsed } from '../payload/names.ts';
import type { Options } from './limits.ts';

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
] as const;

export interface StoredJob {
  readonly key: string;
  readonly id: string;
  readonly queue: string;
  readonly foundBy: FoundBy;
  /** Undefined: the hash is gone. */
  readonly hash: Readonly<Partial<Record<(typeof fields)[number], string>>> | undefined;
  readonly options: Options;
  readonly payload: unknown;
  readonly state: JobState | undefined;
  /** Milliseconds that the lock has left; undefined: no lock. */
  readonly lockMs: number | undefined;
}

export async function readJob(
  redis: RedisReader,
  base: string,
  { queue, id, foundBy }: Pick<StoredJob, 'queue' | 'id' | 'foundBy'>,
): Promise<StoredJob> {
  const key = `${base}:${id}`;
  const sets = ['completed', 'failed', 'delayed', 'prioritized', 'waiting-children'];
  const lists = ['active', 'wait', 'paused'];
  const askings: Asking[] = [
    ['TYPE', key],
    ['HMGET', key, ...fields],
    ['HSTRLEN', key, 'data'],
    ['PTTL', `${key}:lock`],
    ...sets.map((name): Asking => ['ZSCORE', `${base}:${name}`, id]),
    ...lists.map((name): Asking => ['LPOS', `${base}:${name}`, id, 'MAXLEN', mostLooked]),
  ];
  const about = { key, id, queue, foundBy };
  // An id may be the name of another key of the queue: `wait` is a list and no job.
  if ((await redis.ask('TYPE', key)) !== 'hash' || id === 'meta')
    return { ...about, hash: undefined, options: {}, payload: undefined, state: 'gone', lockMs: undefined };
  const [, values, length, lock, ...places] = await redis.askAll(askings);
  const found = listOf(values);
  const hash = Object.fromEntries(
    fields.flatMap((name, i) => (typeof found[i] === 'string' ? [[name, found[i]]] : [])),
  ) as NonNullable<StoredJob['hash']>;
  const data = Number(length) > largestPayload ? undefined : await redis.ask('HGET', key, 'data');
  const place = [...sets, ...lists].find((_, i) => places[i] !== null && places[i] !== undefined);
  return {
    ...about,
    hash,
    options: (parsed(hash.opts) ?? {}) as Options,
    payload: typeof data === 'string' ? parsed(data) : undefined,
    state: place === undefined ? undefined : states[place],
    lockMs: typeof lock === 'number' && lock > 0 ? lock : undefined,
  };
}

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
