// All effects of some events or subjects, locked: nobody moves one of them until what follows from them is written.
import * as z from 'zod/mini';
import { operationStates } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey } from '../operations/operation-row.ts';

export interface Base {
  readonly baseKey: string;
  readonly workspaceId: string;
}

const statement = `select ${baseKey('o')} as base_key, o.workspace_id, o.source_event_key, o.action, o.target, o.state, o.attempt, o.failures,
    o.external_id, o.last_error_code
  from dedupe.operations o
  join unnest($1::text[], $2::text[]) as g(base_key, workspace_id)
    on ${baseKey('o')} = g.base_key and o.workspace_id = g.workspace_id
  order by o.source_event_key, o.workspace_id
  for update of o`;

const shape = z.object({
  base_key: z.string(),
  workspace_id: z.string(),
  source_event_key: z.string(),
  action: z.string(),
  target: z.string(),
  state: z.enum(operationStates),
  attempt: z.number(),
  failures: z.number(),
  external_id: z.nullable(z.string()),
  last_error_code: z.nullable(z.string()),
});
export type KnownOperation = z.output<typeof shape>;

export async function readOperations(inside: Queryable, bases: readonly Base[]): Promise<KnownOperation[]> {
  const distinct = [...new Map(bases.map((one) => [JSON.stringify([one.baseKey, one.workspaceId]), one])).values()];
  const rows = await inside.query(statement, [
    distinct.map((one) => one.baseKey),
    distinct.map((one) => one.workspaceId),
  ]);
  return rows.map((row) => shape.parse(row));
}
