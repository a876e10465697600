// Ends claims of events from which nothing follows: in one statement, since there is nothing else that must be written with them.

import * as z from 'zod/mini';
import { eventQueue } from '../../model/operation.ts';
import type { Queryable } from '../../postgres/database.ts';
import { baseKey } from '../operations/operation-row.ts';
import { type EventClaim, eventJob, isHeld } from './event-claim.ts';

export interface BareClaim extends EventClaim {
  readonly sourceEventKey: string;
}

/** What has led to an operation before is left alone: its status is that of its operations. Rows are taken in the order of `holdEvents`. */
const statement = `with g as materialized (
    select g.event_id, g.workspace_id, g.provider, g.base_key, g.n
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::int[])
      as g(event_id, workspace_id, provider, attempt, base_key, n)
    join dedupe.inbound_events e on ${isHeld('e', 'g')}
    order by e.event_id, e.workspace_id, e.provider
    for update of e
  ), ended as (
    update dedupe.inbound_events e
    set status = 'processed', result_type = null, result_id = null, last_error_code = null, failures = 0,
        lease_expires_at = null, processed_at = clock_timestamp()
    from g where e.event_id = g.event_id and e.workspace_id = g.workspace_id and e.provider = g.provider
      and not exists (select from dedupe.operations o where ${baseKey('o')} = g.base_key and o.workspace_id = g.workspace_id)
    returning g.n, e.event_id, e.workspace_id, e.provider, e.attempt_count
  ), noted as (
    update dedupe.attempts a set finished_at = clock_timestamp(), outcome = 'done', error_code = null
    from ended
    where a.job_id = ${eventJob('ended')} and a.attempt = ended.attempt_count and a.queue = '${eventQueue}'
      and a.workspace_id = ended.workspace_id
  )
  select n from ended`;

const shape = z.array(z.object({ n: z.number() }));

/** Those that are ended; of the others either the claim is not the newest any more, or an operation stands for them. */
export async function endBareEvents<Claim extends BareClaim>(
  database: Queryable,
  claims: readonly Claim[],
): Promise<ReadonlySet<Claim>> {
  const rows = await database.query(statement, [
    claims.map(({ eventId }) => eventId),
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ provider }) => provider),
    claims.map(({ attempt }) => attempt),
    claims.map(({ sourceEventKey }) => sourceEventKey),
    claims.map((_, n) => n),
  ]);
  return new Set(shape.parse(rows).flatMap(({ n }) => claims[n] ?? []));
}
