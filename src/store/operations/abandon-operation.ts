// Gives up an operation that waits to be sent: nothing can be made of it, and its reason stands in the dead letters. One whose
// earlier request may have come through, and that waited for a harmless repeat, is unknown: dead would say that it was not made.

import { outboxQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type MovedOperation, movedColumns, movedShape, type OperationClaim } from './operation-row.ts';

const mayBeMade = `coalesce(o.sent_at is not null and 'repeatable' in (o.reconcile_history -> -1 ->> 'what', o.reconcile_history -> -1 ->> 'proof'), false)`;

const statement = `with abandoned as (
    update dedupe.operations o
    set state = case when ${mayBeMade} then 'unknown' else 'dead' end, last_error_code = $4::text, lease_expires_at = null,
        unknown_at = case when ${mayBeMade} then clock_timestamp() else o.unknown_at end,
        finished_at = case when ${mayBeMade} then null else clock_timestamp() end
    where source_event_key = $1 and workspace_id = $2 and attempt = $3 and state = 'planned'
    returning o.*
  ), noted as (
    update dedupe.attempts a set finished_at = clock_timestamp(), outcome = 'failed', error_code = $4::text
    from abandoned s
    where a.job_id = s.source_event_key and a.attempt = s.attempt and a.queue = '${outboxQueue}' and a.workspace_id = s.workspace_id
  )
  select ${movedColumns} from abandoned o`;

export async function abandonOperation(
  inside: Queryable,
  claim: OperationClaim,
  errorCode: string,
): Promise<MovedOperation | undefined> {
  const [row] = await inside.query(statement, [claim.sourceEventKey, claim.workspaceId, claim.attempt, errorCode]);
  return row && movedShape.parse(row);
}
