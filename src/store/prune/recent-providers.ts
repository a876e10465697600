// Whose events arrive here? From the newest arrivals, by their index.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

const shape = z.object({ provider: z.string() });

export async function recentProviders(database: Queryable): Promise<string[]> {
  const rows = await database.query(
    `select distinct provider from (
       select provider from dedupe.deliveries order by received_at desc limit 10000) newest order by 1`,
  );
  return rows.map((row) => shape.parse(row).provider);
}
