// Key, scope, subject, repeats and horizon of the senders that write JSON and count little.
import { describe, expect, it } from 'vitest';
import { type Headers, type Provider, repeatsByItself } from '../../src/model/provider.ts';
import { providerOf } from '../../src/providers/index.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Sender {
  readonly id: string;
  readonly payload: unknown;
  readonly headers: Headers;
  /** Event id, scope, type, subject, and the moment as ISO text. */
  readonly told: readonly [string, string, string | undefined, string | undefined, string | undefined];
  readonly fields?: Readonly<Record<string, string>>;
  /** What reports nothing. */
  readonly nothing: readonly (readonly [unknown, Headers])[];
  readonly horizons: readonly [number, number];
}

const arn = 'arn:aws:sns:eu-west-1:123456789012:desk';
const senders: readonly Sender[] = [
  {
    id: 'stripe',
    payload: {
      id: 'evt_1',
      object: 'event',
      account: 'acct_9',
      type: 'invoice.paid',
      created: 1793610900,
      data: { object: { id: 'in_1' } },
    },
    headers: {},
    told: ['evt_1', 'acct_9', 'invoice.paid', 'stripe:in_1', '2026-11-02T09:15:00.000Z'],
    nothing: [[{ id: 'in_1', object: 'invoice' }, {}]],
    horizons: [3 * day, 3 * day],
  },
  {
    id: 'shopify',
    payload: { id: 820982911946154500 },
    headers: {
      'X-Shopify-Topic': 'orders/create',
      'X-Shopify-Shop-Domain': 'birch.myshopify.com',
      'X-Shopify-Webhook-Id': 'b54557e4-w',
      'X-Shopify-Event-Id': '98880550-e',
      'X-Shopify-Triggered-At': '2026-11-02T09:15:00.000Z',
    },
    // A number that JSON has rounded is no id.
    told: ['b54557e4-w', 'birch.myshopify.com', 'orders/create', undefined, '2026-11-02T09:15:00.000Z'],
    fields: { correlation_id: '98880550-e' },
    nothing: [[{ id: 1 }, {}]],
    horizons: [4 * hour, 4 * hour],
  },
  {
    id: 'standard-webhooks',
    payload: { type: 'contact.created', timestamp: '2026-11-02T09:15:00.000Z', data: {} },
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1793610999' },
    told: ['msg_1', '', 'contact.created', undefined, '2026-11-02T09:15:00.000Z'],
    nothing: [[{ type: 'contact.created' }, {}]],
    horizons: [28 * hour, 28 * hour],
  },
  {
    id: 'sns',
    payload: { Type: 'Notification', MessageId: 'm-1', TopicArn: arn, Timestamp: '2026-11-02T09:15:00.000Z' },
    headers: { 'x-amz-sns-subscription-arn': `${arn}:sub-1` },
    told: ['m-1', arn, 'Notification', undefined, '2026-11-02T09:15:00.000Z'],
    fields: { subscription_id: `${arn}:sub-1` },
    nothing: [[{ Type: 'SubscriptionConfirmation', MessageId: 'm-2', TopicArn: arn }, {}]],
    horizons: [120_000, hour],
  },
  {
    id: 'sqs',
    payload: {
      messageId: 'm-1',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:desk',
      attributes: { SentTimestamp: '1793610900000', ApproximateReceiveCount: '3' },
    },
    headers: {},
    told: ['m-1', 'arn:aws:sqs:eu-west-1:123456789012:desk', undefined, undefined, '2026-11-02T09:15:00.000Z'],
    nothing: [[{ Records: [] }, {}]],
    horizons: [4 * day, 14 * day],
  },
  {
    id: 'pubsub',
    payload: {
      subscription: 'projects/birch/subscriptions/desk',
      deliveryAttempt: 2,
      message: { messageId: '2070443601311540', publishTime: '2026-11-02T09:15:00.000Z' },
    },
    headers: {},
    told: ['2070443601311540', 'birch', undefined, undefined, '2026-11-02T09:15:00.000Z'],
    fields: { subscription_id: 'projects/birch/subscriptions/desk' },
    nothing: [[{ subscription: 'projects/birch/subscriptions/desk' }, {}]],
    horizons: [7 * day, 31 * day],
  },
];

