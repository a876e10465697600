// The worker still lives: its leases end later. What is missing from the answer is no longer its own.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { claimColumns, claimRows, type EventClaim, isHeld } from './event-claim.ts';

const statement = `update dedupe.inbound_events e
  set lease_expires_at = clock_timestamp() + $2::float8 * interval '1 ms',
      available_at = clock_timestamp() + $2::float8 * interval '1 ms'
  from jsonb_to_recordset($1::jsonb) as g(${claimColumns})
  where ${isHeld('e', 'g')}
  returning e.provider, e.workspace_id, e.event_id, e.attempt_count as attempt`;

const shape = z.object({ provider: z.string(), workspace_id: z.string(), event_id: z.string(), attempt: z.number() });

export async function extendLeases(
  database: Queryable,
  claims: readonly EventClaim[],
  leaseMs: number,
): Promise<EventClaim[]> {
  const rows = await database.query(statement, [claimRows(claims), leaseMs]);
  return rows
    .map((row) => shape.parse(row))
    .map(({ provider, workspace_id, event_id, attempt }) => ({
      provider,
      workspaceId: workspace_id,
      eventId: event_id,
      attempt,
    }));
}
