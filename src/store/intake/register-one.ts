// The same for one arrival of an event that somebody wants: as values and not as rows, which costs a server a third less.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import type { Arrival, ArrivedEvent } from './arrival.ts';

const event = {
  event_type: 'text',
  event_subtype: 'text',
  subject: 'text',
  source_event_key: 'text',
  channel: 'text',
  ts: 'text',
  event_time: 'timestamptz',
  filter_version: 'text',
} as const;
const delivery = {
  transport: 'text',
  route: 'text',
  envelope_id: 'text',
  request_id: 'text',
  retry_num: 'int',
  retry_reason: 'text',
  sent_at: 'timestamptz',
  received_at: 'timestamptz',
  body_digest: 'text',
  instance_id: 'text',
  deployment_version: 'text',
} as const;
const both = { provider: 'text', workspace_id: 'text', app_id: 'text', event_id: 'text' } as const;

const eventNames = Object.keys(event) as (keyof typeof event)[];
const deliveryNames = ['delivery_id', ...Object.keys(both), ...Object.keys(delivery)] as (keyof typeof delivery)[];
const places = Object.entries({ delivery_id: 'text', ...both, ...delivery, ...event });
const place = (name: string) => {
  const i = places.findIndex(([known]) => known === name);
  return `$${i + 1}::${places[i]?.[1]}`;
};
const last = places.length;

const statement = `with fresh as (
    insert into dedupe.inbound_events (${[...Object.keys(both), ...eventNames].join(', ')}, headers, payload, available_at)
    values (${[...Object.keys(both), ...eventNames].map(place).join(', ')}, $${last + 1}::jsonb, $${last + 2}::bytea,
      clock_timestamp() + coalesce($${last + 3}::float8, 0) * interval '1 ms')
    on conflict (event_id, workspace_id, provider) do nothing
    returning event_id
  )
  insert into dedupe.deliveries (${deliveryNames.join(', ')}, disposition)
  values (${deliveryNames.map(place).join(', ')}, case when exists (select from fresh) then 'accepted' else 'duplicate' end)
  on conflict (delivery_id, workspace_id) do nothing
  returning disposition`;

const shape = z.enum(['accepted', 'duplicate']);

/** Undefined: written by an earlier try whose answer was lost. */
export async function registerOne(
  database: Queryable,
  arrival: Arrival & { readonly event: ArrivedEvent },
): Promise<z.output<typeof shape> | undefined> {
  const own = arrival.event;
  const values = [
    arrival.delivery_id,
    arrival.provider,
    arrival.workspace_id,
    arrival.app_id ?? null,
    arrival.event_id,
    ...(Object.keys(delivery) as (keyof typeof delivery)[]).map((name) => arrival[name] ?? null),
    ...eventNames.map((name) => own[name] ?? null),
    JSON.stringify(own.headers),
    Buffer.from(own.payload.buffer, own.payload.byteOffset, own.payload.byteLength),
    own.hold_ms ?? null,
  ];
  const [row] = await database.query(statement, values);
  return row && shape.parse(row.disposition);
}
