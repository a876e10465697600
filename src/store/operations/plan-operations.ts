// Writes intended effects into the ledger. An effect that stands there already stays as it is: create means create-or-find.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

export interface PlannedOperation {
  readonly sourceEventKey: string;
  readonly workspaceId: string;
  readonly provider: string;
  readonly eventId: string | undefined;
  readonly target: string;
  /** Empty for the only effect of an event; else the part of the key behind `#`. */
  readonly action: string;
  readonly idempotencyKey: string;
  /** Frozen: every attempt sends these bytes. */
  readonly request: Uint8Array;
  /** Due only after so many milliseconds. */
  readonly delayMs?: number | undefined;
}

const statement = `insert into dedupe.operations
    (source_event_key, workspace_id, provider, event_id, target, action, idempotency_key, request, available_at)
  select key, workspace, sender, event, to_target, act, idempotency, bytes, clock_timestamp() + delay * interval '1 ms'
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::float8[])
    as g(key, workspace, sender, event, to_target, act, idempotency, bytes, delay)
  on conflict (source_event_key, workspace_id) do nothing
  returning source_event_key, workspace_id`;

const shape = z.object({ source_event_key: z.string(), workspace_id: z.string() });

/**
 * Belongs into the transaction of the business row. Sorted, since two writers in opposite orders wait for each other.
 * Returns the target of each one that stood there already.
 */
export async function planOperations(inside: Queryable, planned: readonly PlannedOperation[]): Promise<string[]> {
  const sorted = [...planned].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const column = <T>(value: (one: PlannedOperation) => T) => sorted.map(value);
  const made = await inside.query(statement, [
    column((one) => one.sourceEventKey),
    column((one) => one.workspaceId),
    column((one) => one.provider),
    column((one) => one.eventId ?? null),
    column((one) => one.target),
    column((one) => one.action),
    column((one) => one.idempotencyKey),
    column((one) => Buffer.from(one.request)),
    column((one) => one.delayMs ?? 0),
  ]);
  const fresh = made
    .map((row) => shape.parse(row))
    .map((row) => rank({ sourceEventKey: row.source_event_key, workspaceId: row.workspace_id }));
  return planned.filter((one) => !fresh.includes(rank(one))).map(({ target }) => target);
}

function rank({ sourceEventKey, workspaceId }: Pick<PlannedOperation, 'sourceEventKey' | 'workspaceId'>): string {
  return `${sourceEventKey}\n${workspaceId}`;
}
