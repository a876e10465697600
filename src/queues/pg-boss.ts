// pg-boss on PostgreSQL, versions 10 to 12. Its tables are read as they lie: starting the library makes or migrates them.
// Shown on 10.4.2 and 12.38.0: a second start writes over the first one's time; `start_after` is when the first was given up.
import * as z from 'zod/mini';
import type { QueueAdapter, QueueAnswer, QueuedJob, Unseen } from '../model/queue.ts';
import type { Queryable } from '../postgres/database.ts';
import { namesOf } from './payload/names.ts';
import { bossJob, isCopyOf } from './pg-boss/job.ts';
import { surveysOf } from './pg-boss/survey.ts';
import { findRows, type JobRow } from './postgres/find.ts';
import { type Look, postgresQueue, whyUnseen } from './postgres/queue.ts';
import { accessTo, postgresSettings, quoted } from './postgres/reader.ts';
import { forgotten, isAsked, tooMany } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

export const pgBoss: QueueAdapter<Settings> = {
  id: 'pg-boss',
  title: 'pg-boss on PostgreSQL',
  settings,
  open: (given, world) => postgresQueue(given, world, 'pgboss', find(given), surveysOf),
};

function find(given: Settings): (look: Look) => Promise<QueueAnswer> {
  return async ({ connection, schema, question, limit, leaseMs, made, isMeant }) => {
    const access = await accessTo(connection, schema);
    const blind = whyUnseen(access, schema, 'job');
    if (blind !== undefined) return blind;
    if (!isAsked(question)) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
    const unseen: Unseen[] = [];
    const jobs: QueuedJob[] = [];
    const asked = new Set(question.jobs.map(({ id }) => id));
    // Version 10 moves what has ended to an archive, after 12 h where nobody says otherwise.
    for (const name of ['job', 'archive'].filter((one) => access[one] !== undefined)) {
      const hidden = whyUnseen(access, schema, name);
      if (hidden !== undefined) {
        unseen.push(...hidden.unseen);
        continue;
      }
      const where = `${schema}.${name}`;
      const table = {
        ...{ source: `${quoted(schema)}.${name} j`, row: 'to_jsonb(j)', id: 'j.id::text', payload: 'data' },
        ...{ keys: ['j.singleton_key'], added: 'j.created_on', limit },
      };
      const found = await findRows(connection, table, question, given);
      const rows = found.rows.filter(({ row }) => isMeant(row.name));
      for (const { row, foundBy } of rows) {
        const isCopy = !asked.has(String(row.id)) && rows.some((one) => isCopyOf(row, one.row));
        const names = namesOf(row.data, given, made, [row.id, row.singleton_key]);
        if (isCopy) unseen.push(deadLetter(row));
        else jobs.push(bossJob(row, { names, foundBy, leaseMs, where }));
      }
      if (found.reached) unseen.push(tooMany(where, limit));
    }
    if (jobs.length === 0) unseen.push(forgotten(await removalOf(connection, schema, access.archive !== undefined)));
    return { jobs, visibility: 'proved', unseen, history: undefined };
  };
}

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
