// Gives up an operation that was never sent: nothing can be made of it, and its reason stands in the dead letters.

import { outboxQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type MovedOperation, movedColumns, movedShape, type OperationClaim } from './operation-row.ts';

const statement = `with abandoned as (
    update dedupe.operations o
    set state = 'dead', last_error_code = $4::text, lease_expires_at = null, finished_at = clock_timestamp()
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
