// The rules that the newest jobs of one queue were given. https://docs.bullmq.io/guide/queues/auto-removal-of-jobs,
// /guide/jobs/deduplication, /guide/retrying-failing-jobs
import type { QueueSurvey } from '../../model/queue-survey.ts';
import { type Asking, type RedisReader, textsOf } from '../../redis/reader.ts';
import { maxAttemptsOf } from './limits.ts';
import { momentOf, readJob, type StoredJob } from './read-job.ts';

/** Of each place where jobs stand. */
const most = 50;

interface About {
  readonly queue: string;
  readonly leaseMs: number | undefined;
}

export async function surveyOf(
  redis: RedisReader,
  base: string,
  about: About,
  signal: AbortSignal,
): Promise<QueueSurvey> {
  const sets = ['completed', 'failed', 'delayed', 'prioritized'].map(
    (name): Asking => ['ZRANGE', `${base}:${name}`, 0, most - 1, 'REV'],
  );
  const lists = ['wait', 'active', 'paused'].map((name): Asking => ['LRANGE', `${base}:${name}`, 0, most - 1]);
  const places = await redis.askAll([...sets, ...lists]);
  const ids = [...new Set(places.flatMap((place) => textsOf(place)))];
  const jobs: StoredJob[] = [];
  for (const id of ids) {
    signal.throwIfAborted();
    const job = await readJob(redis, base, { queue: about.queue, id, foundBy: 'scan' });
    if (job.hash) jobs.push(job);
  }
  return surveyOfJobs(jobs, about);
}

/** `jobs`: of one queue, wherever they are stored. */
export function surveyOfJobs(jobs: readonly StoredJob[], { queue, leaseMs }: About): QueueSurvey {
  const runs = jobs.flatMap(({ hash, state }) => {
    const [from, to] = [momentOf(hash?.processedOn), momentOf(hash?.finishedOn)];
    return state === 'done' && from !== undefined && to !== undefined && to >= from ? [to - from] : [];
  });
  // The queue numbers those that nobody named.
  const keyed = jobs.filter(({ id, options }) => !/^\d+$/.test(id) || windowOf(options) !== undefined);
  const kept = keyed.map(keptMs).filter((one) => one !== undefined);
  const [shortest] = kept.toSorted((a, b) => a.ms - b.ms);
  const attempts = jobs.flatMap(({ options }) => maxAttemptsOf(options) ?? []);
  const atOnce = jobs.flatMap(({ options }) => {
    const own = maxAttemptsOf(options) ?? 1;
    return own > 1 && options.backoff === undefined ? [own] : [];
  });
  return {
    ...{ queue, jobs: jobs.length, leaseMs, isRenewed: true },
    longestRunMs: runs.length > 0 ? Math.max(...runs) : undefined,
    isKeyed: keyed.length > 0,
    keepsKeyMs: shortest?.ms,
    keepsBy: shortest?.by ?? '',
    attempts: attempts.length > 0 ? Math.max(...attempts) : undefined,
    attemptsAtOnce: atOnce.length > 0 ? Math.max(...atOnce) : undefined,
    forgetsFailedBy: jobs.some(({ options }) => options.removeOnFail === true) ? 'removeOnFail' : undefined,
    unseen: [],
  };
}

/** A window of deduplication ends by the clock, whatever becomes of the job; an id is known as long as the job is there. */
function keptMs({ id, options }: StoredJob): { readonly ms: number; readonly by: string } | undefined {
  const window = windowOf(options);
  if (window !== undefined && window > 0) return { ms: window, by: 'deduplication.ttl' };
  if (/^\d+$/.test(id)) return undefined;
  const { removeOnComplete: rule } = options;
  if (rule === true) return { ms: 0, by: 'removeOnComplete' };
  const age = typeof rule === 'object' && rule !== null ? (rule as { readonly age?: unknown }).age : undefined;
  return typeof age === 'number' ? { ms: age * 1000, by: 'removeOnComplete.age' } : undefined;
}

/** Stored under `de`; 0 without a time to live: then it ends with the job. */
function windowOf(options: object): number | undefined {
  const { de, deduplication } = options as { readonly de?: unknown; readonly deduplication?: unknown };
  const given = (de ?? deduplication) as { readonly ttl?: unknown } | undefined | null;
  if (typeof given !== 'object' || given === null) return undefined;
  return typeof given.ttl === 'number' ? given.ttl : 0;
}
