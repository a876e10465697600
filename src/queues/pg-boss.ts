// pg-boss on PostgreSQL, versions 10 to 12. Its tables are read as they lie: starting the library makes or migrates them.
// Shown on 10.4.2 and 12.38.0: a second start writes over the first one's time; `start_after` is when the first was given up.
import * as z from 'zod/mini';
import type { Queue, QueueAdapter, QueueAnswer, QueuedJob, Unseen } from '../model/queue.ts';
import { parseSpan } from '../model/span.ts';
import type { Queryable } from '../postgres/database.ts';
import { namesIn } from './payload/names.ts';
import { bossJob, isCopyOf } from './pg-boss/job.ts';
import { findRows, type JobRow } from './postgres/find.ts';
import { accessTo, postgresSettings, queueReader, quoted } from './postgres/reader.ts';
import { absent, forgotten, isAsked, refused, secured, tooMany } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

const usualLimit = 100_000;

export const pgBoss: QueueAdapter<Settings> = {
  id: 'pg-boss',
  title: 'pg-boss on PostgreSQL',
  settings,
  open(given, world): Queue {
    const reader = queueReader(given, world);
    const schema = given.schema ?? 'pgboss';
    const wanted = given.queues === undefined ? undefined : new Set([given.queues].flat());
    return {
      place: `${reader.place}, schema ${schema}`,
      find: (question, signal) =>
        reader.read(signal, async (connection): Promise<QueueAnswer> => {
          const access = await accessTo(connection, schema);
          if (access.job === undefined) return absent(schema, 'job');
          if (!access.job.readable) return refused(schema, 'job');
          if (access.job.secured) return secured(schema, 'job');
          if (!isAsked(question)) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
          const unseen: Unseen[] = [];
          const jobs: QueuedJob[] = [];
          const limit = given.scan_limit ?? usualLimit;
          // Version 10 moves what has ended to an archive, after 12 h where nobody says otherwise.
          for (const table of ['job', 'archive']) {
            const own = access[table];
            if (own === undefined) continue;
            if (!own.readable || own.secured) {
              unseen.push(...(own.readable ? secured(schema, table) : refused(schema, table)).unseen);
              continue;
            }
            const found = await findRows(
              connection,
              {
                ...{ source: `${quoted(schema)}.${table} j`, row: 'to_jsonb(j)', id: 'j.id::text', payload: 'data' },
                ...{ keys: ['j.singleton_key'], added: 'j.created_on', limit },
              },
              question,
              given,
            );
            const asked = new Set(question.jobs.map(({ id }) => id));
            const rows = found.rows.filter(({ row }) => wanted?.has(String(row.name)) ?? true);
            const kept = rows.filter(
              ({ row }) => asked.has(String(row.id)) || !rows.some((one) => isCopyOf(row, one.row)),
            );
            const leaseMs = given.lease === undefined ? undefined : parseSpan(given.lease);
            for (const { row, foundBy } of kept)
              jobs.push(
                bossJob(row, { names: namesIn(row.data, given), foundBy, leaseMs, where: `${schema}.${table}` }),
              );
            unseen.push(...rows.filter((one) => !kept.includes(one)).map(({ row }) => deadLetter(row)));
            if (found.reached && found.rows.length === 0) unseen.push(tooMany(`${schema}.${table}`, limit));
          }
          if (jobs.length === 0)
            unseen.push(forgotten(await removalOf(connection, schema, access.archive !== undefined)));
          return { jobs, visibility: 'proved', unseen, history: undefined };
        }),
      close: async () => {},
    };
  },
};

function deadLetter(row: JobRow): Unseen {
  return {
    reason: `the job was given up and copied to the dead letters as ${String(row.name)}/${String(row.id)}`,
    wouldSettle: 'whether somebody ran it from there',
  };
}

async function removalOf(connection: Queryable, schema: string, isArchived: boolean): Promise<string> {
  if (isArchived) return 'one that has ended is archived after 12 h and deleted after 7 days, unless set otherwise';
  const [row] = await connection.query<{ days: string | null }>(
    `select max((to_jsonb(q)->>'deletion_seconds')::float8 / 86400)::text as days from ${quoted(schema)}.queue q`,
  );
  return row?.days
    ? `one that has ended is deleted after ${Number(row.days)} days`
    : 'one that has ended is deleted after a time';
}
