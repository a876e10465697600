// BullMQ 6 on its PostgreSQL backend. Rows are read as they lie; the table of events keeps each start.
// Shown on 6.7.0 with PostgreSQL 15.
import * as z from 'zod/mini';
import type { Instant } from '../model/instant.ts';
import type { JobState, QueueAdapter, QueuedJob, Unseen } from '../model/queue.ts';
import type { QueueSurvey } from '../model/queue-survey.ts';
import type { Queryable } from '../postgres/database.ts';
import { historyOf, type StreamEntry } from './bullmq/history.ts';
import { jobOf } from './bullmq/job.ts';
import type { Options } from './bullmq/limits.ts';
import { momentOf, type StoredJob } from './bullmq/read-job.ts';
import { surveyOfJobs } from './bullmq/survey.ts';
import { namesOf } from './payload/names.ts';
import { postgresQueue, serverNow, whyUnseen } from './postgres/queue.ts';
import { accessTo, postgresSettings, quoted } from './postgres/reader.ts';
import type { FoundRows, JobRow } from './postgres/table.ts';
import { forgotten, unseenIn } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

export const bullmqPostgres: QueueAdapter<Settings> = {
  id: 'bullmq-postgres',
  title: 'BullMQ on PostgreSQL',
  settings,
  open: (given, world) =>
    postgresQueue(
      given,
      world,
      'bullmq',
      async ({ connection, schema, limit, leaseMs, made, isMeant, ...look }) => {
        const access = await accessTo(connection, schema);
        const blind = whyUnseen(access, schema, 'job');
        if (blind !== undefined) return blind;
        if (!look.isAsked) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
        const table = {
          ...{ source: `${quoted(schema)}.job j`, row: 'to_jsonb(j)', id: 'j.id', idType: 'text' as const },
          ...{ keys: ['j.dedup_id'], payload: 'j.data', within: { column: 'j.queue', all: queuesIn(schema) } },
          ...{ added: 'to_timestamp(j.added_at_ms / 1000.0)', limit },
        };
        const found = await look.rows(table);
        const now = await serverNow(connection, world);
        const noHistory = whyUnseen(access, schema, 'event');
        const jobs: QueuedJob[] = [];
        const rows = found.rows.filter((one) => isMeant(one.row.queue));
        const told = noHistory === undefined ? await entriesOf(connection, schema, rows) : undefined;
        for (const { row, foundBy } of rows) {
          const entries = told?.get(nameOf(row.queue, row.id)) ?? [];
          const names = namesOf(row.data, given, made, [row.id, row.dedup_id]);
          const stored = storedOf(row, `${schema}.job`, foundBy, now);
          const history = historyOf(entries, `${schema}.event`);
          jobs.push(jobOf(stored, { names, leaseMs, now, history }));
        }
        const unseen: Unseen[] = [...(noHistory?.unseen ?? [])];
        unseen.push(...unseenIn(found, `${schema}.job`, limit));
        if (jobs.length === 0 && !look.isList)
          unseen.push(forgotten('one that was removed when it ended leaves no row'));
        return { jobs, visibility: 'proved', unseen, history: undefined };
      },
      {
        version: { title: 'bullmq tables of version', table: 'migration', reads: 'max(version)' },
        queues: { table: 'job', select: queuesIn },
        survey: surveysOf,
      },
    ),
};

/** The newest; more would be a walk over the whole table. */
const mostSurveyed = 10_000;

/** `undefined`: this account does not see the jobs. */
async function surveysOf(
  connection: Queryable,
  schema: string,
  leaseMs: number | undefined,
  now: Instant,
): Promise<QueueSurvey[] | undefined> {
  if (whyUnseen(await accessTo(connection, schema), schema, 'job') !== undefined) return undefined;
  const rows = await connection.query<{ row: JobRow }>(
    `select to_jsonb(j) - array['data', 'return_value', 'returnvalue', 'failed_reason', 'stacktrace'] as row
     from ${quoted(schema)}.job j order by j.added_at_ms desc limit ${mostSurveyed}`,
  );
  const table = `${schema}.job`;
  const jobs = rows.map(({ row }) => storedOf(row, table, 'scan', now));
  const queues = [...new Set(jobs.map(({ queue }) => queue))].sort();
  return queues.map((queue) =>
    surveyOfJobs(
      jobs.filter((one) => one.queue === queue),
      { queue, leaseMs },
    ),
  );
}

