// Jobs whose payload names an event, and all jobs of a span. The server looks for the name as a text, which is much cheaper
// than to read every payload; at which path it stands is looked at by whoever asks.
import { type Instant, toIso } from '../../model/instant.ts';
import type { QueueWindow } from '../../model/queue.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type FoundRows, fieldOf, type JobRow, type JobTable, most, type Rows, selectFrom } from './table.ts';

export interface Searched {
  readonly rows: Rows;
  readonly reached: FoundRows['reached'];
}

type Span = Pick<QueueWindow, 'since' | 'until'>;

const dayMs = 86_400_000;
/** So far from a job that was found another one of its event is looked for. */
const nearMs = 3_600_000;

/** What was added some time before the span may still have run in it. */
function endsOf({ since, until }: Span): [string, string] {
  const from = since === undefined ? '-infinity' : toIso((since - dayMs) as Instant);
  return [from, until === undefined ? 'infinity' : toIso(until)];
}

export async function searchNewest(
  connection: Queryable,
  table: JobTable,
  values: readonly string[],
  span: Span,
): Promise<Searched> {
  const { rows, isCut } = await naming(connection, table, values, endsOf(span));
  return { rows, reached: isCut ? 'limit' : undefined };
}

/** Beside jobs that an id or a key led to; `moments`: when they were added. */
export async function searchNear(
  connection: Queryable,
  table: JobTable,
  values: readonly string[],
  moments: readonly number[],
): Promise<Searched> {
  const ends = [Math.min(...moments) - nearMs, Math.max(...moments) + nearMs].map((at) => toIso(at as Instant));
  const { rows, isCut } = await naming(connection, table, values, ends);
  const outside = `${table.added} < $1::timestamptz or ${table.added} > $2::timestamptz`;
  const [others] = await connection.query<{ there: boolean }>(
    `select exists (select from ${table.source} where ${outside}) as there`,
    ends,
  );
  return { rows, reached: isCut || others?.there === true ? 'near' : undefined };
}

async function naming(connection: Queryable, table: JobTable, values: readonly string[], ends: readonly string[]) {
  const { source, added, limit, payload } = table;
  // Where the span holds more than the limit: the moment of the last one that is left out.
  const [cut] = await connection.query<{ at: string }>(
    `select ${added}::text as at from ${source} where ${added} >= $1::timestamptz and ${added} <= $2::timestamptz
     order by ${added} desc offset $3 limit 1`,
    [...ends, limit],
  );
  const rows = await connection.query<Rows[number]>(
    `${selectFrom(table)} where ${added} ${cut ? '>' : '>='} $1::timestamptz and ${added} <= $2::timestamptz
       and exists (select from unnest($3::text[]) value where strpos(${payload}::text, to_json(value)::text) > 0)
     limit ${most}`,
    [cut?.at ?? ends[0], ends[1], values],
  );
  return { rows, isCut: cut !== undefined };
}

/** A payload beyond this is not read: twenty thousand of them are held at once. */
const largestPayload = 64 * 1024;

/** Every job that was added in a span, and some time before it: it may have run in it. */
export async function listRows(connection: Queryable, table: JobTable, span: Span): Promise<FoundRows> {
  const rows = await connection.query<{ row: JobRow; large: boolean }>(
    `select case when large then row - $5::text else row end as row, large from (
       select row, coalesce(octet_length((row->$5::text)::text) > $4::int, false) as large from (
         select ${table.row} as row from ${table.source}
         where ${table.added} >= $1::timestamptz and ${table.added} <= $2::timestamptz
         order by ${table.added} desc limit $3::int + 1) as newest) as measured`,
    [...endsOf(span), table.limit, largestPayload, fieldOf(table.payload ?? 'payload')],
  );
  const read = rows.slice(0, table.limit);
  return {
    rows: read.map(({ row }) => ({ row, foundBy: 'scan' })),
    reached: rows.length > table.limit ? 'limit' : undefined,
    large: read.filter(({ large }) => large).length,
  };
}
