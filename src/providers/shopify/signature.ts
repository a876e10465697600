// Did Shopify send these bytes? There is no time in the signature: only the claim on the webhook stops a replay.
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
import type { SignatureVerdict, SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { isSigned } from '../hmac.ts';

export function verifySignature({ headers, body }: SignedRequest, secrets: readonly string[]): SignatureVerdict {
  const given = headerOf(headers, 'x-shopify-hmac-sha256');
  if (given === undefined) return 'missing';
  if (!/^[A-Za-z0-9+/]{43}=$/.test(given)) return 'malformed';
  return isSigned([Buffer.from(given, 'base64')], secrets, [body]) ? 'valid' : 'mismatch';
}
