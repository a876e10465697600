// The kinds of senders that this program knows by itself.
export const providerFamilies = [
  'slack',
  'github',
  'stripe',
  'shopify',
  'standard-webhooks',
  'sns',
  'sqs',
  'pubsub',
  'cloudevents',
] as const;
export type ProviderFamily = (typeof providerFamilies)[number];
