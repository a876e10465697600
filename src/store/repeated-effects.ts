// Keys that have more than one effect already: asked only where the index that forbids it is not whole, since it reads the tables.
import * as z from 'zod/mini';
import type { Database } from '../postgres/database.ts';

export interface RepeatedEffects {
  readonly table: 'tasks' | 'operations';
  /** Keys with several rows, up to a bound. */
  readonly keys: number;
  readonly example: string;
}

const mostKeys = 1000;
const row = z.object({ keys: z.coerce.number(), example: z.nullable(z.string()) });

export async function readRepeatedEffects(database: Database): Promise<RepeatedEffects[]> {
  const found: RepeatedEffects[] = [];
  for (const table of ['tasks', 'operations'] as const) {
    const [there] = await database.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `dedupe.${table}`,
    ]);
    if (!there?.there) continue;
    // An index may lie about what it holds, and this is about the rows.
    const rows = await database.transaction(async (connection) => {
      await connection.query('set local enable_indexscan = off');
      await connection.query('set local enable_indexonlyscan = off');
      await connection.query('set local enable_bitmapscan = off');
      return connection.query(
        `select count(*) as keys, min(source_event_key) as example from (
           select source_event_key from dedupe.${table} group by source_event_key, workspace_id
           having count(*) > 1 limit ${mostKeys}) several`,
      );
    });
    const { keys, example } = row.parse(rows[0]);
    if (keys > 0) found.push({ table, keys, example: example ?? '' });
  }
  return found;
}
