// What was given up: operations that the retry policy ended, and events of which no plan could be made.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey } from '../operations/operation-row.ts';

const shape = z.object({
  kind: z.enum(['operation', 'event']),
  source_event_key: z.string(),
  /** Shared by all effects of the event. */
  base_key: z.string(),
  workspace_id: z.string(),
  provider: z.string(),
  event_id: z.nullable(z.string()),
  target: z.nullable(z.string()),
  attempt: z.number(),
  error_code: z.nullable(z.string()),
  /** ISO 8601; null where the row does not say. */
  ended_at: z.nullable(z.string()),
  /** False: the body that a redrive would need is no longer kept. */
  redrivable: z.boolean(),
});
export type DeadLetter = z.output<typeof shape>;

export interface DeadLetterQuery {
  /** Undefined: all. */
  readonly key?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly limit: number;
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An event that its operations ended is told by them. */
const statement = `with letters as (
    select 'operation' as kind, source_event_key, ${baseKey('o')} as base_key, workspace_id, provider, event_id, target, attempt, last_error_code as error_code,
      finished_at as at, request is not null as redrivable
    from dedupe.operations o where state = 'dead'
    union all
    select 'event', coalesce(e.source_event_key, e.provider || ':' || e.workspace_id || ':' || e.event_id), e.source_event_key, e.workspace_id, e.provider,
      e.event_id, null, e.attempt_count, e.last_error_code,
      (select max(a.finished_at) from dedupe.attempts a where a.event_id = e.event_id and a.workspace_id = e.workspace_id and a.provider = e.provider),
      e.payload is not null
    from dedupe.inbound_events e
    where e.status = 'permanent_error' and not exists (
      select from dedupe.operations o
      where ${baseKey('o')} = e.source_event_key and o.workspace_id = e.workspace_id and o.state = 'dead')
  )
  select kind, source_event_key, coalesce(base_key, source_event_key) as base_key, workspace_id, provider, event_id, target,
    attempt, error_code, ${iso('at')} as ended_at, redrivable
  from letters
  where ($1::text is null or source_event_key = $1 or event_id = $1)
    and ($2::text is null or error_code = $2) and ($3::text is null or workspace_id = $3)
  order by at nulls last, source_event_key limit $4`;

/** The oldest first. `key`: a source event key or an event id. */
export async function readDeadLetters(database: Queryable, query: DeadLetterQuery): Promise<DeadLetter[]> {
  const { key = null, errorCode = null, workspaceId = null, limit } = query;
  return (await database.query(statement, [key, errorCode, workspaceId, limit])).map((row) => shape.parse(row));
}
