// Which requests are under way in the name of a worker that is gone? Nobody knows what became of them.
import * as z from 'zod/mini';
import { outboxQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Base } from '../work/read-operations.ts';
import { baseKey, historyEntry, type MovedOperation, movedColumns, movedShape } from './operation-row.ts';

const looking = `select distinct base_key, workspace_id from (
    select ${baseKey('o')} as base_key, o.workspace_id from dedupe.operations o
    where state = 'sent' and available_at <= now() and lease_expires_at <= now() order by available_at limit $1
  ) over`;

const lookedShape = z.object({ base_key: z.string(), workspace_id: z.string() });

/** Whatever is found here may be settled a moment later; only expireOperations decides. */
export async function findExpired(database: Queryable, limit: number): Promise<Base[]> {
  const rows = await database.query(looking, [limit]);
  return rows
    .map((row) => lookedShape.parse(row))
    .map(({ base_key, workspace_id }) => ({ baseKey: base_key, workspaceId: workspace_id }));
}

const statement = `with expired as (
    update dedupe.operations o
    set state = 'unknown', unknown_at = clock_timestamp(), last_error_code = 'lease_lost', reconcile_history = o.reconcile_history || ${historyEntry('lease-lost')}
    where ${baseKey('o')} = $1 and o.workspace_id = $2 and o.state = 'sent' and o.lease_expires_at <= now()
    returning o.*
  ), noted as (
    update dedupe.attempts a set finished_at = clock_timestamp(), outcome = 'lost', error_code = 'lease_lost'
    from expired e
    where a.job_id = e.source_event_key and a.attempt = e.attempt and a.queue = '${outboxQueue}' and a.workspace_id = e.workspace_id
  )
  select ${movedColumns} from expired o`;

export async function expireOperations(inside: Queryable, base: Base): Promise<MovedOperation[]> {
  const rows = await inside.query(statement, [base.baseKey, base.workspaceId]);
  return rows.map((row) => movedShape.parse(row));
}
