// What a Redis says of itself: its version where the account may ask, and its clock.
import { DedupeError } from '../../errors.ts';
import type { Instant } from '../../model/instant.ts';
import type { QueueAbout } from '../../model/queue.ts';
import { type RedisReader, textsOf } from '../../redis/reader.ts';

/** `library`: what is written down of the queue's own version. */
export async function aboutRedis(redis: RedisReader, library?: string): Promise<QueueAbout> {
  const told = await redis.ask('INFO', 'server').catch(unlessRefused);
  const [, server] = /^redis_version:([\w.-]{1,30})\r?$/m.exec(typeof told === 'string' ? told : '') ?? [];
  const versions = [...(server === undefined ? [] : [`Redis ${server}`]), ...(library === undefined ? [] : [library])];
  return {
    version: versions.length === 0 ? undefined : versions.join(', '),
    // Last: the clock is compared with the moment of the answer.
    now: await serverTime(redis),
  };
}

/** By the clock that counts the lives of its keys. */
export async function serverTime(redis: RedisReader): Promise<Instant | undefined> {
  const [seconds = '', micros = '0'] = textsOf(await redis.ask('TIME'));
  return seconds === '' ? undefined : ((Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)) as Instant);
}

/** An account that may not ask for the version may still read the queue. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof DedupeError && error.code === 'DEDUPE_QUEUE_REFUSED') return undefined;
  throw error;
}
