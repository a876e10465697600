// Amazon SQS: one message id over all receives; the count of receives is the mark of a repeat.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html
import { parseInstant } from '../model/instant.ts';
import type { InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { at, field, idOf } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

/** The default visibility timeout, which a queue sets for itself: what is not deleted by then is received again. */
const visibilityMs = 30_000;
const day = 24 * 3_600_000;

const retries: RetrySchedule = {
  ackDeadlineMs: visibilityMs,
  retryGapsMs: [],
  isUnlisted: true,
  /** Retention: four days by default, fourteen at most. */
  horizonMs: 4 * day,
  extendedHorizonMs: 14 * day,
  documentation:
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html',
};

export function sqs(id: string): Provider {
  return webhookProvider({
    id,
    title: 'Amazon SQS',
    retries,
    read: (payload) => read(id, payload),
    retry: (_, envelope) => ({ attempt: repeatsOf(envelope), reason: undefined }),
  });
}

/** One record of a batch, as Lambda hands it over. The receipt handle is new each time and no part of the identity. */
function read(provider: string, payload: unknown): InboundEvent | undefined {
  const eventId = idOf(field(payload, 'messageId'), field(payload, 'MessageId'));
  if (eventId === undefined) return undefined;
  const sent = Number(at(payload, 'attributes', 'SentTimestamp'));
  return inboundEvent(provider, {
    eventId,
    scope: idOf(field(payload, 'eventSourceARN')),
    eventTime: Number.isFinite(sent) ? parseInstant(sent) : undefined,
    fields: { subscription_id: idOf(field(payload, 'eventSourceARN')) },
  });
}

/** Receives are counted from 1, over all queues: a message that was moved on goes on counting. */
function repeatsOf(record: unknown): number | undefined {
  const count = Number(at(record, 'attributes', 'ApproximateReceiveCount'));
  return Number.isSafeInteger(count) && count > 0 ? count - 1 : undefined;
}
