// Sidekiq on Redis. Lists and sets are read as they lie, and all of them: none has an index by id or by argument.
// Shown on 6.4.1 with Redis 7.0.
import * as z from 'zod/mini';
import type { FoundBy, Queue, QueueAdapter, QueuedJob, Unseen } from '../model/queue.ts';
import { textsOf } from '../redis/reader.ts';
import { type Call, namesOfCall } from './payload/arguments.ts';
import { type Candidate, candidateIds, isWanted, type Names, type Wanted } from './payload/names.ts';
import { aboutRedis } from './redis/about.ts';
import { misheldIn, surveyed } from './redis/misheld.ts';
import { boundOf } from './redis/pages.ts';
import { jobSettings, redisOf, redisSettings, spanMs, word, words } from './redis/settings.ts';
import type { SidekiqEntry } from './sidekiq/entry.ts';
import { jobOf } from './sidekiq/job.ts';
import { type PlacesRead, readPlaces } from './sidekiq/places.ts';
import { surveysOf } from './sidekiq/survey.ts';
import { forgotten, nothingHere, putBack, tooMany, unreadable, workRefused } from './sidekiq/unseen.ts';

const settings = z.strictObject({
  ...redisSettings,
  ...jobSettings,
  /** Namespace in front of all keys, without its colon. */
  prefix: z.optional(word()),
  queues: z.optional(words()),
});
type Settings = z.output<typeof settings>;

const usualLimit = 20_000;

export const sidekiq: QueueAdapter<Settings> = {
  id: 'sidekiq',
  title: 'Sidekiq on Redis',
  settings,
  open(given, world): Queue {
    const redis = redisOf(given, world);
    const prefix = given.prefix === undefined ? '' : `${given.prefix}:`;
    const queues = given.queues === undefined ? undefined : [given.queues].flat();
    const leaseMs = spanMs(given.lease);
    const limit = given.scan_limit ?? usualLimit;

    function byJid({ entries }: PlacesRead): ReadonlyMap<string, SidekiqEntry[]> {
      const jobs = new Map<string, SidekiqEntry[]>();
      for (const entry of entries) {
        if (queues !== undefined && !queues.includes(entry.queue)) continue;
        jobs.set(entry.jid, [...(jobs.get(entry.jid) ?? []), entry]);
      }
      return jobs;
    }

    const namesOf = (call: Call, made: readonly Candidate[], jid: string, wanted: Wanted): Names =>
      namesOfCall(call, given, { made, ids: [jid], wanted });

    function answerOf(read: PlacesRead, jobs: readonly QueuedJob[], isReached: boolean) {
      const isHere = read.queues.length + read.processes + read.entries.length > 0;
      const odd = read.unread + read.large;
      const unseen: Unseen[] = [
        ...(isReached ? [tooMany(limit)] : []),
        ...(odd > 0 ? [unreadable(odd)] : []),
        ...(read.isWorkRefused ? [workRefused()] : []),
        ...misheldIn(redis),
        ...(isHere ? [] : [nothingHere(prefix)]),
      ];
      return { jobs, visibility: isHere ? ('proved' as const) : ('unknown' as const), unseen, history: undefined };
    }

    return {
      place: given.prefix === undefined ? redis.place : `${redis.place}, prefix ${given.prefix}`,
      async find(question, signal) {
        const made = candidateIds(given.job_id, question);
        const known = queues ?? textsOf(await redis.ask('SMEMBERS', `${prefix}queues`));
        const own = question.jobs.filter(({ queue }) => queue === undefined || known.includes(queue));
        const ids = new Set([...own, ...made].map(({ id }) => id));
        // Jobs of other systems are no question to this one.
        const isAsked = ids.size + question.eventIds.length + question.sourceEventKeys.length > 0;
        if (!isAsked)
          return { jobs: [], visibility: known.length > 0 ? 'proved' : 'unknown', unseen: [], history: undefined };
        const bound = boundOf(limit);
        const read = await readPlaces(redis, { prefix, queues, since: question.since }, bound, signal);
        const jobs = [...byJid(read)].flatMap(([jid, entries]) => {
          const names = namesOf(entries[0] ?? { payload: undefined }, made, jid, question);
          if (!ids.has(jid) && !isWanted(names, question)) return [];
          const foundBy: FoundBy = ids.has(jid) ? 'id' : 'path';
          return jobOf(entries, { names, foundBy, leaseMs }) ?? [];
        });
        const answer = answerOf(read, jobs, bound.reached);
        // What waits for its first moment was in no queue yet.
        const begun = jobs.filter(({ state, runs }) => state !== 'delayed' || runs.length > 0);
        const more = jobs.length === 0 ? [forgotten()] : begun.map(({ queue, jobId }) => putBack(queue, jobId));
        return { ...answer, unseen: [...answer.unseen, ...more] };
      },
      async list({ since, until, limit: most }, signal) {
        const bound = boundOf(Math.min(limit, most));
        const read = await readPlaces(redis, { prefix, queues, since }, bound, signal);
        const jobs = [...byJid(read)].flatMap(([jid, entries]) => {
          const names = namesOf(entries[0] ?? { payload: undefined }, [], jid, { eventIds: [], sourceEventKeys: [] });
          return jobOf(entries, { names, foundBy: 'scan', leaseMs }) ?? [];
        });
        const within = jobs.filter(({ addedAt }) => until === undefined || addedAt === undefined || addedAt <= until);
        return answerOf(read, within, bound.reached);
      },
      about: () => aboutRedis(redis),
      names: async () => queues ?? textsOf(await redis.ask('SMEMBERS', `${prefix}queues`)),
      async survey(signal) {
        const bound = boundOf(limit);
        const read = await readPlaces(redis, { prefix, queues, since: undefined }, bound, signal);
        const surveys = surveysOf([...byJid(read).values()].flat(), leaseMs);
        return surveyed(surveys, [redis], answerOf(read, [], bound.reached).unseen);
      },
      close: () => redis.close(),
    };
  },
};
