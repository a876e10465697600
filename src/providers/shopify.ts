// Shopify: one id for each webhook, kept over its repeats, and one for the event, shared by all subscriptions that it fed.
// https://shopify.dev/docs/apps/build/webhooks/ignore-duplicates
import { parseInstant } from '../model/instant.ts';
import type { Headers, InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { headerOf } from './header.ts';
import { comesOnce } from './shopify/comes-once.ts';
import { field, idOf, numberedId } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

/** Eight repeats in four hours, since September 2024; the single gaps are not documented. */
const horizonMs = 4 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs: 5_000,
  retryGapsMs: [],
  isUnlisted: true,
  horizonMs,
  extendedHorizonMs: horizonMs,
  documentation: 'https://shopify.dev/docs/apps/build/webhooks/troubleshooting-webhooks',
};

export function shopify(id: string): Provider {
  return webhookProvider({ id, title: 'Shopify', retries, read: (payload, headers) => read(id, payload, headers) });
}

function read(provider: string, payload: unknown, headers: Headers): InboundEvent | undefined {
  const topic = idOf(headerOf(headers, 'x-shopify-topic'));
  const shop = idOf(headerOf(headers, 'x-shopify-shop-domain'));
  if (topic === undefined) return undefined;
  const triggered = headerOf(headers, 'x-shopify-triggered-at');
  const object = numberedId(field(payload, 'id'));
  return inboundEvent(provider, {
    eventId: idOf(headerOf(headers, 'x-shopify-webhook-id')),
    scope: shop,
    type: topic,
    subject: object && shop ? `shopify:${shop}:${topic.split('/')[0]}:${object}` : undefined,
    // One change of an order tells several topics the same at once.
    bodyComesOnceAs: comesOnce(topic, payload) ? topic : undefined,
    eventTime: triggered === undefined ? undefined : parseInstant(triggered),
    fields: { correlation_id: idOf(headerOf(headers, 'x-shopify-event-id')), event_time: idOf(triggered) },
  });
}
