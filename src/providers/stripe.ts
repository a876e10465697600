// Stripe: an event's id holds within one account, and two events may describe one change of one object.
// https://docs.stripe.com/webhooks
import { parseInstant } from '../model/instant.ts';
import type { InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { at, field, idOf } from './value.ts';
import { inboundEvent, notDocumentedMs, webhookProvider } from './webhook.ts';

/** In live mode "up to three days with an exponential back off"; the single gaps are not documented. */
const horizonMs = 3 * 24 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs: notDocumentedMs,
  retryGapsMs: [],
  isUnlisted: true,
  horizonMs,
  extendedHorizonMs: horizonMs,
  documentation: 'https://docs.stripe.com/webhooks#retries',
};

export function stripe(id: string): Provider {
  return webhookProvider({ id, title: 'Stripe', retries, read: (payload) => read(id, payload) });
}

function read(provider: string, payload: unknown): InboundEvent | undefined {
  if (field(payload, 'object') !== 'event') return undefined;
  const created = field(payload, 'created');
  const object = idOf(at(payload, 'data', 'object', 'id'));
  return inboundEvent(provider, {
    eventId: idOf(field(payload, 'id')),
    // With Connect the event belongs to the connected account.
    scope: idOf(field(payload, 'account')),
    type: idOf(field(payload, 'type')),
    subject: object && `stripe:${object}`,
    eventTime: typeof created === 'number' ? parseInstant(created * 1000) : undefined,
    fields: { event_time: typeof created === 'number' ? String(created) : undefined },
  });
}
