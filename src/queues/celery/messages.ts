// Where kombu keeps messages in Redis: a list for each queue and step of priority, and a hash of those that a worker took
// and has not settled, with the moment at which it took them.
import { DedupeError } from '../../errors.ts';
import type { Instant } from '../../model/instant.ts';
import { listOf, type RedisReader, textsOf } from '../../redis/reader.ts';
import { type Bound, entriesOf, largestText } from '../redis/pages.ts';
import { type Message, messageOf } from './message.ts';

/** Between the parts of a binding, and between a queue and its step of priority. */
const separator = '\u0006\u0016';

/** Lists of a queue: the first without a step. Steps are 0, 3, 6, 9 unless the app names others below ten. */
const steps = Array.from({ length: 10 }, (_, i) => i);

/** Queues that were ever declared, without those that workers use among themselves; the default one in any case. */
export async function queuesBound(redis: RedisReader, prefix: string, pattern: string, signal: AbortSignal) {
  const names = new Set<string>();
  let cursor = '0';
  let left = 2000;
  do {
    signal.throwIfAborted();
    // Not by type: what is none of a set is to be told, not left out.
    const asking = ['SCAN', cursor, 'MATCH', `${pattern}_kombu.binding.*`, 'COUNT', 1000] as const;
    const [next, keys] = (await redis.ask(...asking)) as readonly [string, readonly string[]];
    const own = keys.filter(
      (key) => !/^_kombu\.binding\.(celeryev$|reply\.|.*\.pidbox$)/.test(key.slice(prefix.length)),
    );
    for (const members of await redis.askAll(own.map((key) => ['SMEMBERS', key])))
      for (const member of textsOf(members)) names.add(member.split(separator)[2] ?? '');
    cursor = next;
    left -= 1;
  } while (cursor !== '0' && left > 0);
  names.delete('');
  return [...names].sort();
}

export interface MessagesFound {
  readonly messages: readonly Message[];
  /** Of those taken: too large to be looked into. */
  readonly large: number;
  /** In no form that is known here. */
  readonly unread: number;
  /** Queues whose list this account may not read. */
  readonly refused: readonly string[];
}

export async function messagesIn(
  redis: RedisReader,
  { prefix, queues }: { readonly prefix: string; readonly queues: readonly string[] },
  bound: Bound,
  signal: AbortSignal,
): Promise<MessagesFound> {
  const taken = await takenIn(redis, prefix, bound, signal);
  const messages: Message[] = [...taken.messages];
  const refused: string[] = [];
  let unread = taken.unread;
  for (const queue of queues) {
    const keys = steps.map((step) => `${prefix}${queue}${step === 0 ? '' : `${separator}${step}`}`);
    // Each queue is a key of its own: an account may see one and not the other.
    const types = await redis.askAll(keys.map((key) => ['TYPE', key])).catch(refusal);
    if (types === undefined) refused.push(queue);
    // Whatever is there is read as a list: the reader notes what is none.
    for (const key of keys.filter((_, i) => types !== undefined && types[i] !== 'none')) {
      const place = { queue, takenAt: undefined, where: visible(key) };
      for (const { text } of await entriesOf(redis, { key, type: 'list' }, bound, signal)) {
        const message = messageOf(text, place);
        if (message) messages.push(message);
        else unread += 1;
      }
    }
  }
  return { messages, large: taken.large, unread, refused };
}

function refusal(error: unknown): undefined {
  if (error instanceof DedupeError && error.code === 'DEDUPE_QUEUE_REFUSED') return undefined;
  throw error;
}

const batch = 200;

async function takenIn(redis: RedisReader, prefix: string, bound: Bound, signal: AbortSignal): Promise<MessagesFound> {
  const [hash, index] = [`${prefix}unacked`, `${prefix}unacked_index`];
  const messages: Message[] = [];
  let [large, unread] = [0, 0];
  const found = listOf(
    await redis.ask('ZRANGE', index, '+inf', '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, bound.jobs + 1, 'WITHSCORES'),
  );
  const tags = Array.from(
    { length: found.length >> 1 },
    (_, i) => [String(found[2 * i]), Number(found[2 * i + 1])] as const,
  );
  if (tags.length > bound.jobs) bound.reached = true;
  const looked = tags.slice(0, bound.jobs);
  bound.jobs -= looked.length;
  for (let from = 0; from < looked.length; from += batch) {
    signal.throwIfAborted();
    const part = looked.slice(from, from + batch);
    const lengths = await redis.askAll(part.map(([tag]) => ['HSTRLEN', hash, tag]));
    const small = part.filter((_, i) => Number(lengths[i]) > 0 && Number(lengths[i]) <= largestText);
    large += lengths.filter((length) => Number(length) > largestText).length;
    const texts = await redis.askAll(small.map(([tag]) => ['HGET', hash, tag]));
    for (const [i, [tag, seconds]] of small.entries()) {
      const text = texts[i];
      if (typeof text !== 'string') continue;
      const takenAt = Math.round(seconds * 1000) as Instant;
      const message = messageOf(text, { queue: 'celery', takenAt, where: `${hash} ${tag}` });
      if (message) messages.push(message);
      else unread += 1;
    }
  }
  return { messages, large, unread, refused: [] };
}

/** A step of priority stands behind two control characters. */
function visible(key: string): string {
  return key.replace(separator, ' step ');
}
