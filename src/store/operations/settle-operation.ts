// Writes what an attempt came to, if it is still the newest one.

import { outboxQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { historyEntry, type MovedOperation, movedColumns, type OperationClaim } from './operation-row.ts';
import { proven } from './proven.ts';

/** The end of one attempt, as the state machine allows it from `sent`; `confirmed` also from `unknown`. */
export interface OperationEnd {
  readonly to: 'confirmed' | 'planned' | 'dead' | 'unknown';
  readonly externalId?: string | undefined;
  readonly externalUrl?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly delayMs?: number | undefined;
  /** Why it may be planned again. */
  readonly proof?: 'refused' | 'repeatable' | undefined;
}

const statement = `with settled as (
    update dedupe.operations o
    set state = $4::text, external_id = coalesce($5::text, o.external_id), external_url = coalesce($6::text, o.external_url),
        last_error_code = $7::text, lease_expires_at = null,
        unknown_at = case when $4::text = 'unknown' then clock_timestamp() else o.unknown_at end,
        failures = o.failures + case when $7::text is null then 0 else 1 end,
        available_at = case when $4::text = 'planned' then clock_timestamp() + $8::float8 * interval '1 ms' else o.available_at end,
        finished_at = case when $4::text in ('confirmed', 'dead') then clock_timestamp() end,
        reconcile_history = o.reconcile_history || case
          when o.state = 'unknown' then ${historyEntry('late-answer', `jsonb_build_object('to', $4::text)`)}
          when $9::text = 'repeatable' then ${historyEntry('repeatable', `jsonb_build_object('to', $4::text, 'error_code', $7::text)`)}
          else '[]'::jsonb end
    where o.source_event_key = $1 and o.workspace_id = $2 and o.attempt = $3
      and (o.state = 'sent' or (o.state = 'unknown' and $4::text = 'confirmed'))
    returning o.*, case when o.reconcile_history -> -1 ->> 'what' = 'late-answer'
      then (extract(epoch from clock_timestamp() - o.unknown_at) * 1000)::float8 end as unknown_ms
  ), noted as (
    update dedupe.attempts a
    set finished_at = clock_timestamp(), error_code = $7::text,
        outcome = case $4::text when 'confirmed' then 'done' when 'unknown' then 'unknown' else 'failed' end
    from settled s
    where a.job_id = s.source_event_key and a.attempt = s.attempt and a.queue = '${outboxQueue}' and a.workspace_id = s.workspace_id
  )
  select ${movedColumns}, o.unknown_ms from settled o`;

/** Undefined: another claim is newer, or the answer came too late to count. Nothing was written then. */
export async function settleOperation(
  inside: Queryable,
  claim: OperationClaim,
  end: OperationEnd,
): Promise<MovedOperation | undefined> {
  const [row] = await inside.query(statement, [
    claim.sourceEventKey,
    claim.workspaceId,
    claim.attempt,
    end.to,
    end.externalId ?? null,
    end.externalUrl ?? null,
    end.errorCode ?? null,
    end.delayMs ?? 0,
    end.proof ?? null,
  ]);
  return row && proven(inside, row, 'late_answer');
}
