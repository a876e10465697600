// Which planned operations are due, and whose are they now? Claimed at once by many workers, each by one of them.
import { outboxQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey, type ClaimedOperation, claimedShape, type OperationKey } from './operation-row.ts';

export interface Claimer {
  readonly instanceId: string;
  readonly deploymentVersion: string | undefined;
  readonly filterVersion: string | undefined;
}

/** The lease ends when the row is due again: one index finds what is new, what is retried and whose worker is gone. */
const anyDue = `state = 'planned' and available_at <= now() and target = any($6)`;

/** Whoever holds it is not sending yet, and is fenced off by the new attempt. */
const thisOne = `state = 'planned' and source_event_key = $6 and workspace_id = $7`;

/** `locked`: what is done about a row that somebody else has locked at this moment. */
const claiming = (which: string, locked: 'skip locked' | '') => `with due as (
    select source_event_key, workspace_id from dedupe.operations
    where ${which}
    order by available_at limit $1 for update ${locked}
  ), claimed as (
    update dedupe.operations o
    set attempt = o.attempt + 1,
        lease_expires_at = clock_timestamp() + $2::float8 * interval '1 ms',
        available_at = clock_timestamp() + $2::float8 * interval '1 ms'
    from due where o.source_event_key = due.source_event_key and o.workspace_id = due.workspace_id
    returning o.*
  ), lost as (
    update dedupe.attempts a set outcome = 'lost', finished_at = clock_timestamp()
    from claimed c
    where a.job_id = c.source_event_key and a.attempt = c.attempt - 1 and a.queue = '${outboxQueue}'
      and a.workspace_id = c.workspace_id and a.outcome = 'running'
  ), noted as (
    insert into dedupe.attempts (provider, workspace_id, event_id, queue, job_id, attempt, lease_expires_at, outcome,
        instance_id, deployment_version, filter_version)
    select provider, workspace_id, coalesce(event_id, ''), '${outboxQueue}', source_event_key, attempt, lease_expires_at, 'running',
        $3::text, $4::text, $5::text
    from claimed
  )
  select source_event_key, workspace_id, ${baseKey('c')} as base_key, provider, event_id, target, action, state, attempt, failures,
    idempotency_key, external_id, request, planned_at
  from claimed c order by planned_at`;

/** At most `limit`, the longest due first. `targets`: what this worker can reach; the others are left to others. */
export async function claimOperations(
  database: Queryable,
  {
    limit,
    leaseMs,
    targets,
    claimer,
  }: { limit: number; leaseMs: number; targets: readonly string[]; claimer: Claimer },
): Promise<ClaimedOperation[]> {
  const rows = await database.query(claiming(anyDue, 'skip locked'), [
    limit,
    ...claimValues(leaseMs, claimer),
    targets,
  ]);
  return rows.map((row) => claimedShape.parse(row));
}

/** Due or not. Waits for whoever has the row at this moment: a lock is no answer. Undefined: it is not planned any more. */
export async function claimOperation(
  database: Queryable,
  { sourceEventKey, workspaceId }: OperationKey,
  { leaseMs, claimer }: { leaseMs: number; claimer: Claimer },
): Promise<ClaimedOperation | undefined> {
  const values = [1, ...claimValues(leaseMs, claimer), sourceEventKey, workspaceId];
  const [row] = await database.query(claiming(thisOne, ''), values);
  return row && claimedShape.parse(row);
}

function claimValues(leaseMs: number, claimer: Claimer): unknown[] {
  return [leaseMs, claimer.instanceId, claimer.deploymentVersion ?? null, claimer.filterVersion ?? null];
}
