// Which events are due, and whose are they now? Claimed at once by many workers, each event by one of them.
import { eventQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Claimer } from '../operations/claim-operations.ts';
import { type ClaimedEvent, claimedEventShape, type EventClaim, eventJob } from './event-claim.ts';

/** A claimed row is due again when its lease ends: one index finds what is new, what is retried and whose worker is gone. */
const anyDue = `status in ('received', 'processing', 'retryable_error') and available_at <= now()
    and ($6::text[] is null or provider = any($6::text[]))`;

/** Held back for whoever registered it, or due: nobody has claimed it yet. */
const thisOne = `event_id = $6 and workspace_id = $7 and provider = $8 and status = 'received'`;

const claiming = (which: string) => `with due as (
    select event_id, workspace_id, provider, status = 'processing' as was_lost,
      greatest(0, extract(epoch from clock_timestamp() - available_at) * 1000)::float8 as waited_ms
    from dedupe.inbound_events
    where ${which}
    order by available_at limit $1 for update skip locked
  ), claimed as (
    update dedupe.inbound_events e
    set status = 'processing', attempt_count = e.attempt_count + 1, failures = e.failures + due.was_lost::int,
        processing_started_at = clock_timestamp(),
        lease_expires_at = clock_timestamp() + $2::float8 * interval '1 ms',
        available_at = clock_timestamp() + $2::float8 * interval '1 ms'
    from due where e.event_id = due.event_id and e.workspace_id = due.workspace_id and e.provider = due.provider
    returning e.*, due.was_lost, due.waited_ms
  ), lost as (
    update dedupe.attempts a set outcome = 'lost', finished_at = clock_timestamp(), error_code = 'lease_lost'
    from claimed c
    where c.was_lost and a.job_id = ${eventJob('c')} and a.attempt = c.attempt_count - 1 and a.queue = '${eventQueue}'
      and a.workspace_id = c.workspace_id and a.outcome = 'running'
  ), noted as (
    insert into dedupe.attempts (provider, workspace_id, event_id, queue, job_id, attempt, lease_expires_at, outcome,
        instance_id, deployment_version, filter_version)
    select provider, workspace_id, event_id, '${eventQueue}', ${eventJob('c')}, attempt_count, lease_expires_at, 'running',
        $3::text, $4::text, $5::text
    from claimed c
  )
  select provider, workspace_id, event_id, app_id, event_type, event_subtype, subject, source_event_key, channel, ts,
    attempt_count as attempt, failures, was_lost, waited_ms, headers, payload
  from claimed`;

interface Claim {
  readonly leaseMs: number;
  readonly claimer: Claimer;
}

/** At most `limit`, the longest due first. `providers`: whose events; undefined: anybody's. */
export async function claimEvents(
  database: Queryable,
  { limit, leaseMs, claimer, providers }: Claim & { limit: number; providers?: readonly string[] | undefined },
): Promise<ClaimedEvent[]> {
  const rows = await database.query(claiming(anyDue), [limit, ...claimValues({ leaseMs, claimer }), providers ?? null]);
  return rows.map((row) => claimedEventShape.parse(row));
}

/** Undefined: somebody has it already. */
export async function claimEvent(
  database: Queryable,
  { eventId, workspaceId, provider }: Omit<EventClaim, 'attempt'>,
  claim: Claim,
): Promise<ClaimedEvent | undefined> {
  const [row] = await database.query(claiming(thisOne), [1, ...claimValues(claim), eventId, workspaceId, provider]);
  return row && claimedEventShape.parse(row);
}

function claimValues({ leaseMs, claimer }: Claim): unknown[] {
  return [leaseMs, claimer.instanceId, claimer.deploymentVersion ?? null, claimer.filterVersion ?? null];
}
