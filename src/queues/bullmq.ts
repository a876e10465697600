// BullMQ on Redis, versions 5 and 6 (one stored form). Keys are read as they lie: opening a queue with the library writes.
// Shown on 5.81.5 and 6.7.0 with Redis 7.0: the hash holds the last start, the stream of events holds each one.
// https://docs.bullmq.io/guide/events and guide/jobs/deduplication
import * as z from 'zod/mini';
import type { Instant } from '../model/instant.ts';
import type { FoundBy, Queue, QueueAdapter, QueueAnswer, QueuedJob, QueueQuestion, Unseen } from '../model/queue.ts';
import type { QueueSurvey } from '../model/queue-survey.ts';
import { textsOf } from '../redis/reader.ts';
import { historyOf } from './bullmq/history.ts';
import { jobOf } from './bullmq/job.ts';
import { readJob } from './bullmq/read-job.ts';
import { globSafe, searchKeys, searchPlaces } from './bullmq/search.ts';
import { readStream, type Stream } from './bullmq/stream.ts';
import { surveyOf } from './bullmq/survey.ts';
import { forgotten, isKnown, removed, tooMany, unnamed } from './bullmq/unseen.ts';
import { candidateIds, namesOf } from './payload/names.ts';
import { jobSettings, redisOf, redisSettings, spanMs, word, words } from './redis/settings.ts';

const settings = z.strictObject({
  ...redisSettings,
  ...jobSettings,
  prefix: z.optional(word()),
  /** Names of queues; all under the prefix when left out. */
  queues: z.optional(words()),
});
type Settings = z.output<typeof settings>;

const mostQueues = 200;
const usualLimit = 20_000;

export const bullmq: QueueAdapter<Settings> = {
  id: 'bullmq',
  title: 'BullMQ on Redis',
  settings,
  open(given, world): Queue {
    const redis = redisOf(given, world);
    const prefix = given.prefix ?? 'bull';
    const leaseMs = spanMs(given.lease);
    const limit = given.scan_limit ?? usualLimit;

    /** A queue that was ever opened has its `meta`. */
    async function queuesFound(signal: AbortSignal): Promise<string[]> {
      if (given.queues !== undefined) return [given.queues].flat();
      const names: string[] = [];
      let cursor = '0';
      do {
        signal.throwIfAborted();
        const [next, keys] = (await redis.ask(
          'SCAN',
          cursor,
          'MATCH',
          `${globSafe(prefix)}:*:meta`,
          'COUNT',
          1000,
        )) as [string, string[]];
        names.push(...keys.map((key) => key.slice(prefix.length + 1, -':meta'.length)));
        cursor = next;
      } while (cursor !== '0' && names.length < mostQueues);
      return [...new Set(names)].sort().slice(0, mostQueues);
    }

    async function inQueue(queue: string, question: QueueQuestion, signal: AbortSignal): Promise<QueueAnswer> {
      const base = `${prefix}:${queue}`;
      if ((await redis.ask('EXISTS', `${base}:meta`)) === 0) return unnamed(queue, prefix);
      const named = question.jobs.flatMap((job) => (job.queue === undefined || job.queue === queue ? [job.id] : []));
      const made = candidateIds(given.job_id, question);
      const ways = new Map<string, FoundBy>([...named, ...made.map(({ id }) => id)].map((id) => [id, 'id']));
      const dedup = await redis.askAll(made.map(({ id }) => ['GET', `${base}:de:${id}`]));
      for (const id of textsOf(dedup)) if (!ways.has(id)) ways.set(id, 'dedup');
      const stream = await readStream(redis, base, { since: undefined, until: question.until }, signal);
      const unseen: Unseen[] = stream.isWhole ? [] : [tooMany(queue, 'the history holds more events than were read')];
      const now = await serverTime();
      const look = async (found: ReadonlyMap<string, FoundBy>) =>
        (await Promise.all([...found].map(([id, foundBy]) => one(id, foundBy)))).flatMap((job) => job ?? []);
      const one = async (id: string, foundBy: FoundBy): Promise<QueuedJob | undefined> => {
        const stored = await readJob(redis, base, { queue, id, foundBy });
        const history = historyIn(stream, id);
        if (stored.hash === undefined && history.added + history.runs.length === 0) return undefined;
        const names = namesOf(stored.payload, given, made, [id]);
        if (stored.hash === undefined) unseen.push(removed(queue, id));
        return jobOf(stored, { names, leaseMs, now, history });
      };
      const jobs = await look(ways);
      const missing = {
        eventIds: question.eventIds.filter((id) => !jobs.some(({ eventId }) => eventId === id)),
        sourceEventKeys: question.sourceEventKeys.filter((key) => !jobs.some((job) => job.sourceEventKey === key)),
      };
      if (missing.eventIds.length + missing.sourceEventKeys.length > 0) {
        const options = { wanted: missing, paths: given, limit, since: question.since, until: question.until };
        let [foundBy, searched]: [FoundBy, Awaited<ReturnType<typeof searchPlaces>>] = [
          'path',
          await searchPlaces(redis, base, stream, options, signal),
        ];
        if (searched.ids.length === 0) [foundBy, searched] = ['scan', await searchKeys(redis, base, options, signal)];
        const fresh = searched.ids.filter((id) => !ways.has(id));
        jobs.push(...(await look(new Map(fresh.map((id) => [id, foundBy])))));
        if (searched.reached)
          unseen.push(tooMany(queue, `more than ${limit} jobs are there, and no more were looked through`));
      }
      if (!isKnown(jobs, question, queue)) unseen.push(forgotten(queue, stream));
      const history = stream.from === undefined || !stream.isWhole ? undefined : { from: stream.from, to: now };
      return { jobs, visibility: 'proved', unseen, history };
    }

    async function serverTime(): Promise<Instant> {
      const [seconds] = textsOf(await redis.ask('TIME'));
      return (seconds === undefined ? world.now() : Number(seconds) * 1000) as Instant;
    }

    return {
      place: `${redis.place}, prefix ${prefix}`,
      async find(question, signal) {
        const names = await queuesFound(signal);
        const asked = question.jobs.flatMap(({ queue }) => queue ?? []);
        const isAsked = question.eventIds.length + question.sourceEventKeys.length > 0;
        const own = isAsked ? names : names.filter((name) => asked.includes(name));
        const answers = await Promise.all(own.map((name) => inQueue(name, question, signal)));
        return {
          jobs: answers.flatMap(({ jobs }) => jobs),
          visibility:
            names.length > 0 && answers.every(({ visibility }) => visibility === 'proved') ? 'proved' : 'unknown',
          unseen: answers.flatMap(({ unseen }) => unseen),
          history: sharedSpan(answers),
        };
      },
      async survey(signal) {
        const surveys: QueueSurvey[] = [];
        for (const queue of await queuesFound(signal))
          surveys.push(await surveyOf(redis, `${prefix}:${queue}`, { queue, leaseMs }, signal));
        return surveys;
      },
      close: () => redis.close(),
    };
  },
};

function historyIn(stream: Stream, id: string) {
  const own = stream.entries.filter(({ fields }) => fields.jobId === id);
  return historyOf(own, stream.key);
}

/** What every queue's history covers. */
function sharedSpan(answers: readonly QueueAnswer[]): QueueAnswer['history'] {
  const spans = answers.flatMap(({ history }) => history ?? []);
  if (spans.length === 0 || spans.length < answers.length) return undefined;
  return {
    from: Math.max(...spans.map(({ from }) => from)) as Instant,
    to: Math.min(...spans.map(({ to }) => to)) as Instant,
  };
}
