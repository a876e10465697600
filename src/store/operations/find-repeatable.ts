// Which deliveries to an application were cut off, or ended in an effect that was unknown then, and may be made again all the same?
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey, type OperationClaim } from './operation-row.ts';

/**
 * `$2`: for so long after the first delivery the application has declared a repeat harmless. Else only where it made an
 * effect through the ledger. In both cases each of those must be known. One that was cut off too often is left to a person.
 */
const statement = `select o.source_event_key, o.workspace_id, o.attempt, ${baseKey('o')} as base_key
  from dedupe.operations o
  where o.state = 'unknown' and o.target = $1 and o.last_error_code in ('lease_lost', 'effect_unknown') and o.attempt < $3 and o.request is not null
    and (o.first_sent_at > now() - $2::float8 * interval '1 ms' or exists (select from dedupe.operations e
        where ${baseKey('e')} = ${baseKey('o')} and e.workspace_id = o.workspace_id and e.target = $4))
    and not exists (select from dedupe.operations e
        where ${baseKey('e')} = ${baseKey('o')} and e.workspace_id = o.workspace_id and e.target = $4
          and e.state in ('sent', 'unknown'))
  order by o.unknown_at limit 100`;

const shape = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  attempt: z.number(),
  base_key: z.string(),
});

export interface RepeatableQuery {
  readonly target: string;
  /** The target under which effects inside the application stand. */
  readonly effects: string;
  /** Undefined: nothing is declared. */
  readonly declaredForMs: number | undefined;
  readonly attempts: number;
}

export async function findRepeatable(
  database: Queryable,
  { target, effects, declaredForMs, attempts }: RepeatableQuery,
): Promise<{ readonly claim: OperationClaim; readonly baseKey: string }[]> {
  const rows = await database.query(statement, [target, declaredForMs ?? null, attempts, effects]);
  return rows
    .map((row) => shape.parse(row))
    .map(({ source_event_key, workspace_id, attempt, base_key }) => ({
      claim: { sourceEventKey: source_event_key, workspaceId: workspace_id, attempt },
      baseKey: base_key,
    }));
}
