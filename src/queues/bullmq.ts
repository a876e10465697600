// BullMQ on Redis, versions 5 and 6 (one stored form). Keys are read as they lie: opening a queue with the library writes.
// Shown on 5.81.5 and 6.7.0 with Redis 7.0: the hash holds the last start, the stream of events holds each one.
// https://docs.bullmq.io/guide/events and guide/jobs/deduplication
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import type { Instant } from '../model/instant.ts';
import type { Queue, QueueAdapter, QueueAnswer, Unseen } from '../model/queue.ts';
import type { QueueSurvey } from '../model/queue-survey.ts';
import { findIn, listIn, type Place } from './bullmq/look.ts';
import { surveyOf } from './bullmq/survey.ts';
import { forgottenIn, refused, unreadable } from './bullmq/unseen.ts';
import { aboutRedis, serverTime } from './redis/about.ts';
import { globSafe } from './redis/glob.ts';
import { misheldIn, surveyed } from './redis/misheld.ts';
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

    let known: Promise<string[]> | undefined;

    /** Looked for once: it is a walk over every key of the server. */
    async function queuesFound(signal: AbortSignal): Promise<string[]> {
      if (given.queues !== undefined) return [given.queues].flat();
      known ??= queuesThere(signal);
      return known.catch((error) => {
        known = undefined;
        throw error;
      });
    }

    /** A queue that was ever opened has its `meta`. */
    async function queuesThere(signal: AbortSignal): Promise<string[]> {
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

    async function inEach(
      all: readonly string[],
      own: readonly string[],
      look: (place: Place) => Promise<QueueAnswer>,
    ) {
      const now = (await serverTime(redis)) ?? world.now();
      const about = { redis, prefix, paths: given, leaseMs, limit, now };
      const refusals = new Map<string, DedupeError>();
      const answers = await Promise.all(
        own.map((queue) =>
          // Each queue has keys of its own: an account may see one and not the other.
          look({ ...about, queue }).catch((error: unknown) => {
            if (!(error instanceof DedupeError && error.code === 'DEDUPE_QUEUE_REFUSED')) throw error;
            refusals.set(queue, error);
            return unreadable;
          }),
        ),
      );
      const [refusal] = refusals.values();
      if (refusal && refusals.size === own.length) throw refusal;
      const isProved = all.length > 0 && answers.every(({ visibility }) => visibility === 'proved');
      return {
        jobs: answers.flatMap(({ jobs }) => jobs),
        visibility: isProved ? ('proved' as const) : ('unknown' as const),
        unseen: [
          ...unseenIn(own, answers),
          ...refused(own.filter((queue) => refusals.has(queue))),
          ...misheldIn(redis),
        ],
        history: sharedSpan(answers),
      };
    }

    return {
      place: `${redis.place}, prefix ${prefix}`,
      async find(question, signal) {
        const names = await queuesFound(signal);
        const asked = question.jobs.flatMap(({ queue }) => queue ?? []);
        const isAnywhere = question.jobs.some(({ queue }) => queue === undefined);
        const isAsked = isAnywhere || question.eventIds.length + question.sourceEventKeys.length > 0;
        return inEach(names, isAsked ? names : names.filter((name) => asked.includes(name)), (place) =>
          findIn(place, question, signal),
        );
      },
      async list(window, signal) {
        const names = await queuesFound(signal);
        return inEach(names, names, (place) => listIn(place, window, signal));
      },
      names: queuesFound,
      async about(signal) {
        const [first] = await queuesFound(signal);
        // Written by whoever opened the queue last: `bullmq:5.81.5`.
        const written = first === undefined ? null : await redis.ask('HGET', `${prefix}:${first}:meta`, 'version');
        const isVersion = typeof written === 'string' && /^[\w.:@/-]{1,60}$/.test(written);
        return aboutRedis(redis, isVersion ? written : undefined);
      },
      async survey(signal) {
        const surveys: QueueSurvey[] = [];
        for (const queue of await queuesFound(signal))
          surveys.push(await surveyOf(redis, `${prefix}:${queue}`, { queue, leaseMs }, signal));
        return surveyed(surveys, [redis]);
      },
      close: () => redis.close(),
    };
  },
};

/** Most of the queues under a prefix have nothing to do with an event: what they have forgotten is said once for all of them. */
function unseenIn(queues: readonly string[], answers: readonly QueueAnswer[]): Unseen[] {
  const without = queues.flatMap((queue, i) => {
    const { unseen = [], history } = answers[i] ?? {};
    return unseen.some(({ isAbsence }) => isAbsence) ? [{ queue, from: history?.from }] : [];
  });
  const all = answers.flatMap(({ unseen }) => unseen);
  return without.length < 2 ? all : [...all.filter(({ isAbsence }) => !isAbsence), forgottenIn(without)];
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
