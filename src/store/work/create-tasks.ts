// The local target: the task and its row in the ledger, created or found in the transaction that ends the claim.
import { eventQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';

export interface LocalTask {
  readonly source_event_key: string;
  readonly workspace_id: string;
  readonly provider: string;
  readonly event_id: string;
  readonly action: string;
  readonly attempt: number;
  readonly title: string | undefined;
  readonly created_by: string;
}

/** The name of the local target in the ledger and in fact lines. */
export const localTarget = 'tasks';

const given = `jsonb_to_recordset($1::jsonb) as g(source_event_key text, workspace_id text, provider text, event_id text,
    action text, attempt int, title text, created_by text)`;

const tasks = `insert into dedupe.tasks (workspace_id, source_event_key, provider, event_id, queue, job_id, attempt, title, created_by)
  select workspace_id, source_event_key, provider, event_id, '${eventQueue}', provider || ':' || event_id, attempt, title, created_by
  from ${given} order by source_event_key, workspace_id
  on conflict (source_event_key, workspace_id) do nothing returning task_id`;

/** A second statement, since it must see a task that another worker has committed while the first one waited for it. */
const operations = `insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, action, state,
    attempt, idempotency_key, external_id, sent_at, first_sent_at, finished_at)
  select g.source_event_key, g.workspace_id, g.provider, g.event_id, '${localTarget}', g.action, 'confirmed',
    1, g.source_event_key, t.task_id, t.created_at, t.created_at, clock_timestamp()
  from ${given} join dedupe.tasks t using (source_event_key, workspace_id) order by 1, 2
  on conflict (source_event_key, workspace_id) do nothing`;

/** How many of them were there already. */
export async function createTasks(inside: Queryable, wanted: readonly LocalTask[]): Promise<number> {
  if (wanted.length === 0) return 0;
  const rows = [JSON.stringify(wanted)];
  const made = await inside.query(tasks, rows);
  await inside.query(operations, rows);
  return wanted.length - made.length;
}
