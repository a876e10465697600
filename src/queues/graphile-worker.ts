// graphile-worker on PostgreSQL, versions 0.16 to 0.18. Its tables are read as they lie: the library migrates them.
// Shown on 0.16.6, 0.17.3 and 0.18.0: success deletes the row; `attempts` counts starts; a lock is stale after 4 h.
import * as z from 'zod/mini';
import { type Instant, parseInstant } from '../model/instant.ts';
import {
  type FoundBy,
  type JobState,
  openOutcome,
  type QueueAdapter,
  type QueuedJob,
  type QueuedRun,
  type Unseen,
} from '../model/queue.ts';
import { failureCode } from '../model/queue-failure.ts';
import { leaseMs, surveysOf } from './graphile-worker/survey.ts';
import { type Names, namesOf } from './payload/names.ts';
import { postgresQueue, serverNow, whyUnseen } from './postgres/queue.ts';
import { accessTo, postgresSettings, quoted } from './postgres/reader.ts';
import type { JobRow } from './postgres/table.ts';
import { absent, forgotten, refused, unseenIn } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

export const graphileWorker: QueueAdapter<Settings> = {
  id: 'graphile-worker',
  title: 'graphile-worker on PostgreSQL',
  settings,
  open: (given, world) =>
    postgresQueue(
      given,
      world,
      'graphile_worker',
      async ({ connection, schema, limit, made, isMeant, ...look }) => {
        const access = await accessTo(connection, schema);
        if (access._private_jobs === undefined) return absent(schema, '_private_jobs');
        const sees = ['_private_jobs', '_private_tasks'].every((one) => whyUnseen(access, schema, one) === undefined);
        if (!sees && !access.jobs?.readable) return refused(schema, 'jobs');
        const visibility = sees ? 'proved' : 'unknown';
        if (!look.isAsked) return { jobs: [], visibility, unseen: [], history: undefined };
        const own = quoted(schema);
        const table = {
          source: sees ? `${own}._private_jobs j join ${own}._private_tasks t on t.id = j.task_id` : `${own}.jobs j`,
          row: `to_jsonb(j) || jsonb_build_object('queue', ${sees ? 't.identifier' : 'j.task_identifier'})`,
          ...{ id: 'j.id', idType: 'bigint' as const, keys: ['j.key'], payload: sees ? 'j.payload' : undefined },
          ...{ added: 'j.created_at', limit },
        };
        const found = await look.rows(table);
        const now = await serverNow(connection, world);
        const where = `${schema}.${sees ? '_private_jobs' : 'jobs'}`;
        const jobs = found.rows
          .filter(({ row }) => isMeant(row.queue))
          .map(({ row, foundBy }) =>
            jobOf(row, { names: namesOf(row.payload, given, made, [row.key]), foundBy, now, where }),
          );
        const unseen: Unseen[] = [];
        if (!sees) unseen.push(hidden(schema));
        unseen.push(...unseenIn(found, `${schema}._private_jobs`, limit));
        if (jobs.length === 0 && !look.isList)
          unseen.push(forgotten('graphile-worker deletes a job as soon as it has succeeded'));
        return { jobs, visibility, unseen, history: undefined };
      },
      {
        version: { title: 'graphile-worker migration', table: 'migrations', reads: 'max(id)' },
        queues: {
          table: '_private_tasks',
          select: (schema) => `select identifier as queue from ${quoted(schema)}._private_tasks`,
        },
        survey: surveysOf,
      },
    ),
};

function hidden(schema: string): Unseen {
  return {
    reason: `row security hides ${schema}._private_jobs from this account: only the view ${schema}.jobs was read, which has no payload, so that a job is found by its key or id alone`,
    wouldSettle: 'whether a job without such a key belongs to the event',
  };
}

interface Telling {
  readonly names: Names;
  readonly foundBy: FoundBy;
  readonly now: Instant;
  readonly where: string;
}

function jobOf(row: JobRow, { names, foundBy, now, where }: Telling): QueuedJob {
  const [queue, jobId] = [String(row.queue), String(row.id)];
  const place = `${where} ${jobId}`;
  const [attempts, most] = [Number(row.attempts) || 0, Number(row.max_attempts) || undefined];
  const lockedAt = parseInstant(row.locked_at ?? undefined);
  const runAt = parseInstant(row.run_at);
  const state: JobState =
    lockedAt !== undefined
      ? 'active'
      : most !== undefined && attempts >= most
        ? 'dead'
        : runAt !== undefined && runAt > now
          ? 'delayed'
          : 'waiting';
  return {
    ...{
      queue,
      jobId,
      ...names,
      addedAt: parseInstant(row.created_at),
      runAt: state === 'delayed' ? runAt : undefined,
    },
    ...{ state, leaseMs, maxAttempts: most, removal: 'when it is done', stalled: undefined, guards: [] },
    starts: { atLeast: attempts, exactness: 'exact' },
    runs: Array.from({ length: attempts }, (_, i) =>
      runOf(row, i + 1, { isLast: i + 1 === attempts, lockedAt, now, place }),
    ),
    ...{ expiresAt: undefined, foundBy, where: place },
  };
}

/** Only the last start leaves anything: its lock while it runs, its last error when it failed. */
function runOf(
  row: JobRow,
  attempt: number,
  { isLast, lockedAt, now, place }: { isLast: boolean; lockedAt: Instant | undefined; now: Instant; place: string },
): QueuedRun {
  const blank = { attempt, startedAt: undefined, finishedAt: undefined, errorCode: undefined, instance: undefined };
  if (!isLast)
    return {
      ...blank,
      exactness: 'inferred',
      outcome: 'unknown',
      leaseUntil: undefined,
      where: `${place} start ${attempt}`,
    };
  if (lockedAt === undefined)
    return {
      ...{ ...blank, exactness: 'last-only', leaseUntil: undefined, where: place },
      outcome: typeof row.last_error === 'string' ? 'failed' : 'unknown',
      errorCode: failureCode(row.last_error),
    };
  const leaseUntil = (lockedAt + leaseMs) as Instant;
  return {
    ...{ ...blank, startedAt: lockedAt, exactness: 'last-only', leaseUntil, where: place },
    outcome: openOutcome(leaseUntil, now),
    instance: typeof row.locked_by === 'string' ? row.locked_by : undefined,
  };
}
