// Lets an event be planned again of which no plan could be made. Its effects are found, not doubled, if some exist.
import type { Queryable } from '../../postgres/database.ts';
import type { EventClaim } from '../work/event-claim.ts';

const statement = `update dedupe.inbound_events
  set status = 'retryable_error', failures = 0, available_at = clock_timestamp(), lease_expires_at = null
  where event_id = $1 and workspace_id = $2 and provider = $3 and attempt_count = $4 and status = 'permanent_error'
    and payload is not null
  returning event_id`;

/** False: it is not given up any more, another redrive was first, or its body is no longer kept. */
export async function redriveEvent(database: Queryable, claim: EventClaim): Promise<boolean> {
  const rows = await database.query(statement, [claim.eventId, claim.workspaceId, claim.provider, claim.attempt]);
  return rows.length > 0;
}
