// pg-boss on PostgreSQL, versions 10 to 12. Its tables are read as they lie: starting the library makes or migrates them.
// Shown on 10.4.2, 11.1.2 and 12.38.0: a second start writes over the first one's time; `start_after` is when the first was given up.
import * as z from 'zod/mini';
import type { QueueAdapter, QueueAnswer, QueuedJob, Unseen } from '../model/queue.ts';
import type { Queryable } from '../postgres/database.ts';
import { namesOf } from './payload/names.ts';
import { bossJob, copiesAmong, startsOf } from './pg-boss/job.ts';
import { surveysOf } from './pg-boss/survey.ts';
import { postgresQueue, serverNow, whyUnseen } from './postgres/queue.ts';
import { accessTo, postgresSettings, quoted } from './postgres/reader.ts';
import type { JobRow } from './postgres/table.ts';
import { forgotten, unseenIn } from './postgres/unseen.ts';

const settings = z.strictObject(postgresSettings);
type Settings = z.output<typeof settings>;

export const pgBoss: QueueAdapter<Settings> = {
  id: 'pg-boss',
  title: 'pg-boss on PostgreSQL',
  settings,
  open: (given, world) =>
    postgresQueue(
      given,
      world,
      'pgboss',
      async ({ connection, schema, limit, leaseMs, made, isMeant, ...look }) => {
        const access = await accessTo(connection, schema);
        const blind = whyUnseen(access, schema, 'job');
        if (blind !== undefined) return blind;
        if (!look.isAsked) return { jobs: [], visibility: 'proved', unseen: [], history: undefined };
        const unseen: Unseen[] = [];
        const jobs: QueuedJob[] = [];
        let visibility: QueueAnswer['visibility'] = 'proved';
        const now = await serverNow(connection, world);
        const asked = new Set(look.question.jobs.map(({ id }) => id));
        // Version 10 moves what has ended to an archive, after 12 h where nobody says otherwise.
        for (const name of ['job', 'archive'].filter((one) => access[one] !== undefined)) {
          const hidden = whyUnseen(access, schema, name);
          if (hidden !== undefined) {
            unseen.push(...hidden.unseen);
            visibility = 'unknown';
            continue;
          }
          const where = `${schema}.${name}`;
          const table = {
            ...{ source: `${quoted(schema)}.${name} j`, row: 'to_jsonb(j)', id: 'j.id', idType: 'uuid' as const },
            ...{ keys: ['j.singleton_key'], payload: 'j.data', added: 'j.created_on', limit },
            // Each index begins with the queue.
            within: access.queue?.readable
              ? { column: 'j.name', all: `select name from ${quoted(schema)}.queue` }
              : undefined,
          };
          const found = await look.rows(table);
          const rows = found.rows.filter(({ row }) => isMeant(row.name));
          const copies = copiesAmong(rows.map(({ row }) => row));
          for (const { row, foundBy } of rows) {
            const isCopy = !asked.has(String(row.id)) && copies.has(row);
            const names = namesOf(row.data, given, made, [row.id, row.singleton_key]);
            if (isCopy && !look.isList) unseen.push(deadLetter(row));
            else if (!isCopy) jobs.push(bossJob(row, { names, foundBy, leaseMs, now, where }));
          }
          if (look.isList && copies.size > 0) unseen.push(deadLetters([...copies]));
          unseen.push(...unseenIn(found, where, limit));
        }
        if (jobs.length === 0 && !look.isList)
          unseen.push(forgotten(await removalOf(connection, schema, access.archive !== undefined)));
        return { jobs, visibility, unseen, history: undefined };
      },
      {
        version: { title: 'pg-boss tables of version', table: 'version', reads: 'max(version)' },
        queues: { table: 'queue', select: (schema) => `select name as queue from ${quoted(schema)}.queue` },
        survey: surveysOf,
      },
    ),
};

/** The copy is no second add by the app: what its own row tells of its starts is told beside the job. */
function deadLetter(row: JobRow): Unseen {
  const name = `${String(row.name)}/${String(row.id)}`;
  const starts = startsOf(row);
  const there =
    starts === 0
      ? 'which has not been started there'
      : `which was started there ${starts === 1 ? 'once' : `${starts} times`}`;
  return {
    reason: `the job was given up and copied to the dead letters as ${name}, ${there}`,
    wouldSettle:
      starts === 0
        ? 'whether somebody sent it anew from there'
        : `what that made: \`dedupe trace job:${name}\` shows its starts`,
  };
}

function deadLetters(rows: readonly JobRow[]): Unseen {
  const started = rows.filter((row) => startsOf(row) > 0).length;
  return {
    reason: `${rows.length} jobs were given up and copied to the dead letters; ${started} of these copies were started there`,
    wouldSettle: 'what those starts made, and whether somebody sent others anew from there',
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
