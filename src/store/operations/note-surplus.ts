// An object that a superseded attempt created after all: it cannot be confirmed any more, and must not be forgotten.
import type { Queryable } from '../../postgres/database.ts';
import { knownSurplus } from './known-surplus.ts';
import { historyEntry, type OperationClaim } from './operation-row.ts';

/** A look may have seen it already. */
const withThisOne = `${knownSurplus} + case when exists (select from jsonb_array_elements(o.reconcile_history) as h(e)
    where e ->> 'external_id' = $4::text or e -> 'ids' ? $4::text) then 0 else 1 end`;

const statement = `update dedupe.operations o
  set reconcile_history = o.reconcile_history ||
    ${historyEntry('surplus', `jsonb_build_object('late_attempt', $3::int, 'external_id', $4::text, 'surplus', ${withThisOne})`)}
  where source_event_key = $1 and workspace_id = $2 and external_id is distinct from $4::text`;

export async function noteSurplus(database: Queryable, claim: OperationClaim, externalId: string): Promise<void> {
  await database.query(statement, [claim.sourceEventKey, claim.workspaceId, claim.attempt, externalId]);
}
