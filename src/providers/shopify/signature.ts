// Did Shopify send these bytes? There is neither a time nor an id in the signature: what stops a replay is the mark of the body, where it comes once.
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
