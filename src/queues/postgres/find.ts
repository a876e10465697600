// Finds jobs in a table, the cheapest way first: by id, by key, by a name in the payload.
import type { FoundBy, QueueQuestion } from '../../model/queue.ts';
import type { Queryable } from '../../postgres/database.ts';
import { candidateIds, isWanted, type NamePaths, namesIn } from '../payload/names.ts';
import { searchNear, searchNewest } from './search.ts';

export type JobRow = Readonly<Record<string, unknown>>;

export interface JobTable {
  /** `pgboss.job j`, with whatever is joined to it. */
  readonly source: string;
  /** The row as JSON. */
  readonly row: string;
  readonly id: string;
  /** Values of another form are the id of no job here. */
  readonly idType: 'uuid' | 'bigint' | 'text';
  /** Where the index of ids begins with the queue: its column, and a SELECT of every queue. */
  readonly within?: { readonly column: string; readonly all: string } | undefined;
  /** Columns that hold a key by which the same work is told. */
  readonly keys: readonly string[];
  /** The column that holds the payload; undefined: this account may not see it. */
  readonly payload: string | undefined;
  /** The moment at which the job was added, as timestamptz. */
  readonly added: string;
  readonly limit: number;
}

export interface FoundRows {
  readonly rows: readonly { readonly row: JobRow; readonly foundBy: FoundBy }[];
  /** More jobs are there than were looked through: than the limit, or outside the hour around one that was found. */
  readonly reached: 'limit' | 'near' | undefined;
  /** Jobs whose payload is too large to be read only for what it names. */
  readonly large: number;
}

type Paths = NamePaths & { readonly job_id?: string | string[] | undefined };
/** `at`: when it was added, in milliseconds. */
export type Rows = readonly { readonly row: JobRow; readonly at: number }[];

/** Jobs of one event: a handful. */
export const most = 500;

/** `j.data` is `data` in the row. */
export function fieldOf(column: string): string {
  return column.slice(column.lastIndexOf('.') + 1);
}

export function selectFrom({ row, added, source }: JobTable): string {
  return `select ${row} as row, (extract(epoch from ${added}) * 1000)::float8 as at from ${source}`;
}

export async function findRows(
  connection: Queryable,
  table: JobTable,
  question: QueueQuestion,
  paths: Paths,
): Promise<FoundRows> {
  const made = candidateIds(paths.job_id, question);
  const keys = made.map(({ id }) => id);
  const found = new Map<string, FoundRows['rows'][number]>();
  const moments: number[] = [];
  const add = (rows: Rows, foundBy: FoundBy) => {
    for (const { row, at } of rows) {
      const name = JSON.stringify([row.queue ?? row.name, row.id]);
      if (found.has(name)) continue;
      found.set(name, { row, foundBy });
      moments.push(at);
    }
  };
  add(await withIds(connection, table, [...question.jobs.map(({ id }) => id), ...keys]), 'id');
  if (keys.length > 0 && table.keys.length > 0) {
    const sameKey = table.keys.map((key) => `${key} = any($1)`).join(' or ');
    add(await connection.query<Rows[number]>(`${selectFrom(table)} where ${sameKey} limit ${most}`, [keys]), 'dedup');
  }
  const values = [...question.eventIds, ...question.sourceEventKeys];
  const { payload } = table;
  if (values.length === 0 || payload === undefined) return { rows: [...found.values()], reached: undefined, large: 0 };
  const namesOf = (row: JobRow) => namesIn(row[fieldOf(payload)], paths);
  const known = [...found.values()].flatMap(({ row }) => {
    const own = [row.id, ...table.keys.map((key) => row[fieldOf(key)])].map(String);
    const meant = made.filter(({ id }) => own.includes(id));
    return [namesOf(row), ...meant].flatMap(({ eventId, sourceEventKey }) => [eventId, sourceEventKey]);
  });
  const isFound = values.every((value) => known.includes(value));
  const search = isFound
    ? await searchNear(connection, table, values, moments)
    : await searchNewest(connection, table, values, question);
  const foundBy = isFound || question.since !== undefined ? 'path' : 'scan';
  add(
    search.rows.filter(({ row }) => isWanted(namesOf(row), question)),
    foundBy,
  );
  return { rows: [...found.values()], reached: search.reached, large: 0 };
}

const forms = { uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, bigint: /^\d{1,18}$/, text: /^/ };

async function withIds(connection: Queryable, table: JobTable, ids: readonly string[]): Promise<Rows> {
  const own = ids.filter((id) => forms[table.idType].test(id));
  if (own.length === 0) return [];
  const inQueues = table.within ? `${table.within.column} = any(array(${table.within.all})) and ` : '';
  const sameId = `${table.id} = any($1::${table.idType}[])`;
  return connection.query<Rows[number]>(`${selectFrom(table)} where ${inQueues}${sameId} limit ${most}`, [own]);
}
