// Celery with Redis as broker and as result backend. Keys are read as they lie; nothing is taken from a queue.
// Shown on 5.2.6 with kombu 5.2.4 and Redis 7.0.
import * as z from 'zod/mini';
import type { Instant } from '../model/instant.ts';
import type { FoundBy, Queue, QueueAdapter, QueueAnswer, QueuedJob, QueueQuestion, Unseen } from '../model/queue.ts';
import type { RedisReader } from '../redis/reader.ts';
import { taskOf } from './celery/job.ts';
import type { Message } from './celery/message.ts';
import { type MessagesFound, messagesIn, queuesBound } from './celery/messages.ts';
import { allResults, type Result, type ResultsFound, resultsOf } from './celery/result.ts';
import { surveysOf } from './celery/survey.ts';
import { bare, forgotten, nothingHere, oneResult, refused, tooLarge, tooMany, unreadable } from './celery/unseen.ts';
import { namesOfCall } from './payload/arguments.ts';
import { candidateIds, isWanted, type Names } from './payload/names.ts';
import { aboutRedis, serverTime } from './redis/about.ts';
import { globSafe } from './redis/glob.ts';
import { misheldIn, surveyed } from './redis/misheld.ts';
import { boundOf } from './redis/pages.ts';
import { jobSettings, redisOf, redisSettings, resultSettings, spanMs, word, words } from './redis/settings.ts';

const settings = z.strictObject({
  ...redisSettings,
  ...resultSettings,
  ...jobSettings,
  /** `global_keyprefix` of the broker. */
  prefix: z.optional(word()),
  /** Names of queues; all that were ever declared when left out. */
  queues: z.optional(words()),
});
type Settings = z.output<typeof settings>;

const usualLimit = 20_000;