/** Every queue, one step in the index of ids for each. */
function queuesIn(schema: string): string {
  const next = `select q.queue from ${quoted(schema)}.job q`;
  return `with recursive found(queue) as ((${next} order by q.queue limit 1)
    union all select (${next} where q.queue > f.queue order by q.queue limit 1) from found f where f.queue is not null)
    select queue from found where queue is not null`;
}

/** Entries of each job, oldest first, in the form of the stream on Redis. */
async function entriesOf(connection: Queryable, schema: string, found: FoundRows['rows']) {
  const rows = await connection.query<EventRow>(
    `select e.id::text, e.created_at_ms::text as at, e.queue, e.event, e.data from ${quoted(schema)}.event e
     join unnest($1::text[], $2::text[]) as wanted(queue, job) on e.queue = wanted.queue and e.data->>'jobId' = wanted.job
     order by e.id limit ${mostEvents}`,
    [found.map(({ row }) => String(row.queue)), found.map(({ row }) => String(row.id))],
  );
  const byJob = new Map<string, StreamEntry[]>();
  for (const row of rows) {
    const name = nameOf(row.queue, row.data?.jobId);
    byJob.set(name, [...(byJob.get(name) ?? []), ...entriesIn(row)]);
  }
  return byJob;
}

const mostEvents = 200_000;
const nameOf = (queue: unknown, id: unknown) => JSON.stringify([String(queue), String(id)]);

interface EventRow {
  readonly id: string;
  readonly at: string;
  readonly queue: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

function entriesIn({ id, at, event, data }: EventRow): StreamEntry[] {
  const texts = Object.entries(data ?? {}).filter(
    ([name, value]) => typeof value === 'string' && name !== 'returnvalue',
  );
  const entry = { id: `${at}-${id}`, fields: { ...(Object.fromEntries(texts) as Record<string, string>), event } };
  // On Redis the way back into the queue is an entry of its own.
  const back = { id: entry.id, fields: { event: 'waiting', prev: 'active' } };
  return event === 'stalled' ? [back, entry] : [entry];
}

const states: Readonly<Record<string, JobState>> = {
  ...{ completed: 'done', failed: 'dead', delayed: 'delayed', prioritized: 'waiting', 'waiting-children': 'waiting' },
  ...{ active: 'active', waiting: 'waiting', paused: 'waiting' },
};

/** The row under the names that the hash on Redis has. */
function storedOf(row: JobRow, table: string, foundBy: StoredJob['foundBy'], now: Instant): StoredJob {
  const text = (column: string) =>
    row[column] === null || row[column] === undefined ? undefined : String(row[column]);
  const all = {
    timestamp: text('added_at_ms'),
    delay: text('delay_ms'),
    processedOn: text('processed_at_ms'),
    finishedOn: text('finished_at_ms'),
    ats: text('attempts_started'),
    atm: text('attempts_made'),
    stc: text('stalled_count'),
    failedReason: text('failed_reason'),
    pb: text('processed_by'),
    deid: text('dedup_id'),
  };
  const lockedUntil = Number(row.locked_until_ms ?? Number.NaN);
  return {
    key: `${table} ${String(row.queue)}/${String(row.id)}`,
    id: String(row.id),
    queue: String(row.queue),
    foundBy,
    hash: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    options: (row.opts ?? {}) as Options,
    payload: undefined,
    isLarge: false,
    state: states[String(row.state)],
    dueAt: momentOf(text('process_at_ms')),
    lockMs: lockedUntil > now ? lockedUntil - now : undefined,
  };
}
