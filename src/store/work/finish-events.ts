// Ends claims: what each event came to, when it is due again, and how the attempt ended.
import { eventQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { claimColumns, claimRows, type EventClaim, eventJob, isHeld } from './event-claim.ts';

export interface EventEnd extends EventClaim {
  readonly status: 'processing' | 'processed' | 'retryable_error' | 'permanent_error' | 'unknown_result';
  /** Due again after so many milliseconds; undefined: not by itself, its operations say what comes next. */
  readonly delayMs?: number | undefined;
  readonly resultType?: string | undefined;
  readonly resultId?: string | undefined;
  readonly errorCode?: string | undefined;
  /** With the present budget; undefined leaves the number as it is. */
  readonly failures?: number | undefined;
  readonly outcome: 'done' | 'failed' | 'unknown';
}

/** An event that waits for its operations is held by no worker and due at no time. */
const statement = `with g as (
    select * from jsonb_to_recordset($1::jsonb) as g(${claimColumns}, status text, "delayMs" float8, "resultType" text,
      "resultId" text, "errorCode" text, failures int, outcome text)
  ), ended as (
    update dedupe.inbound_events e
    set status = g.status, result_type = g."resultType", result_id = g."resultId", last_error_code = g."errorCode",
        failures = coalesce(g.failures, e.failures),
        lease_expires_at = case when g.status = 'processing' then 'infinity'::timestamptz end,
        available_at = case when g."delayMs" is not null then clock_timestamp() + g."delayMs" * interval '1 ms'
          when g.status in ('processing', 'retryable_error') then 'infinity'::timestamptz else e.available_at end,
        processed_at = case when g.status = 'processed' then clock_timestamp() end
    from g where ${isHeld('e', 'g')}
    returning e.event_id, e.workspace_id, e.provider, e.attempt_count, g.outcome, g."errorCode"
  )
  update dedupe.attempts a set finished_at = clock_timestamp(), outcome = ended.outcome, error_code = ended."errorCode"
  from ended
  where a.job_id = ${eventJob('ended')} and a.attempt = ended.attempt_count and a.queue = '${eventQueue}'
    and a.workspace_id = ended.workspace_id`;

export async function finishEvents(inside: Queryable, ends: readonly EventEnd[]): Promise<void> {
  if (ends.length > 0) await inside.query(statement, [claimRows(ends)]);
}
