// One queue of BullMQ on Redis: the cheapest way to the jobs of an event first, then what stands near them.
import type { Instant } from '../../model/instant.ts';
import type { FoundBy, QueueAnswer, QueuedJob, QueueQuestion, QueueWindow, Unseen } from '../../model/queue.ts';
import type { Asking, RedisReader } from '../../redis/reader.ts';
import { type Candidate, candidateIds, type NamePaths, namesOf, type Wanted } from '../payload/names.ts';
import { historyOf } from './history.ts';
import { jobOf } from './job.ts';
import { type Places, readJob } from './read-job.ts';
import { idsIn, mostKeys, type Searched, searchKeys, searchNear, searchPlaces } from './search.ts';
import { readStream, type Stream } from './stream.ts';
import { forgotten, isKnown, removed, tooFar, tooLarge, tooMany, unnamed } from './unseen.ts';

export interface Place {
  readonly redis: RedisReader;
  readonly prefix: string;
  readonly queue: string;
  readonly paths: NamePaths & { readonly job_id?: string | string[] | undefined };
  readonly leaseMs: number | undefined;
  readonly limit: number;
  /** The server's own clock. */
  readonly now: Instant;
}

const baseOf = ({ prefix, queue }: Place) => `${prefix}:${queue}`;

export async function findIn(place: Place, question: QueueQuestion, signal: AbortSignal): Promise<QueueAnswer> {
  const { redis, queue, prefix, paths } = place;
  const base = baseOf(place);
  if ((await redis.ask('EXISTS', `${base}:meta`)) === 0) return unnamed(queue, prefix);
  const named = question.jobs.flatMap((job) => (job.queue === undefined || job.queue === queue ? [job.id] : []));
  const made = candidateIds(paths.job_id, question);
  const ways = new Map<string, FoundBy>([...named, ...made.map(({ id }) => id)].map((id) => [id, 'id']));
  if (isAnywhere(question)) {
    const [, ...types] = await redis.askAll([
      ['XLEN', `${base}:events`],
      ...named.map((id): Asking => ['TYPE', `${base}:${id}`]),
    ]);
    if (!types.includes('hash')) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
  }
  const dedup = await redis.askAll(made.map(({ id }) => ['GET', `${base}:de:${id}`]));
  const stream = await readStream(redis, base, { since: undefined, until: question.until }, signal);
  const keys = new Map<string, string>();
  for (const [i, { id: key }] of made.entries()) {
    const kept = dedup[i];
    // The history knows the key longer than the key itself lives.
    const told = stream.entries.flatMap(({ fields }) => (fields.deduplicationId === key ? (fields.jobId ?? []) : []));
    for (const id of [...(typeof kept === 'string' ? [kept] : []), ...told]) {
      if (!ways.has(id)) ways.set(id, 'dedup');
      keys.set(id, key);
    }
  }
  const read = { stream, made, keys };
  const { jobs, unseen, large } = await jobsOf(place, ways, read);
  const search = await searched(place, stream, { jobs, question }, signal);
  const fresh = search.ids.filter((id) => !ways.has(id));
  const more = await jobsOf(place, new Map(fresh.map((id) => [id, search.foundBy])), read);
  const all = [...jobs, ...more.jobs];
  return {
    jobs: all,
    visibility: 'proved',
    unseen: [
      ...(stream.isWhole ? [] : [tooMany(queue, 'the history holds more events than were read')]),
      ...unseen,
      ...more.unseen,
      ...largeIn(queue, { large: large + more.large }),
      ...search.unseen,
      ...(isKnown(all, question, queue) ? [] : [forgotten(queue, stream)]),
    ],
    history: stream.from === undefined || !stream.isWhole ? undefined : { from: stream.from, to: place.now },
  };
}

/** Asked of every queue there is: the history of each is not read for an id that none of them has. */
function isAnywhere({ jobs, eventIds, sourceEventKeys }: QueueQuestion): boolean {
  return eventIds.length + sourceEventKeys.length === 0 && jobs.every(({ queue }) => queue === undefined);
}

interface Found extends Pick<Searched, 'ids'> {
  readonly foundBy: FoundBy;
  readonly unseen: readonly Unseen[];
}

