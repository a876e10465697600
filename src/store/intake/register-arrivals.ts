// Writes deliveries, events and their work in one statement, which is one transaction and one commit.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import type { Arrival } from './arrival.ts';
import { registerOne } from './register-one.ts';

/**
 * Where bodies have marks, each stands for the event that brought it first, whatever a later request calls itself; one that is
 * taken already is read by a change that changes nothing, since another transaction may have taken it just now. A repeat of an
 * event that is there takes none: it may hold other bytes. The sort below ends this part before the first event is inserted, so
 * that all batches take marks before events, each in one order.
 */
const marking = `marked as (
    insert into dedupe.signed_bodies as m (body_mark, provider, event_id, event_workspace_id)
    select distinct on (body_mark, provider) body_mark, provider, event_id, workspace_id
    from given g where is_first and body_mark is not null and not exists (select from dedupe.inbound_events e
      where e.event_id = g.event_id and e.workspace_id = g.workspace_id and e.provider = g.provider)
    order by body_mark, provider, n
    on conflict (body_mark, provider, workspace_id) do update set event_id = m.event_id
    returning body_mark, provider, event_id, event_workspace_id
  ), meant as (
    select g.*, m.event_id as meant_event_id, m.event_workspace_id as meant_workspace_id
    from given g left join marked m on m.body_mark = g.body_mark and m.provider = g.provider
  )`;
const plain = 'meant as (select g.*, null::text as meant_event_id, null::text as meant_workspace_id from given g)';

/** Bodies travel as bytes beside the rest: they need not be JSON, and JSON cannot hold every byte. */
const statementOf = (meant: string) => `with given as (
    select g.*, p.payload
    from jsonb_to_recordset($1::jsonb) as g(
      n int, is_first boolean, delivery_id text, provider text, workspace_id text, app_id text, event_id text,
      transport text, route text, envelope_id text, request_id text, retry_num int, retry_reason text,
      sent_at timestamptz, received_at timestamptz, body_digest text, instance_id text, deployment_version text,
      event_type text, event_subtype text, subject text, source_event_key text, channel text, ts text,
      event_time timestamptz, filter_version text, headers jsonb, hold_ms float8, body_mark text)
    join unnest($2::bytea[]) with ordinality as p(payload, n) using (n)
  ), ${meant}, fresh as (
    insert into dedupe.inbound_events (provider, workspace_id, app_id, event_id, event_type, event_subtype, subject,
      source_event_key, channel, ts, event_time, filter_version, headers, payload, available_at)
    select provider, workspace_id, app_id, event_id, event_type, event_subtype, subject, source_event_key, channel, ts,
      event_time, filter_version, headers, payload, clock_timestamp() + coalesce(hold_ms, 0) * interval '1 ms'
    from meant where is_first and coalesce(meant_event_id = event_id and meant_workspace_id = workspace_id, true) order by n
    on conflict (event_id, workspace_id, provider) do nothing
    returning event_id, workspace_id, provider
  ), noted as (
    insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, transport, route, envelope_id,
      request_id, retry_num, retry_reason, sent_at, received_at, body_digest, instance_id, deployment_version, disposition)
    select g.delivery_id, g.provider, coalesce(g.meant_workspace_id, g.workspace_id), g.app_id,
      coalesce(g.meant_event_id, g.event_id), g.transport, g.route,
      case when g.meant_event_id <> g.event_id then g.event_id else g.envelope_id end,
      g.request_id, g.retry_num, g.retry_reason, g.sent_at, g.received_at, g.body_digest, g.instance_id,
      g.deployment_version,
      case when g.source_event_key is null then 'filtered'
        when g.is_first and f.event_id is not null then 'accepted' else 'duplicate' end
    from meant g left join fresh f using (event_id, workspace_id, provider)
    order by g.n
    on conflict (delivery_id, workspace_id) do nothing
    returning delivery_id, workspace_id, disposition
  )
  select delivery_id, workspace_id, disposition from noted`;
const statements = { plain: statementOf(plain), marked: statementOf(marking) };

const shape = z.object({
  delivery_id: z.string(),
  /** That of the event which it stands for. */
  workspace_id: z.string(),
  disposition: z.enum(['accepted', 'duplicate', 'filtered']),
});
export type Written = z.output<typeof shape>;

/**
 * By delivery id; one that is missing was written by an earlier try whose answer was lost. Sorted by event, since two
 * batches that hold the same events in opposite orders would wait for each other.
 */
export async function registerArrivals(
  database: Queryable,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Written>> {
  const [one] = arrivals;
  if (one?.event && one.event.body_mark === undefined && arrivals.length === 1) {
    const disposition = await registerOne(database, { ...one, event: one.event });
    const { delivery_id, workspace_id } = one;
    return new Map(disposition && [[delivery_id, { delivery_id, workspace_id, disposition }]]);
  }
  const sorted = arrivals.map((arrival) => ({ arrival, rank: rankOf(arrival) }));
  sorted.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  const seen = new Set<string>();
  const rows = sorted.map(({ arrival: { event, ...delivery }, rank }, i) => {
    const isFirst = event !== undefined && !seen.has(rank);
    if (isFirst) seen.add(rank);
    const { payload: _, ...known } = event ?? { payload: undefined };
    return { n: i + 1, is_first: isFirst, ...delivery, ...known };
  });
  const payloads = sorted.map(({ arrival }) => arrival.event && Buffer.from(arrival.event.payload));
  const hasMark = arrivals.some(({ event }) => event?.body_mark !== undefined);
  const values = [JSON.stringify(rows), payloads.map((one) => one ?? null)];
  const answer = await database.query(hasMark ? statements.marked : statements.plain, values);
  return new Map(answer.map((row) => shape.parse(row)).map((row) => [row.delivery_id, row]));
}

function rankOf({ event_id, workspace_id, provider }: Arrival): string {
  return JSON.stringify([event_id, workspace_id, provider]);
}
