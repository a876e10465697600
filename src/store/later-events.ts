// Which events arrived after a moment? A bounded sample, the newest first, by the index on arrivals.
import * as z from 'zod/mini';
import { type Instant, toIso } from '../model/instant.ts';
import type { Database } from '../postgres/database.ts';

const row = z.object({ event_id: z.string() });

/** Event ids, each once; at most `limit` arrivals are looked at. */
export async function laterEvents(database: Database, after: Instant, limit: number): Promise<string[]> {
  const rows = await database.query(
    `select distinct event_id from (
       select event_id from dedupe.deliveries where received_at > $1 order by received_at desc limit $2
     ) newest`,
    [toIso(after), limit],
  );
  return rows.map((one) => row.parse(one).event_id);
}
