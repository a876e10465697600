// Did GitHub send these bytes? There is neither a time nor an id in the signature: what stops a replay is the mark of the body, where it comes once.
// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
import type { SignatureVerdict, SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { isSigned } from '../hmac.ts';

/** The older SHA-1 header alone is not enough. */
export function verifySignature({ headers, body }: SignedRequest, secrets: readonly string[]): SignatureVerdict {
  const given = headerOf(headers, 'x-hub-signature-256');
  if (given === undefined) return 'missing';
  const hex = /^sha256=([0-9a-f]{64})$/.exec(given)?.[1];
  if (hex === undefined) return 'malformed';
  return isSigned([Buffer.from(hex, 'hex')], secrets, [body]) ? 'valid' : 'mismatch';
}
