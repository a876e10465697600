// Events that waited for their operations, or were ended by them: their status follows whenever an operation moves.
import type { Queryable } from '../../postgres/database.ts';
import type { EventEnd } from './finish-events.ts';
import type { Base } from './read-operations.ts';

/** An event that was never processed, is held by a worker, or is retried by itself comes to its own end. */
const statement = `update dedupe.inbound_events e
  set status = $3::text, result_type = $4, result_id = $5, last_error_code = $6,
      lease_expires_at = case when $3::text = 'processing' then 'infinity'::timestamptz end,
      available_at = case when $3::text in ('processing', 'retryable_error') then 'infinity'::timestamptz else clock_timestamp() end,
      processed_at = case when $3::text = 'processed' then coalesce(e.processed_at, clock_timestamp()) end
  where e.source_event_key = $1 and e.workspace_id = $2
    and (e.status in ('unknown_result', 'permanent_error', 'processed') or e.available_at = 'infinity')`;

export async function followOperations(
  inside: Queryable,
  { baseKey, workspaceId }: Base,
  end: Pick<EventEnd, 'status' | 'resultType' | 'resultId' | 'errorCode'>,
): Promise<void> {
  await inside.query(statement, [
    baseKey,
    workspaceId,
    end.status,
    end.resultType ?? null,
    end.resultId ?? null,
    end.errorCode ?? null,
  ]);
}
