// Adds to the counters of what was turned away, and writes down a few of those requests.
import type { Queryable } from '../../postgres/database.ts';
import type { Arrival } from './arrival.ts';

export interface RefusalCount {
  readonly provider: string;
  readonly reason: string;
  readonly requests: number;
}

const counting = `insert into dedupe.refusals (provider, reason, hour, instance_id, requests)
  select provider, reason, date_trunc('hour', now(), 'UTC'), $2, requests
  from jsonb_to_recordset($1::jsonb) as g(provider text, reason text, requests bigint) order by provider, reason
  on conflict (hour, provider, reason, instance_id, workspace_id)
  do update set requests = refusals.requests + excluded.requests, last_at = clock_timestamp()`;

const sampling = `insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, transport, route,
    request_id, retry_num, retry_reason, sent_at, received_at, answered_at, status, instance_id, deployment_version, disposition)
  select delivery_id, provider, workspace_id, app_id, event_id, transport, route, request_id, retry_num, retry_reason, sent_at,
    received_at, received_at, status, instance_id, deployment_version, 'refused'
  from jsonb_to_recordset($1::jsonb) as g(delivery_id text, provider text, workspace_id text, app_id text, event_id text,
    transport text, route text, request_id text, retry_num int, retry_reason text, sent_at timestamptz,
    received_at timestamptz, status int, instance_id text, deployment_version text)
  on conflict (delivery_id, workspace_id) do nothing`;

export type RefusedSample = Omit<Arrival, 'event'> & { readonly status: number };

export async function countRefusals(
  database: Queryable,
  instanceId: string,
  counts: readonly RefusalCount[],
  samples: readonly RefusedSample[],
): Promise<void> {
  if (counts.length > 0) await database.query(counting, [JSON.stringify(counts), instanceId]);
  if (samples.length > 0) await database.query(sampling, [JSON.stringify(samples)]);
}
