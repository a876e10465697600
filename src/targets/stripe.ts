// Stripe objects: an Idempotency-Key makes a repeat harmless for 24 hours, and the key stands in metadata as well. Search is an
// index, usually less than a minute behind and up to an hour in an outage; the list by time is the primary store.
// https://docs.stripe.com/api/idempotent_requests, /search, /api/metadata
import * as z from 'zod/mini';
import { preset } from './described/preset.ts';
import { address, connection, variable } from './http/settings.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  /** payment_intents, invoices, customers, … */
  object: z.string().check(z.regex(/^[a-z_]+$/)),
  token_env: variable(),
});

export const stripe = preset<z.output<typeof settings>>({
  id: 'stripe',
  title: 'Stripe objects, key as Idempotency-Key and in metadata',
  settings,
  url: 'https://api.stripe.com',
  tokenEnv: 'STRIPE_API_KEY',
  example: { object: 'payment_intents' },
  describe({ object }) {
    const listed = { list: 'data', key: 'metadata.source_event_key', id: 'id', created: 'created' };
    return {
      leaves_out: 'objects that were deleted, or whose metadata somebody changed',
      create: {
        path: `/v1/${object}`,
        format: 'form',
        key: 'metadata[source_event_key]',
        shown: 'metadata.source_event_key',
        key_header: 'Idempotency-Key',
        key_lifetime: '24h',
        id: 'id',
      },
      find: {
        path: `/v1/${object}/search?limit=100&query=metadata%5B%22source_event_key%22%5D%3A%22{key:quoted}%22`,
        ...listed,
        next: { cursor: 'next_page', parameter: 'page' },
        store: 'index',
        index_lag: '1h',
      },
      window: {
        path: `/v1/${object}?limit=100&created[gte]={from}&created[lte]={to}`,
        ...listed,
        next: { last_id: 'starting_after', more: 'has_more' },
        time: 'epoch',
      },
      control: { path: `/v1/${object}?limit=1`, shows: { at: 'object', values: ['list'] } },
    };
  },
});
