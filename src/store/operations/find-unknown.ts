// Which operations of this key or event does nobody know the end of?
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey } from './operation-row.ts';

const statement = `select o.source_event_key, o.workspace_id, ${baseKey('o')} as base_key, o.target, o.attempt, o.last_error_code as error_code
  from dedupe.operations o
  where o.state = 'unknown' and (o.source_event_key = $1 or o.event_id = $1) and ($2::text is null or o.workspace_id = $2)
  order by 1, 2 limit 20`;

const shape = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  base_key: z.string(),
  target: z.string(),
  attempt: z.number(),
  error_code: z.nullable(z.string()),
});
export type UnknownOperation = z.output<typeof shape>;

export async function findUnknown(
  database: Queryable,
  key: string,
  workspaceId: string | undefined,
): Promise<UnknownOperation[]> {
  return (await database.query(statement, [key, workspaceId ?? null])).map((row) => shape.parse(row));
}
