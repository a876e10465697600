// From an admitted event to the row that is written for it.
import { randomUUID } from 'node:crypto';
import { type Instant, toIso } from '../../model/instant.ts';
import type { InboundEvent, Provider } from '../../model/provider.ts';
import type { Arrival } from '../../store/intake/arrival.ts';
import type { Received } from './received.ts';

/** Who receives: stands on every row that it writes. */
export interface Instance {
  readonly instanceId: string;
  readonly deploymentVersion: string | undefined;
}

export type Delivery = Omit<Arrival, 'event'>;

export function deliveryOf(
  received: Received,
  event: InboundEvent | undefined,
  provider: Provider,
  instance: Instance,
  at: Instant,
): Delivery {
  const header = (name: string) => received.headers[name];
  const mark = provider.retry(received.headers);
  return {
    delivery_id: randomUUID(),
    provider: provider.id,
    workspace_id: event?.key?.workspaceId ?? '',
    app_id: event?.appId,
    event_id: event?.key?.eventId ?? '',
    transport: 'http',
    route: received.path,
    envelope_id: undefined,
    request_id: short(header('x-request-id')),
    retry_num: mark.attempt,
    retry_reason: short(mark.reason),
    sent_at: sentAt(header('x-slack-request-timestamp') ?? header('webhook-timestamp')),
    received_at: toIso(at),
    body_digest: undefined,
    instance_id: instance.instanceId,
    deployment_version: instance.deploymentVersion,
  };
}

export function arrivalOf(
  delivery: Delivery,
  event: InboundEvent,
  work:
    | {
        readonly sourceEventKey: string;
        readonly filterVersion: string;
        readonly received: Received;
        readonly bodyMark?: string | undefined;
        readonly holdMs?: number;
      }
    | undefined,
): Arrival {
  if (work === undefined) return { ...delivery, event: undefined };
  return {
    ...delivery,
    event: {
      event_type: event.type,
      event_subtype: event.subtype,
      subject: event.subject,
      source_event_key: work.sourceEventKey,
      channel: event.fields.channel,
      ts: event.fields.ts,
      event_time: event.eventTime === undefined ? undefined : toIso(event.eventTime),
      filter_version: work.filterVersion,
      headers: kept(work.received.headers),
      payload: work.received.body,
      body_mark: work.bodyMark,
      hold_ms: work.holdMs,
    },
  };
}

/** Without these a stored body cannot be read or told apart. Signatures, cookies and tokens are not among them. */
const readable =
  /^(content-type|x-github-(event|delivery|hook-id|hook-installation-target-(id|type))|x-shopify-(topic|webhook-id|event-id|shop-domain|triggered-at|api-version)|webhook-id|webhook-timestamp|ce-[a-z]+|x-slack-retry-(num|reason))$/;

function kept(headers: Received['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => readable.test(entry[0]) && entry[1] !== undefined),
  );
}

function short(text: string | undefined): string | undefined {
  return text?.slice(0, 200);
}

function sentAt(seconds: string | undefined): string | undefined {
  return seconds !== undefined && /^\d{9,11}$/.test(seconds) ? toIso((Number(seconds) * 1000) as Instant) : undefined;
}
