// Leaves `unknown` by a proof: it was found, it is proven absent, or a repeat is declared to be harmless. What is planned again
// and found after all is confirmed, while no worker has it: the attempt and the lease are the fence.
import type { Queryable } from '../../postgres/database.ts';
import { surplusEntry } from './known-surplus.ts';
import { historyEntry, type MovedOperation, movedColumns, type OperationClaim } from './operation-row.ts';
import { proven } from './proven.ts';

export type OperationProof = { /** What was asked and what answered, for a person. */ readonly evidence: string } & (
  | {
      readonly proof: 'found';
      readonly externalId: string;
      readonly externalUrl?: string | undefined /** Objects beside it that are still open. */;
      readonly surplus?: number | undefined;
    }
  | { readonly proof: 'absent' | 'repeatable' }
);

const statement = `update dedupe.operations o
  set state = case $4::text when 'found' then 'confirmed' else 'planned' end,
      external_id = coalesce($5::text, o.external_id), external_url = coalesce($6::text, o.external_url),
      sent_at = case $4::text when 'found' then coalesce(o.sent_at, clock_timestamp()) else o.sent_at end,
      lease_expires_at = null, failures = 0,
      available_at = case $4::text when 'found' then o.available_at else clock_timestamp() end,
      finished_at = case $4::text when 'found' then clock_timestamp() end,
      reconcile_history = o.reconcile_history ||
        ${surplusEntry('$8::int')} || ${historyEntry('proof', `jsonb_build_object('proof', $4::text, 'evidence', $7::text, 'surplus', $8::int)`)}
  where source_event_key = $1 and workspace_id = $2 and attempt = $3 and (state = 'unknown' or (state = 'planned' and $4::text = 'found'
    and attempt > 0 and coalesce(lease_expires_at <= now(), true)))
  returning ${movedColumns}, case when o.reconcile_history -> -1 ->> 'from' = 'unknown'
    then (extract(epoch from clock_timestamp() - o.unknown_at) * 1000)::float8 end as unknown_ms`;

/** Undefined: it stands where this proof says nothing, or another claim is newer. */
export async function proveOperation(
  inside: Queryable,
  claim: OperationClaim,
  given: OperationProof,
): Promise<MovedOperation | undefined> {
  const found = given.proof === 'found' ? given : undefined;
  const [row] = await inside.query(statement, [
    claim.sourceEventKey,
    claim.workspaceId,
    claim.attempt,
    given.proof,
    found?.externalId ?? null,
    found?.externalUrl ?? null,
    given.evidence,
    found?.surplus ?? null,
  ]);
  return row && proven(inside, row, given.proof);
}
