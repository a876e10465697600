// Finds jobs in a table, the cheapest way first: by id, by key, by a name in the payload.
import type { FoundBy, QueueQuestion } from '../../model/queue.ts';
import type { Queryable } from '../../postgres/database.ts';
import { candidateIds, isWanted, type NamePaths, namesIn } from '../payload/names.ts';
import { searchNear, searchNewest } from './search.ts';
import { type FoundRows, fieldOf, type JobRow, type JobTable, most, type Rows, selectFrom } from './table.ts';

type Paths = NamePaths & { readonly job_id?: string | string[] | undefined };
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
      const name = JSON.stringify([queueOf(row), row.id]);
      if (found.has(name)) continue;
      found.set(name, { row, foundBy });
      moments.push(at);
    }
  };
  const same = await withIds(connection, table, [...question.jobs.map(({ id }) => id), ...keys]);
  // Numbers and made-up ids stand in several queues: only that of the queue that was asked for is meant.
  const isMeant = (row: JobRow) =>
    keys.includes(String(row.id)) ||
    question.jobs.some(({ queue, id }) => id === String(row.id) && (queue ?? queueOf(row)) === queueOf(row));
  add(
    same.filter(({ row }) => isMeant(row)),
    'id',
  );
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

const queueOf = (row: JobRow) => row.queue ?? row.name;

const forms = { uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, bigint: /^\d{1,18}$/, text: /^/ };

async function withIds(connection: Queryable, table: JobTable, ids: readonly string[]): Promise<Rows> {
  const own = ids.filter((id) => forms[table.idType].test(id));
  if (own.length === 0) return [];
  const inQueues = table.within ? `${table.within.column} = any(array(${table.within.all})) and ` : '';
  const sameId = `${table.id} = any($1::${table.idType}[])`;
  return connection.query<Rows[number]>(`${selectFrom(table)} where ${inQueues}${sameId} limit ${most}`, [own]);
}
