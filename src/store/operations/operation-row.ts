// A row of the ledger as the pipeline works with it, and how its base key is written in every statement.
import * as z from 'zod/mini';
import { operationStates } from '../../model/operation.ts';

/** The source event key without the action: what all effects of one event or subject share. The text of its index. */
export const baseKey = (alias: string) =>
  `left(${alias}.source_event_key, length(${alias}.source_event_key) - case when ${alias}.action = '' then 0 else length(${alias}.action) + 1 end)`;

export interface OperationKey {
  readonly sourceEventKey: string;
  readonly workspaceId: string;
}

/** What a claim holds: the attempt is the fence behind which everything else is written. */
export interface OperationClaim extends OperationKey {
  readonly attempt: number;
}

export const claimedShape = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  base_key: z.string(),
  provider: z.string(),
  event_id: z.nullable(z.string()),
  target: z.string(),
  action: z.string(),
  state: z.enum(operationStates),
  attempt: z.number(),
  failures: z.number(),
  idempotency_key: z.string(),
  external_id: z.nullable(z.string()),
  request: z.nullable(z.instanceof(Uint8Array)),
  planned_at: z.instanceof(Date),
});
export type ClaimedOperation = z.output<typeof claimedShape>;

/** What a statement that moves an operation says of it afterwards. */
export const movedShape = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  base_key: z.string(),
  state: z.enum(operationStates),
  attempt: z.number(),
});
export type MovedOperation = z.output<typeof movedShape>;

export const movedColumns = `o.source_event_key, o.workspace_id, ${baseKey('o')} as base_key, o.state, o.attempt`;

/** One entry of reconcile_history, by the clock of the database. `more` is an SQL expression that gives jsonb. */
export function historyEntry(what: string, more = `'{}'::jsonb`): string {
  return `jsonb_build_array(jsonb_build_object('at', clock_timestamp(), 'what', '${what}', 'from', o.state, 'attempt', o.attempt) || ${more})`;
}
