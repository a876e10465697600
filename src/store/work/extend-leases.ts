// The worker still lives: its leases end later. What is missing from the answer is no longer its own.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { claimColumns, claimRows, type EventClaim, isHeld } from './event-claim.ts';

/**
 * What was planned meanwhile is held by nobody and waits for its operations without end: a beat that comes late must not make it due.
 * Rows are taken in the order of `holdEvents`: of two that each wait for the other the server would end one.
 */
const statement = `with held as materialized (
    select e.provider, e.workspace_id, e.event_id
    from jsonb_to_recordset($1::jsonb) as g(${claimColumns})
    join dedupe.inbound_events e on ${isHeld('e', 'g')} and e.lease_expires_at < 'infinity'
    order by e.event_id, e.workspace_id, e.provider
    for update of e
  )
  update dedupe.inbound_events e
  set lease_expires_at = clock_timestamp() + $2::float8 * interval '1 ms',
      available_at = clock_timestamp() + $2::float8 * interval '1 ms'
  from held
  where e.event_id = held.event_id and e.workspace_id = held.workspace_id and e.provider = held.provider
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