/** What no id led to. Where every name was found already, another job of the same event is looked for near it. */
async function searched(
  place: Place,
  stream: Stream,
  { jobs, question }: { readonly jobs: readonly QueuedJob[]; readonly question: QueueQuestion },
  signal: AbortSignal,
): Promise<Found> {
  const { redis, paths, queue, limit } = place;
  const base = baseOf(place);
  const wanted: Wanted = question;
  const isFound =
    question.eventIds.every((id) => jobs.some(({ eventId }) => eventId === id)) &&
    question.sourceEventKeys.every((key) => jobs.some(({ sourceEventKey }) => sourceEventKey === key));
  if (question.eventIds.length + question.sourceEventKeys.length === 0) return { ids: [], foundBy: 'path', unseen: [] };
  const moments = jobs.flatMap(({ addedAt }) => addedAt ?? []);
  if (isFound && moments.length > 0) {
    const near = await searchNear(
      redis,
      base,
      stream,
      { wanted, keys: [], paths, moments: [...new Set(moments)] },
      signal,
    );
    return {
      ids: near.ids,
      foundBy: 'path',
      unseen: [...largeIn(queue, near), ...(near.reached === undefined ? [] : [tooFar(queue)])],
    };
  }
  const keys = candidateIds(paths.job_id, question).map(({ id }) => id);
  const options = { wanted, keys, paths, limit, since: question.since, until: question.until };
  const places = await searchPlaces(redis, base, stream, options, signal);
  const isEmpty = places.ids.length === 0;
  const found = isEmpty ? await searchKeys(redis, base, options, signal) : places;
  const reached = found.reached ? [tooMany(queue, moreThan(found.reached, limit))] : [];
  return { ids: found.ids, foundBy: isEmpty ? 'scan' : 'path', unseen: [...largeIn(queue, found), ...reached] };
}

function moreThan(what: 'jobs' | 'keys', limit: number): string {
  if (what === 'jobs') return `more than ${limit} jobs are there, and no more were looked through`;
  return `more than ${mostKeys} keys are on the server, and no more were looked at for jobs that stand nowhere else`;
}

function largeIn(queue: string, { large }: Pick<Searched, 'large'>): Unseen[] {
  return large > 0 ? [tooLarge(queue, large)] : [];
}

/** Every job of a span, whatever its payload names. */
export async function listIn(place: Place, window: QueueWindow, signal: AbortSignal): Promise<QueueAnswer> {
  const { redis, queue, prefix, now } = place;
  const base = baseOf(place);
  if ((await redis.ask('EXISTS', `${base}:meta`)) === 0) return unnamed(queue, prefix);
  const stream = await readStream(redis, base, { since: undefined, until: undefined }, signal);
  const limit = Math.min(place.limit, window.limit);
  const { ids, places, reached } = await idsIn(redis, base, stream, { ...window, limit });
  const jobs: QueuedJob[] = [];
  let large = 0;
  for (let from = 0; from < ids.length; from += atOnce) {
    signal.throwIfAborted();
    const part = ids.slice(from, from + atOnce).map((id) => [id, 'scan'] as const);
    const found = await jobsOf(place, new Map(part), { stream, made: [], places });
    jobs.push(...found.jobs);
    large += found.large;
  }
  const isWithin = ({ addedAt, runs }: QueuedJob) => {
    const moments = [addedAt, ...runs.flatMap(({ startedAt, finishedAt }) => [startedAt, finishedAt])];
    const known = moments.flatMap((at) => at ?? []);
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = window;
    return known.length === 0 || known.some((at) => at >= since && at <= until);
  };
  return {
    jobs: jobs.filter(isWithin),
    visibility: 'proved',
    unseen: [
      ...(stream.isWhole ? [] : [tooMany(queue, 'the history holds more events than were read')]),
      ...(reached ? [tooMany(queue, `more than ${limit} jobs are there, and no more were looked through`)] : []),
      ...largeIn(queue, { large }),
    ],
    history: stream.from === undefined || !stream.isWhole ? undefined : { from: stream.from, to: now },
  };
}

const atOnce = 100;

interface Read {
  readonly stream: Stream;
  readonly made: readonly Candidate[];
  /** By the id of a job: the deduplication key that led to it. */
  readonly keys?: ReadonlyMap<string, string> | undefined;
  readonly places?: Places | undefined;
}

async function jobsOf(place: Place, ways: ReadonlyMap<string, FoundBy>, { stream, made, keys, places }: Read) {
  const { redis, queue, paths, leaseMs, now } = place;
  const jobs: QueuedJob[] = [];
  const unseen: Unseen[] = [];
  let large = 0;
  const read = await Promise.all(
    [...ways].map(([id, foundBy]) => readJob(redis, baseOf(place), { queue, id, foundBy, places })),
  );
  for (const stored of read) {
    const history = historyOf(stream.of(stored.id), stream.key);
    if (stored.hash === undefined && history.added + history.runs.length === 0) continue;
    if (stored.hash === undefined) unseen.push(removed(queue, stored.id));
    if (stored.isLarge) large += 1;
    const names = namesOf(stored.payload, paths, made, [stored.id, stored.hash?.deid, keys?.get(stored.id)]);
    jobs.push(jobOf(stored, { names, leaseMs, now, history }));
  }
  return { jobs, unseen, large };
}
