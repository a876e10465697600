// Does anybody write this schema? Looked at in its newest rows, so that a table of any size costs the same.
import * as z from 'zod/mini';
import type { Queryable } from '../postgres/database.ts';

const shape = z.object({
  events: z.boolean(),
  deliveries: z.boolean(),
  answers: z.boolean(),
  attempts: z.boolean(),
  effects: z.boolean(),
});

export type InUse = z.output<typeof shape>;

/** `answers`: one of the newest arrivals was answered, and its event is registered. */
export async function readInUse(database: Queryable): Promise<InUse> {
  const [row] = await database.query(
    `with newest as (select event_id, workspace_id, provider, answered_at from dedupe.deliveries
       order by received_at desc limit 1000)
     select exists (select from dedupe.inbound_events) as events, exists (select from newest) as deliveries,
       exists (select from newest n join dedupe.inbound_events e using (event_id, workspace_id, provider)
         where n.answered_at is not null) as answers,
       exists (select from dedupe.attempts) as attempts, exists (select from dedupe.operations) as effects`,
  );
  return shape.parse(row);
}
