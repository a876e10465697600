// Standard Webhooks, and Svix under its own header names: one message id, the same over repeats and for all endpoints.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { parseInstant } from '../model/instant.ts';
import type { Headers, InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { headerOf } from './header.ts';
import { field, idOf } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

/** The specification asks senders to wait 15 to 30 s, and leaves the times of the repeats to them: a configured sender knows better. */
const ackDeadlineMs = 15_000;
/** The longest schedule that is in wide use (Svix) ends after about 28 hours. */
const horizonMs = 28 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs,
  retryGapsMs: [],
  isUnlisted: true,
  horizonMs,
  extendedHorizonMs: horizonMs,
  documentation: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
};

export function standardWebhooks(id: string): Provider {
  return webhookProvider({
    id,
    title: 'Standard Webhooks',
    retries,
    read: (payload, headers) => read(id, payload, headers),
  });
}

/** The stamp is that of the attempt: it changes from one to the next and is no part of the identity. */
function read(provider: string, payload: unknown, headers: Headers): InboundEvent | undefined {
  const eventId = idOf(headerOf(headers, 'webhook-id'), headerOf(headers, 'svix-id'));
  if (eventId === undefined) return undefined;
  const happened = field(payload, 'timestamp');
  return inboundEvent(provider, {
    eventId,
    scope: undefined,
    type: idOf(field(payload, 'type')),
    eventTime: typeof happened === 'string' ? parseInstant(happened) : undefined,
    fields: { event_time: idOf(happened) },
  });
}
