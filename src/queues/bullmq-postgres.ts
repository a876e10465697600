// BullMQ 6 on its PostgreSQL backend. Rows are read as they lie; the table of events keeps each start.
// Shown on 6.7.0 with PostgreSQL 15.
import * as z from 'zod/mini';
import type { Instant } from '../model/instant.ts';
import type { JobState, QueueAdapter, QueuedJob, Unseen } from '../model/queue.ts';
import type { Queryable } from '../postgres/database.ts';
import { historyOf, type StreamEntry } from './bullmq/history.ts';
import { jobOf } from './bullmq/job.ts';
import type { Options } from './bullmq/limits.ts';
import type { StoredJob } from './bullmq/read-job.ts';
import { namesOf } from './payload/names.ts';
import { findRows, type JobRow } from './postgres/find.ts';
import { postgresQueue, whyUnseen } from './postgres/queue.ts';
import { accessTo, postgresSettings, quoted } from './postgres/reader.ts';
import { forgotten, isAsked, tooMany } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

export const bullmqPostgres: QueueAdapter<Settings> = {
  id: 'bullmq-postgres',
  title: 'BullMQ on PostgreSQL',
  settings,
  open: (given, world) =>
    postgresQueue(given, world, 'bullmq', async ({ connection, schema, question, limit, leaseMs, made, isMeant }) => {
      const access = await accessTo(connection, schema);
      const blind = whyUnseen(access, schema, 'job');
      if (blind !== undefined) return blind;
      if (!isAsked(question)) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
      const table = {
        ...{ source: `${quoted(schema)}.job j`, row: 'to_jsonb(j)', id: 'j.id', keys: ['j.dedup_id'], payload: 'data' },
        ...{ added: 'to_timestamp(j.added_at_ms / 1000.0)', limit },
      };
      const found = await findRows(connection, table, question, given);
      const noHistory = whyUnseen(access, schema, 'event');
      const jobs: QueuedJob[] = [];
      for (const { row, foundBy } of found.rows.filter((one) => isMeant(one.row.queue))) {
        const entries = noHistory === undefined ? await entriesOf(connection, schema, row) : [];
        const names = namesOf(row.data, given, made, [row.id, row.dedup_id]);
        const stored = storedOf(row, `${schema}.job`, foundBy, world.now());
        const history = historyOf(entries, `${schema}.event`);
        jobs.push(jobOf(stored, { names, leaseMs, now: world.now(), history }));
      }
      const unseen: Unseen[] = [...(noHistory?.unseen ?? [])];
      if (found.reached) unseen.push(tooMany(`${schema}.job`, limit));
      if (jobs.length === 0) unseen.push(forgotten('one that was removed when it ended leaves no row'));
      return { jobs, visibility: 'proved', unseen, history: undefined };
    }),
};

/** Entries of one job, oldest first, in the form of the stream on Redis. */
async function entriesOf(connection: Queryable, schema: string, row: JobRow): Promise<StreamEntry[]> {
  const rows = await connection.query<{
    id: string;
    at: string;
    event: string;
    data: Readonly<Record<string, unknown>> | null;
  }>(
    `select id::text, created_at_ms::text as at, event, data from ${quoted(schema)}.event
     where queue = $1 and data->>'jobId' = $2 order by id limit 2000`,
    [row.queue, row.id],
  );
  return rows.flatMap(({ id, at, event, data }) => {
    const texts = Object.entries(data ?? {}).filter(
      ([name, value]) => typeof value === 'string' && name !== 'returnvalue',
    );
    const entry = { id: `${at}-${id}`, fields: { ...(Object.fromEntries(texts) as Record<string, string>), event } };
    // On Redis the way back into the queue is an entry of its own.
    const back = { id: entry.id, fields: { event: 'waiting', prev: 'active' } };
    return event === 'stalled' ? [back, entry] : [entry];
  });
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
    state: states[String(row.state)],
    lockMs: lockedUntil > now ? lockedUntil - now : undefined,
  };
}
