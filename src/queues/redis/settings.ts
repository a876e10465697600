// Settings that all queues on Redis share, and the connection that they name.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import type { QueueWorld } from '../../model/queue.ts';
import { parseSpan } from '../../model/span.ts';
import { openRedis } from '../../redis/open.ts';
import type { RedisReader } from '../../redis/reader.ts';

export const word = () => z.string().check(z.minLength(1));
export const words = () => z.union([word(), z.array(word())]);
export const variable = () => z.optional(z.string().check(z.regex(/^[A-Za-z_]\w*$/)));
export const span = () => z.optional(z.string().check(z.refine((text) => parseSpan(text) !== undefined)));
/** Dotted names and numbers: `event.id`, `args.0.event_id`. */
export const path = () => z.optional(z.string().check(z.regex(/^[^\s.]+(\.[^\s.]+)*$/)));
/** An address without a password: that one comes from the environment. */
const address = z.string().check(z.regex(/^rediss?:\/\/([^\s:/@]+@)?[^\s@]+$/));

export const redisSettings = {
  type: z.optional(z.string()),
  /** Variable that holds the whole address. */
  url_env: variable(),
  url: z.optional(address),
  password_env: variable(),
};

/** Where results are kept, if not beside the jobs. */
export const resultSettings = {
  results_url_env: variable(),
  results_url: z.optional(address),
  results_password_env: variable(),
  /** What stands in front of `celery-task-meta-`. */
  results_prefix: z.optional(word()),
};

/** Where the payload names what a fact names, how ids are made, and what the queue itself does not store. */
export const jobSettings = {
  event_id: path(),
  source_event_key: path(),
  workspace_id: path(),
  /** How a job's id is made: `{event_id}`, `{source_event_key}`, or the hash of one: `sha256:{event_id}`. */
  job_id: z.optional(words()),
  /** So long may one start go on before the queue starts the job again. */
  lease: span(),
  /** Jobs that are looked through at most where nothing cheaper finds one. */
  scan_limit: z.optional(z.int().check(z.positive(), z.lte(1_000_000))),
};

export interface RedisSettings {
  readonly url_env?: string | undefined;
  readonly url?: string | undefined;
  readonly password_env?: string | undefined;
}

export function spanMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseSpan(text);
}

/** Throws DEDUPE_QUEUE_CREDENTIALS when the environment lacks what it names. */
export function redisOf({ url_env, url, password_env }: RedisSettings, { env, name }: QueueWorld): RedisReader {
  if (url !== undefined) return openRedis(url, password_env === undefined ? undefined : fromEnv(password_env));
  return openRedis(fromEnv(url_env ?? 'DEDUPE_REDIS_URL'));

  function fromEnv(variableName: string): string {
    const value = env[variableName]?.trim();
    if (value) return value;
    throw new DedupeError('DEDUPE_QUEUE_CREDENTIALS', `queue ${name} needs ${variableName} in the environment`, {
      hint: 'Or give url, without a password, in the configuration.',
    });
  }
}
