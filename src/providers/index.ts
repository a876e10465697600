// Which senders of events does this program know, and which of them does an id mean?
import type { Provider } from '../model/provider.ts';
import type { ProviderFamily } from '../model/provider-families.ts';
import { cloudevents } from './cloudevents.ts';
import { github } from './github.ts';
import { pubsub } from './pubsub.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { sns } from './sns.ts';
import { sqs } from './sqs.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';

/** By family: the part of an id before the first dot. Each makes the provider under the full id. */
const byFamily: Readonly<Record<ProviderFamily, (id: string) => Provider>> = {
  slack,
  github,
  stripe,
  shopify,
  'standard-webhooks': standardWebhooks,
  sns,
  sqs,
  pubsub,
  cloudevents,
};
const families: Readonly<Record<string, (id: string) => Provider>> = byFamily;

/** One of each family, under its plain name. */
export const providers: readonly Provider[] = Object.entries(families).map(([id, make]) => make(id));

/** `slack`, or `slack.support` where one database serves several apps. Undefined: no such family, or not an id. */
export function providerOf(id: string): Provider | undefined {
  const family = familyOf(id);
  return family !== undefined && Object.hasOwn(families, family) ? families[family]?.(id) : undefined;
}

/** The part of an id that names the kind of sender; undefined for what is no id. */
export function familyOf(id: string): string | undefined {
  return /^([a-z][a-z0-9-]*)(?:\.[a-z0-9][a-z0-9_-]*)?$/.exec(id)?.[1];
}
