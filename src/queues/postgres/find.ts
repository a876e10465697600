// Finds jobs in a table, the cheapest way first: by id, by key, by a path in the payload of a window, by the newest.
import { type Instant, toIso } from '../../model/instant.ts';
import type { FoundBy, QueueQuestion, QueueWindow } from '../../model/queue.ts';
import type { Queryable } from '../../postgres/database.ts';
import { candidateIds, isWanted, type NamePaths, namesIn } from '../payload/names.ts';

export type JobRow = Readonly<Record<string, unknown>>;

export interface JobTable {
  /** `pgboss.job j`, with whatever is joined to it. */
  readonly source: string;
  /** The row as JSON. */
  readonly row: string;
  readonly id: string;
  /** Columns that hold a key by which the same work is told. */
  readonly keys: readonly string[];
  /** The field of `row` that holds the payload; undefined: this account may not see it. */
  readonly payload: string | undefined;
  /** The moment at which the job was added, as timestamptz. */
  readonly added: string;
  readonly limit: number;
}

export interface FoundRows {
  readonly rows: readonly { readonly row: JobRow; readonly foundBy: FoundBy }[];
  /** More jobs are there than were looked through. */
  readonly reached: boolean;
  /** Jobs whose payload is too large to be read only for what it names. */
  readonly large: number;
}

type Paths = NamePaths & { readonly job_id?: string | string[] | undefined };
type Rows = readonly { readonly row: JobRow }[];

const dayMs = 86_400_000;
/** Jobs of one event: a handful. */
const most = 500;

export async function findRows(
  connection: Queryable,
  table: JobTable,
  question: QueueQuestion,
  paths: Paths,
): Promise<FoundRows> {
  const made = candidateIds(paths.job_id, question).map(({ id }) => id);
  const found = new Map<string, FoundRows['rows'][number]>();
  const add = (rows: Rows, foundBy: FoundBy) => {
    for (const { row } of rows) {
      const name = JSON.stringify([row.queue ?? row.name, row.id]);
      if (!found.has(name)) found.set(name, { row, foundBy });
    }
  };
  const select = `select ${table.row} as row from ${table.source}`;
  const ids = [...question.jobs.map(({ id }) => id), ...made];
  if (ids.length > 0)
    add(await connection.query<Rows[number]>(`${select} where ${table.id} = any($1) limit ${most}`, [ids]), 'id');
  if (made.length > 0 && table.keys.length > 0) {
    const sameKey = table.keys.map((key) => `${key} = any($1)`).join(' or ');
    add(await connection.query<Rows[number]>(`${select} where ${sameKey} limit ${most}`, [made]), 'dedup');
  }
  const values = [...question.eventIds, ...question.sourceEventKeys];
  if (values.length === 0 || table.payload === undefined)
    return { rows: [...found.values()], reached: false, large: 0 };
  // What was added some time before the span may still have run in it.
  const { since, until } = question;
  const from = since === undefined ? '-infinity' : toIso((since - dayMs) as Instant);
  const span = [from, until === undefined ? 'infinity' : toIso(until), table.limit];
  const window = `${table.added} >= $1::timestamptz and ${table.added} <= $2::timestamptz`;
  // A payload that names a value has it as a text somewhere in it: that much the server can see, the path is looked at here.
  const rows = await connection.query<Rows[number]>(
    `select row from (${select} where ${window} order by ${table.added} desc limit $3) as newest
     where exists (select from unnest($4::text[]) value where strpos((row->'${table.payload}')::text, to_json(value)::text) > 0)
     limit ${most}`,
    [...span, values],
  );
  const payload = table.payload;
  add(
    rows.filter(({ row }) => isWanted(namesIn(row[payload], paths), question)),
    since === undefined ? 'scan' : 'path',
  );
  const [count] = await connection.query<{ more: boolean }>(
    `select count(*) > $3::int as more from (select from ${table.source} where ${window} limit $3::int + 1) as counted`,
    span,
  );
  return { rows: [...found.values()], reached: count?.more === true, large: 0 };
}

/** A payload beyond this is not read: twenty thousand of them are held at once. */
const largestPayload = 64 * 1024;

/** Every job that was added in a span, and some time before it: it may have run in it. */
export async function listRows(
  connection: Queryable,
  table: JobTable,
  { since, until }: Pick<QueueWindow, 'since' | 'until'>,
): Promise<FoundRows> {
  const from = since === undefined ? '-infinity' : toIso((since - dayMs) as Instant);
  const rows = await connection.query<{ row: JobRow; large: boolean }>(
    `select case when large then row - $5::text else row end as row, large from (
       select row, coalesce(octet_length((row->$5::text)::text) > $4::int, false) as large from (
         select ${table.row} as row from ${table.source}
         where ${table.added} >= $1::timestamptz and ${table.added} <= $2::timestamptz
         order by ${table.added} desc limit $3::int + 1) as newest) as measured`,
    [from, until === undefined ? 'infinity' : toIso(until), table.limit, largestPayload, table.payload ?? 'payload'],
  );
  const read = rows.slice(0, table.limit);
  return {
    rows: read.map(({ row }) => ({ row, foundBy: 'scan' })),
    reached: rows.length > table.limit,
    large: read.filter(({ large }) => large).length,
  };
}
