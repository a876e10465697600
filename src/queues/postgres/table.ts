// A table of jobs as the look-ups see it: which column is what, and the rows that they give.
import type { FoundBy } from '../../model/queue.ts';

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
