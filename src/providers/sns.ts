// Amazon SNS over HTTP: one message id, the same over repeats, within a topic.
// https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html
import { parseInstant } from '../model/instant.ts';
import type { Headers, InboundEvent, Provider, RetrySchedule } from '../model/provider.ts';
import { headerOf } from './header.ts';
import { field, idOf } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

const ackDeadlineMs = 15_000;
/** The default policy: three repeats, 20 s apart. */
const retryGapsMs = [20_000, 20_000, 20_000];

const retries: RetrySchedule = {
  ackDeadlineMs,
  retryGapsMs,
  horizonMs: retryGapsMs.reduce((sum, gap) => sum + gap + ackDeadlineMs, ackDeadlineMs),
  /** A policy of one's own may repeat a hundred times, within an hour. */
  extendedHorizonMs: 3_600_000,
  documentation: 'https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html',
};

export function sns(id: string): Provider {
  return webhookProvider({ id, title: 'Amazon SNS', retries, read: (payload, headers) => read(id, payload, headers) });
}

/** Confirmations of a subscription report nothing. */
function read(provider: string, payload: unknown, headers: Headers): InboundEvent | undefined {
  const type = headerOf(headers, 'x-amz-sns-message-type') ?? field(payload, 'Type');
  if (type !== 'Notification') return undefined;
  const happened = field(payload, 'Timestamp');
  return inboundEvent(provider, {
    eventId: idOf(headerOf(headers, 'x-amz-sns-message-id'), field(payload, 'MessageId')),
    scope: idOf(headerOf(headers, 'x-amz-sns-topic-arn'), field(payload, 'TopicArn')),
    type,
    eventTime: typeof happened === 'string' ? parseInstant(happened) : undefined,
    fields: { subscription_id: idOf(headerOf(headers, 'x-amz-sns-subscription-arn')), event_time: idOf(happened) },
  });
}
