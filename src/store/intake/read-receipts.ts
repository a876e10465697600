// What stands in the database for deliveries whose event was there already? Asked after the insert, whose snapshot is older.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

const statement = `select d.delivery_id, d.disposition, e.source_event_key, e.result_id
  from unnest($1::text[], $2::text[]) as asked(delivery_id, workspace_id)
  join dedupe.deliveries d using (delivery_id, workspace_id)
  left join dedupe.inbound_events e using (event_id, workspace_id, provider)`;

const shape = z.object({
  delivery_id: z.string(),
  disposition: z.nullable(z.enum(['accepted', 'duplicate', 'filtered', 'refused'])),
  source_event_key: z.nullable(z.string()),
  result_id: z.nullable(z.string()),
});
export type Receipt = z.output<typeof shape>;

export async function readReceipts(
  database: Queryable,
  deliveries: readonly { readonly delivery_id: string; readonly workspace_id: string }[],
): Promise<Receipt[]> {
  const ids = deliveries.map((one) => one.delivery_id);
  const workspaces = deliveries.map((one) => one.workspace_id);
  return (await database.query(statement, [ids, workspaces])).map((row) => shape.parse(row));
}
