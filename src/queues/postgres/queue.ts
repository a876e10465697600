// What every queue in PostgreSQL has in common: its settings, and one look in one transaction under an account that sees its rows.
import { DedupeError } from '../../errors.ts';
import { type Instant, parseInstant } from '../../model/instant.ts';
import type { Queue, QueueAbout, QueueAnswer, QueueQuestion, QueueWorld } from '../../model/queue.ts';
import type { QueueSurvey } from '../../model/queue-survey.ts';
import { parseSpan } from '../../model/span.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type Candidate, candidateIds } from '../payload/names.ts';
import { findRows } from './find.ts';
import { accessTo, type PostgresSettings, queueReader, quoted, type TableAccess } from './reader.ts';
import { listRows } from './search.ts';
import type { FoundRows, JobTable } from './table.ts';
import { absent, isAsked, refused, secured } from './unseen.ts';

export interface Look {
  readonly connection: Queryable;
  readonly schema: string;
  /** Of one event; empty when every job of a span is asked for. */
  readonly question: QueueQuestion;
  readonly isList: boolean;
  /** Anything at all is asked. */
  readonly isAsked: boolean;
  /** The rows that are asked for, by whichever way leads to them. */
  rows(table: JobTable): Promise<FoundRows>;
  /** Jobs that are looked through at most. */
  readonly limit: number;
  /** As the configuration says, where nothing stored does. */
  readonly leaseMs: number | undefined;
  /** Ids and keys that a job of these events could have been given. */
  readonly made: readonly Candidate[];
  /** Is the queue of this name one that the configuration means? */
  isMeant(queue: unknown): boolean;
}

const usualLimit = 100_000;

/** What not every queue keeps. */
export interface Also {
  readonly version?: KeptVersion;
  /** Where the names of all queues stand, one each in the column `queue`. */
  readonly queues?: { readonly table: string; readonly select: (schema: string) => string };
  /** Undefined, as an answer: the account does not see the jobs. */
  readonly survey?: (
    connection: Queryable,
    schema: string,
    leaseMs: number | undefined,
    now: Instant,
  ) => Promise<readonly QueueSurvey[] | undefined>;
}

export function postgresQueue(
  given: PostgresSettings,
  world: QueueWorld,
  usualSchema: string,
  find: (look: Look) => Promise<QueueAnswer>,
  also: Also = {},
): Queue {
  const { version, survey, queues } = also;
  const reader = queueReader(given, world);
  const schema = given.schema ?? usualSchema;
  const names = given.queues === undefined ? undefined : new Set([given.queues].flat());
  const { lease, scan_limit: limit = usualLimit } = given;
  const leaseMs = lease === undefined ? undefined : parseSpan(lease);
  const lookAt = (connection: Queryable, question: QueueQuestion, most: number) => ({
    ...{ connection, schema, question, limit: most },
    leaseMs,
    made: candidateIds(given.job_id, question),
    isMeant: (queue: unknown) => names?.has(String(queue)) ?? true,
  });
  return {
    place: `${reader.place}, schema ${schema}`,
    find: (question, signal) =>
      reader.read(signal, (connection) =>
        find({
          ...lookAt(connection, question, limit),
          ...{ isList: false, isAsked: isAsked(question) },
          rows: (table) => findRows(connection, table, question, given),
        }),
      ),
    list: (window, signal) =>
      reader.read(signal, (connection) =>
        find({
          ...lookAt(connection, { ...nobody, ...window }, Math.min(limit, window.limit)),
          ...{ isList: true, isAsked: true },
          rows: (table) => listRows(connection, table, window),
        }),
      ),
    names: (signal) =>
      reader.read(signal, async (connection) => {
        const found = await namesIn(connection, schema, queues);
        return names === undefined ? found : (found?.filter((one) => names.has(one)) ?? [...names]);
      }),
    about: (signal) => reader.read(signal, (connection) => aboutOf(connection, schema, version)),
    ...(survey && {
      async survey(signal: AbortSignal) {
        const surveys = await reader.read(signal, (connection) => survey(connection, schema, leaseMs, world.now()));
        const own = surveys?.filter(({ queue }) => names?.has(queue) ?? true);
        if (own) return own;
        throw new DedupeError('DEDUPE_QUEUE_REFUSED', `the jobs in the schema ${schema} are hidden from this account`);
      },
    }),
    close: async () => {},
  };
}

const nobody = { eventIds: [], sourceEventKeys: [], jobs: [] };

async function namesIn(connection: Queryable, schema: string, queues: Also['queues']): Promise<string[] | undefined> {
  const access = queues && (await accessTo(connection, schema))[queues.table];
  if (!queues || !access?.readable || access.secured) return undefined;
  const rows = await connection.query<{ queue: string }>(queues.select(schema));
  return rows.map(({ queue }) => queue);
}

/** Where the library writes down which form its tables have; `reads` is an aggregate over that table. */
export interface KeptVersion {
  readonly title: string;
  readonly table: string;
  readonly reads: string;
}

async function aboutOf(connection: Queryable, schema: string, kept: KeptVersion | undefined): Promise<QueueAbout> {
  const [row] = await connection.query<{ server: string; now: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as server, to_json(clock_timestamp()) #>> '{}' as now`,
  );
  const versions = [`PostgreSQL ${row?.server}`];
  const access = kept && (await accessTo(connection, schema))[kept.table];
  if (kept && access && (!access.readable || access.secured))
    versions.push('the version of its tables is not readable by this account');
  else if (kept && access) {
    const [own] = await connection.query<{ version: string | null }>(
      `select (${kept.reads})::text as version from ${quoted(schema)}.${quoted(kept.table)}`,
    );
    if (own?.version) versions.push(`${kept.title} ${own.version}`);
  }
  return { version: versions.join(', '), now: row && parseInstant(row.now) };
}

/** By the clock that stamps the rows. */
export async function serverNow(connection: Queryable, world: Pick<QueueWorld, 'now'>): Promise<Instant> {
  const [clock] = await connection.query<{ now: Date }>('select now() as now');
  return (clock?.now.getTime() ?? world.now()) as Instant;
}

/** Undefined: this account sees every row of the table. */
export function whyUnseen(access: TableAccess, schema: string, table: string): QueueAnswer | undefined {
  const own = access[table];
  if (own === undefined) return absent(schema, table);
  if (!own.readable) return refused(schema, table);
  return own.secured ? secured(schema, table) : undefined;
}
