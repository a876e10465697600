// Google Pub/Sub push: one message id within a topic; a publisher that repeats makes a new one.
// https://cloud.google.com/pubsub/docs/push
import { parseInstant } from '../model/instant.ts';
import type { InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { at, field, idOf } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

const retries: RetrySchedule = {
  /** The default, which a subscription may set up to ten minutes. An answer that comes late may not stop a repeat. */
  ackDeadlineMs: 10_000,
  retryGapsMs: [],
  isUnlisted: true,
  horizonMs: 7 * 24 * 3_600_000,
  extendedHorizonMs: 31 * 24 * 3_600_000,
  documentation: 'https://cloud.google.com/pubsub/docs/handling-failures',
};

export function pubsub(id: string): Provider {
  return webhookProvider({
    id,
    title: 'Pub/Sub',
    retries,
    read: (payload) => read(id, payload),
    retry: (_, envelope) => ({ attempt: repeatsOf(envelope), reason: undefined }),
  });
}

/** The push names its subscription, not the topic: the project is the narrowest scope that two subscriptions share. */
function read(provider: string, payload: unknown): InboundEvent | undefined {
  const message = field(payload, 'message');
  const eventId = idOf(field(message, 'messageId'), field(message, 'message_id'));
  if (eventId === undefined) return undefined;
  const subscription = idOf(field(payload, 'subscription'));
  const published = field(message, 'publishTime') ?? field(message, 'publish_time');
  return inboundEvent(provider, {
    eventId,
    scope: /^projects\/([^/]+)\//.exec(subscription ?? '')?.[1],
    type: idOf(at(message, 'attributes', 'eventType'), at(message, 'attributes', 'ce-type')),
    eventTime: typeof published === 'string' ? parseInstant(published) : undefined,
    fields: { subscription_id: subscription, event_time: idOf(published) },
  });
}

/** Only there with a dead-letter policy, counted from 1, and approximate. */
function repeatsOf(payload: unknown): number | undefined {
  const count = field(payload, 'deliveryAttempt');
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count - 1 : undefined;
}
