// Every look stays in the operation: what was asked, what it showed, and when the next one is due.
import type { Queryable } from '../../postgres/database.ts';
import { surplusEntry } from '../operations/known-surplus.ts';
import { historyEntry, type OperationClaim } from '../operations/operation-row.ts';

export interface LookNote {
  /** `verified`: no further look is needed. */
  readonly what: 'look' | 'verified';
  readonly verdict: string;
  readonly evidence: string;
  /** Objects with this key, by the ids of the target. */
  readonly ids: readonly string[];
  /** Of these, beside the one that stays and still open. Undefined: this look cannot say. */
  readonly surplus: number | undefined;
  /** Undefined: no further look is planned. */
  readonly nextLookMs: number | undefined;
}

const more = `jsonb_build_object('what', $4::text, 'verdict', $5::text, 'evidence', $6::text, 'ids', $7::jsonb, 'surplus', $9::int,
    'next_look_at', case when $8::float8 is not null then clock_timestamp() + $8::float8 * interval '1 ms' end)`;

const statement = `update dedupe.operations o set reconcile_history = o.reconcile_history || ${surplusEntry('$9::int')} || ${historyEntry('look', more)}
  where source_event_key = $1 and workspace_id = $2 and attempt = $3 and state in ('planned', 'unknown', 'sent', 'confirmed', 'dead')`;

export async function noteLook(database: Queryable, claim: OperationClaim, note: LookNote): Promise<void> {
  await database.query(statement, [
    claim.sourceEventKey,
    claim.workspaceId,
    claim.attempt,
    note.what,
    note.verdict,
    note.evidence,
    JSON.stringify(note.ids),
    note.nextLookMs ?? null,
    note.surplus ?? null,
  ]);
}
