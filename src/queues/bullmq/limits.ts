// What a job's options say of its own end. https://docs.bullmq.io/guide/queues/auto-removal-of-jobs
import type { Instant } from '../../model/instant.ts';

export interface Options {
  readonly attempts?: unknown;
  readonly backoff?: unknown;
  readonly removeOnComplete?: unknown;
  readonly removeOnFail?: unknown;
}

export function maxAttemptsOf({ attempts }: Options): number | undefined {
  return typeof attempts === 'number' && Number.isSafeInteger(attempts) ? Math.max(1, attempts) : undefined;
}

/** In words; undefined: the job does not say, and its worker may. */
export function removalOf(options: Options): string | undefined {
  const parts = [wordsOf('done', options.removeOnComplete), wordsOf('failed', options.removeOnFail)].flatMap(
    (one) => one ?? [],
  );
  return parts.length === 0 ? undefined : parts.join(', ');
}

function wordsOf(end: string, rule: unknown): string | undefined {
  if (rule === undefined) return undefined;
  if (rule === true) return `when it is ${end}`;
  if (rule === false) return `never when it is ${end}`;
  if (typeof rule === 'number') return `${end}, beyond the newest ${rule}`;
  const { age, count } = (rule ?? {}) as { readonly age?: unknown; readonly count?: unknown };
  const words = [
    ...(typeof age === 'number' ? [`after ${age} s`] : []),
    ...(typeof count === 'number' ? [`beyond the newest ${count}`] : []),
  ];
  return words.length === 0 ? undefined : `${end}, ${words.join(' or ')}`;
}

/** Not before this: the age is enforced when another job ends. */
export function expiryOf(
  options: Options,
  end: 'done' | 'failed',
  finishedOn: number | undefined,
): Instant | undefined {
  const rule = end === 'done' ? options.removeOnComplete : options.removeOnFail;
  const age = typeof rule === 'object' && rule !== null ? (rule as { readonly age?: unknown }).age : undefined;
  return typeof age === 'number' && finishedOn !== undefined ? ((finishedOn + age * 1000) as Instant) : undefined;
}

export interface Deduplication {
  /** Undefined: it lasts as long as the job has not ended. */
  readonly ttl: number | undefined;
  /** A later add prolongs it, or takes it over. */
  readonly isMoved: boolean;
}

/** Stored under `de`. https://docs.bullmq.io/guide/jobs/deduplication */
export function deduplicationOf(options: object): Deduplication {
  const { de, deduplication } = options as { readonly de?: unknown; readonly deduplication?: unknown };
  const given = (de ?? deduplication ?? {}) as Readonly<Record<string, unknown>>;
  const ttl = typeof given.ttl === 'number' && given.ttl > 0 ? given.ttl : undefined;
  return { ttl, isMoved: [given.extend, given.replace, given.keepLastIfActive].some((one) => one === true) };
}
