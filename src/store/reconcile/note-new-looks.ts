// Looks that move nothing stay in the operation too, many in one statement: only those that say something new, and only in rows
// that nobody holds, so that no worker waits for them and no state changes.
import type { Queryable } from '../../postgres/database.ts';
import { knownSurplus, surplusEntry } from '../operations/known-surplus.ts';
import { historyEntry, type OperationClaim } from '../operations/operation-row.ts';

export interface SeenLook extends OperationClaim {
  readonly verdict: string;
  readonly evidence: string;
  /** The end of the evidence: why it may be believed, or why not. */
  readonly because: string;
  readonly ids: readonly string[];
  /** Of these, beside the one that stays and still open. Null: this look cannot say. */
  readonly surplus: number | null;
}

/** Moments and spans differ from look to look, and say nothing new. */
const timeless = (text: string) =>
  `regexp_replace(${text}, '\\d{4}-\\d\\d-\\d\\d[T ][\\d:.]+Z?|\\d{10,}|[\\d.]+ (ms|s|min|h|d)\\y', '', 'g')`;

const last = 'o.reconcile_history -> -1';

/** The next look stays as it was planned: who only asks what would be done puts nothing off. */
const more = `jsonb_build_object('verdict', n.verdict, 'evidence', n.evidence, 'ids', n.ids, 'surplus', n.surplus, 'next_look_at', ${last} -> 'next_look_at')`;

const statement = `with n as (
    select o.source_event_key, o.workspace_id, g.verdict, g.evidence, g.ids, g.surplus
    from jsonb_to_recordset($1::jsonb)
      as g("sourceEventKey" text, "workspaceId" text, attempt int, verdict text, evidence text, because text, ids jsonb, surplus int)
    join dedupe.operations o on o.source_event_key = g."sourceEventKey" and o.workspace_id = g."workspaceId"
    where o.attempt = g.attempt and (${last} ->> 'verdict' is distinct from g.verdict or ${last} -> 'ids' is distinct from g.ids
      or right(${timeless(`${last} ->> 'evidence'`)}, length(${timeless('g.because')})) is distinct from ${timeless('g.because')}
      or (g.surplus is not null and g.surplus is distinct from ${knownSurplus}))
    for update of o skip locked)
  update dedupe.operations o set reconcile_history = o.reconcile_history || ${surplusEntry('n.surplus')} || ${historyEntry('look', more)}
  from n where o.source_event_key = n.source_event_key and o.workspace_id = n.workspace_id returning 1`;

/** How many were written down. */
export async function noteNewLooks(database: Queryable, looks: readonly SeenLook[]): Promise<number> {
  return (await database.query(statement, [JSON.stringify(looks)])).length;
}