describe.each(senders)('$id', ({ id, payload, headers, told, fields = {}, nothing, horizons }) => {
  const { read, retries } = providerOf(id) as Provider;
  const [eventId, workspaceId, type, subject, at] = told;

  it('reads key, scope, type and subject', () => {
    const event = read(payload, headers);
    expect(event).toMatchObject({ key: { eventId, workspaceId, provider: id }, fields });
    expect([event?.type, event?.subject]).toEqual([type, subject]);
    expect(event?.eventTime === undefined ? undefined : new Date(event.eventTime).toISOString()).toBe(at);
  });

  it('finds its headers in any case', () => {
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(read(payload, upper)).toEqual(read(payload, headers));
  });

  it('takes nothing for an event that is none', () => {
    for (const [body, given] of [...nothing, ['text', {}], [null, {}]] as const)
      expect(read(body, given)).toBeUndefined();
  });

  it('repeats by itself until its horizon', () => {
    expect(retries && repeatsByItself(retries)).toBe(true);
    expect([retries?.horizonMs, retries?.extendedHorizonMs]).toEqual(horizons);
    expect(retries?.documentation).toMatch(/^https:\/\//);
  });

  it('tells the subject of a fact line only where the line states it', () => {
    const { subjectOf } = providerOf(id) as Provider;
    expect(subjectOf({ subject: 'x:1', channel: 'C1', ts: '1.2' })).toBe('x:1');
    expect(subjectOf({ channel: 'C1', ts: '1.2' })).toBeUndefined();
  });
});

describe('the count of a repeat', () => {
  const attempt = (id: string, envelope: unknown) => providerOf(id)?.retry({}, envelope).attempt;

  it('is one less than the receives of SQS and the deliveries of Pub/Sub', () => {
    expect(attempt('sqs', { attributes: { ApproximateReceiveCount: '3' } })).toBe(2);
    expect(attempt('sqs', { attributes: {} })).toBeUndefined();
    expect(attempt('pubsub', { deliveryAttempt: 2 })).toBe(1);
    expect(attempt('pubsub', {})).toBeUndefined();
  });

  it('is not known for a sender that bears no mark', () => {
    for (const id of ['github', 'stripe', 'shopify', 'standard-webhooks', 'sns', 'cloudevents'])
      expect(providerOf(id)?.retry({ 'x-slack-retry-num': '1' }), id).toEqual({
        attempt: undefined,
        reason: undefined,
      });
  });
});

describe('cloudevents', () => {
  const { read, retries } = providerOf('cloudevents') as Provider;
  const own = {
    specversion: '1.0',
    id: 'a-1',
    source: '/desk/orders',
    type: 'order.created',
    subject: '1001',
    time: '2026-11-02T09:15:00Z',
  };
  const headers = Object.fromEntries(Object.entries(own).map(([name, value]) => [`ce-${name}`, value]));

  it('is identified by source and id together, in the body or in headers', () => {
    expect(read(own, {})?.key).toEqual({ eventId: 'a-1', workspaceId: '/desk/orders', provider: 'cloudevents' });
    expect(read({ total: 7 }, headers)).toEqual(read(own, {}));
    expect(read(own, {})?.subject).toBe('/desk/orders#1001');
  });

  it('is none without both', () => {
    expect(read({ ...own, source: undefined }, {})).toBeUndefined();
    expect(read({ id: 'a-1', source: '/x' }, {})).toBeUndefined();
  });

  it('has no documented repeats', () => {
    expect(retries).toBeUndefined();
  });
});

it("Svix's own header names are read as well", () => {
  expect(providerOf('standard-webhooks')?.read({}, { 'svix-id': 'msg_2' })?.key?.eventId).toBe('msg_2');
});
