// Which requests are under way in the name of a worker that is gone? Nobody knows what became of them.
import type { Queryable } from '../../postgres/database.ts';
import { outboxQueue } from './claim-operations.ts';
import { historyEntry, type MovedOperation, movedColumns, movedShape } from './operation-row.ts';

const statement = `with over as (
    select source_event_key, workspace_id from dedupe.operations
    where state = 'sent' and available_at <= now() and lease_expires_at <= now()
    order by available_at limit $1 for update skip locked
  ), expired as (
    update dedupe.operations o
    set state = 'unknown', last_error_code = 'lease_lost', reconcile_history = o.reconcile_history || ${historyEntry('lease-lost')}
    from over where o.source_event_key = over.source_event_key and o.workspace_id = over.workspace_id
    returning o.*
  ), noted as (
    update dedupe.attempts a set finished_at = clock_timestamp(), outcome = 'lost', error_code = 'lease_lost'
    from expired e
    where a.job_id = e.source_event_key and a.attempt = e.attempt and a.queue = '${outboxQueue}' and a.workspace_id = e.workspace_id
  )
  select ${movedColumns} from expired o`;

export async function expireOperations(inside: Queryable, limit: number): Promise<MovedOperation[]> {
  return (await inside.query(statement, [limit])).map((row) => movedShape.parse(row));
}