export const celery: QueueAdapter<Settings> = {
  id: 'celery',
  title: 'Celery on Redis',
  settings,
  open(given, world): Queue {
    const broker = redisOf(given, world);
    const isApart = given.results_url !== undefined || given.results_url_env !== undefined;
    const results: RedisReader = isApart
      ? redisOf(
          { url: given.results_url, url_env: given.results_url_env, password_env: given.results_password_env },
          world,
        )
      : broker;
    const prefix = given.prefix ?? '';
    const before = given.results_prefix ?? '';
    const leaseMs = spanMs(given.lease);
    const limit = given.scan_limit ?? usualLimit;
    const [only = 'celery', ...others] = [given.queues ?? []].flat();
    /** Of a task whose queue nothing names. */
    const fallback = others.length > 0 ? 'celery' : only;
    let declared: Promise<string[]> | undefined;

    async function queues(signal: AbortSignal): Promise<{ names: string[]; isKnown: boolean }> {
      declared ??= queuesBound(broker, prefix, globSafe(prefix), signal);
      const bound = await declared.catch((error) => {
        declared = undefined;
        throw error;
      });
      const names = given.queues === undefined ? bound : [given.queues].flat();
      return { names: names.length > 0 ? names : ['celery'], isKnown: bound.length > 0 };
    }

    async function look(question: QueueQuestion, signal: AbortSignal): Promise<QueueAnswer> {
      const made = candidateIds(given.job_id, question);
      const { names: inQueues, isKnown } = await queues(signal);
      const own = question.jobs.filter(({ queue }) => queue === undefined || [...inQueues, fallback].includes(queue));
      const ids = [...new Set([...own, ...made].map(({ id }) => id))];
      const isNamed = question.eventIds.length + question.sourceEventKeys.length > 0;
      // Jobs of other systems are no question to this one.
      if (ids.length === 0 && !isNamed)
        return { jobs: [], visibility: isKnown ? 'proved' : 'unknown', unseen: [], history: undefined };
      const byId = await resultsOf(results, before, ids);
      const bound = boundOf(limit);
      const read = await messagesIn(broker, { prefix, queues: inQueues }, bound, signal);
      const old = isNamed ? await allResults(results, before, bound, signal) : nothing;
      const namesOf = (taskId: string, call: Message | Result): Names =>
        namesOfCall(call, given, { made, ids: [taskId], wanted: question });
      const ways = new Map<string, FoundBy>(byId.map(({ taskId }) => [taskId, 'id']));
      const asked = new Set(ids);
      const meant = (all: readonly (Message | Result)[], foundBy: FoundBy) => {
        for (const one of all) {
          if (ways.has(one.taskId)) continue;
          if (asked.has(one.taskId)) ways.set(one.taskId, 'id');
          else if (isWanted(namesOf(one.taskId, one), question)) ways.set(one.taskId, foundBy);
        }
      };
      meant(read.messages, 'path');
      meant(old.found, 'scan');
      const jobs = await tasksOf(ways, read, { known: [...byId, ...old.found], namesOf });
      const unseen = [
        ...unseenIn(read, old, bound.reached),
        // A message that nobody has taken yet tells all there is.
        ...jobs.flatMap(({ queue, jobId, runs }) => (runs.length > 0 ? [oneResult(queue, jobId)] : [])),
      ];
      if (jobs.length === 0) unseen.push(forgotten());
      const isHere = isKnown || read.messages.length + byId.length + old.found.length > 0;
      if (!isHere) unseen.push(nothingHere(prefix));
      return { jobs, visibility: isHere && seesAll(read) ? 'proved' : 'unknown', unseen, history: undefined };
    }

    interface Known {
      readonly known: readonly Result[];
      namesOf(taskId: string, call: Message | Result): Names;
    }

    async function tasksOf(ways: ReadonlyMap<string, FoundBy>, read: MessagesFound, { known, namesOf }: Known) {
      const missing = [...ways.keys()].filter((id) => !known.some(({ taskId }) => taskId === id));
      const all = new Map([...known, ...(await resultsOf(results, before, missing))].map((one) => [one.taskId, one]));
      const now = (await serverTime(results)) ?? world.now();
      return [...ways].map(([taskId, foundBy]): QueuedJob => {
        const messages = read.messages.filter((one) => one.taskId === taskId);
        const result = all.get(taskId);
        const calls = [...messages, ...(result ? [result] : [])].map((one) => namesOf(taskId, one));
        const names = calls.find(({ eventId, sourceEventKey }) => eventId ?? sourceEventKey) ?? calls[0] ?? noNames;
        return taskOf(messages, result, { taskId, queue: fallback, names, foundBy, leaseMs, now });
      });
    }

    function unseenIn(read: MessagesFound, old: ResultsFound, isReached: boolean): Unseen[] {
      const large = read.large + old.large;
      return [
        ...(isReached ? [tooMany(limit)] : []),
        ...(read.refused.length > 0 ? [refused(read.refused)] : []),
        ...(large > 0 ? [tooLarge(large)] : []),
        ...(read.unread > 0 ? [unreadable(read.unread)] : []),
        ...(old.bare > 0 ? [bare(old.bare)] : []),
        ...misheldIn(...new Set([broker, results])),
      ];
    }

    return {
      place: [
        broker.place,
        ...(prefix === '' ? [] : [`prefix ${prefix}`]),
        ...(isApart ? [`results in ${results.place}`] : []),
      ].join(', '),
      find: look,
      async list({ since, until, limit: most }, signal) {
        const bound = boundOf(Math.min(limit, most));
        const { names: inQueues, isKnown } = await queues(signal);
        const read = await messagesIn(broker, { prefix, queues: inQueues }, bound, signal);
        const old = await allResults(results, before, bound, signal);
        const isWithin = (at: Instant | undefined) =>
          at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
        const within = [
          ...read.messages.filter(({ takenAt }) => isWithin(takenAt)),
          ...old.found.filter(({ doneAt }) => isWithin(doneAt)),
        ];
        const ways = new Map<string, FoundBy>(within.map(({ taskId }) => [taskId, 'scan']));
        const about = { made: [], ids: [], wanted: { eventIds: [], sourceEventKeys: [] } };
        const namesOf = (_: string, call: Message | Result) => namesOfCall(call, given, about);
        const jobs = await tasksOf(ways, read, { known: old.found, namesOf });
        const unseen = unseenIn(read, old, bound.reached);
        const isHere = isKnown || jobs.length > 0;
        return { jobs, visibility: isHere && seesAll(read) ? 'proved' : 'unknown', unseen, history: undefined };
      },
      about: () => aboutRedis(broker),
      names: async (signal) => (await queues(signal)).names,
      async survey(signal) {
        const { names: inQueues } = await queues(signal);
        const bound = boundOf(limit);
        const read = await messagesIn(broker, { prefix, queues: inQueues }, bound, signal);
        const surveys = surveysOf(read.messages, inQueues, {
          leaseMs,
          now: (await serverTime(results)) ?? world.now(),
        });
        return surveyed(surveys, [broker], unseenIn(read, nothing, bound.reached));
      },
      async close() {
        await Promise.all([broker.close(), ...(isApart ? [results.close()] : [])]);
      },
    };
  },
};

const nothing: ResultsFound = { found: [], bare: 0, large: 0 };
const seesAll = ({ refused: hidden }: MessagesFound) => hidden.length === 0;
const noNames: Names = { eventId: undefined, sourceEventKey: undefined, workspaceId: undefined };
