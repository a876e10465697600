// Plans a dead operation again. Dead is proven not executed, so this cannot make a second object; the attempt goes on counting.
import type { Queryable } from '../../postgres/database.ts';
import { historyEntry, type MovedOperation, movedColumns, movedShape, type OperationClaim } from './operation-row.ts';

const statement = `update dedupe.operations o
  set state = 'planned', failures = 0, lease_expires_at = null, finished_at = null, available_at = clock_timestamp(),
      reconcile_history = o.reconcile_history || ${historyEntry('redrive', `jsonb_build_object('error_code', o.last_error_code)`)}
  where source_event_key = $1 and workspace_id = $2 and attempt = $3 and state = 'dead' and request is not null
  returning ${movedColumns}`;

/** Undefined: it is not dead any more, another redrive was first, or its request is no longer kept. */
export async function redriveOperation(inside: Queryable, claim: OperationClaim): Promise<MovedOperation | undefined> {
  const [row] = await inside.query(statement, [claim.sourceEventKey, claim.workspaceId, claim.attempt]);
  return row && movedShape.parse(row);
}
