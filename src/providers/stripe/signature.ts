// Did Stripe send these bytes, and lately?
// https://docs.stripe.com/webhooks/signature
import type { Instant } from '../../model/instant.ts';
import type { SignatureVerdict, SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { isSigned } from '../hmac.ts';
import { stampFault } from '../stamp.ts';

/** `t=…,v1=…`, with several v1 while a secret is rolled; v0 is for test events and proves nothing. */
export function verifySignature(request: SignedRequest, secrets: readonly string[], now: Instant): SignatureVerdict {
  const header = headerOf(request.headers, 'stripe-signature');
  if (header === undefined) return 'missing';
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [stamp, ...moreStamps] = valuesOf('t');
  const signatures = valuesOf('v1').filter((hex) => /^[0-9a-f]{64}$/.test(hex));
  if (stamp === undefined || moreStamps.length > 0 || signatures.length === 0) return 'malformed';
  const fault = stampFault(stamp, now);
  if (fault) return fault;
  const given = signatures.map((hex) => Buffer.from(hex, 'hex'));
  return isSigned(given, secrets, [`${stamp}.`, request.body]) ? 'valid' : 'mismatch';
}
