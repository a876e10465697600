// How each family of senders signs. Loaded only where something is received: a diagnosis verifies nothing.
import type { SignatureScheme } from '../model/provider.ts';
import { verifySignature as github } from './github/signature.ts';
import { verifySignature as shopify } from './shopify/signature.ts';
import { verifySignature as slack } from './slack/signature.ts';
import { verifySignature as standardWebhooks } from './standard-webhooks/signature.ts';
import { verifySignature as stripe } from './stripe/signature.ts';

/** By family, as in the list of providers: the part of an id before the first dot. */
const schemes: Readonly<Record<string, SignatureScheme>> = {
  slack: { verify: slack },
  github: { verify: github },
  stripe: { verify: stripe },
  shopify: { verify: shopify },
  'standard-webhooks': { verify: standardWebhooks },
};

/** The scheme of `slack`, or of `slack.support`. Undefined: a family that does not sign (or by a certificate or a token of its platform), or that nobody knows. */
export function signatureSchemeOf(providerId: string): SignatureScheme | undefined {
  const [family = ''] = providerId.split('.');
  return Object.hasOwn(schemes, family) ? schemes[family] : undefined;
}
