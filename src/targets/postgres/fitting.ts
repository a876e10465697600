// Many keys in one statement, of which some may be no value of the column: those alone are told, the others are looked up.
import { DedupeError } from '../../errors.ts';
import type { Queryable } from '../../postgres/database.ts';
import { failureOf } from '../../postgres/failure.ts';
import { rowsWith, type Table, type TableRow } from './table.ts';

/** So many wrong keys are no slip: the column is another one than the keys are for, and nobody waits for each of them. */
const mostUnfit = 100;

export interface Fitting {
  readonly rows: readonly TableRow[];
  /** Keys that the column cannot hold, each with the reason. */
  readonly unfit: ReadonlyMap<string, string>;
}

export async function rowsOfFitting(database: Queryable, table: Table, keys: readonly string[]): Promise<Fitting> {
  const rows: TableRow[] = [];
  const unfit = new Map<string, string>();
  const waiting: (readonly string[])[] = keys.length === 0 ? [] : [keys];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    try {
      rows.push(...(await rowsWith(database, table, part)));
    } catch (error) {
      const why = unfitness(error);
      if (why === undefined) throw error;
      const told = `column ${table.keyName} cannot hold this key: ${why}`;
      if (part.length === 1) unfit.set(part[0] as string, told);
      else if (unfit.size < mostUnfit) waiting.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1));
      else
        for (const key of part)
          unfit.set(key, `not looked for: ${mostUnfit} keys of its batch do not fit ${table.keyName}`);
    }
  }
  return { rows, unfit };
}

/** Class 22: a value does not fit what is done with it. */
function unfitness(error: unknown): string | undefined {
  if (!(error instanceof DedupeError) || error.code !== 'DEDUPE_DB_QUERY') return undefined;
  const failure = failureOf(error);
  return failure?.sqlState?.startsWith('22') ? failure.message : undefined;
}
