// Did Slack send these bytes, and lately?
// https://docs.slack.dev/authentication/verifying-requests-from-slack
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../model/instant.ts';
import type { SignatureVerdict, SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';

/** Slack's tolerance. In both directions: a stamp from tomorrow could be replayed until then. */
const toleranceMs = 5 * 60_000;

/** Every secret is tried, and each in the same time. An empty secret signs nothing: anybody has it. */
export function verifySignature(request: SignedRequest, secrets: readonly string[], now: Instant): SignatureVerdict {
  const timestamp = headerOf(request.headers, 'x-slack-request-timestamp');
  const signature = headerOf(request.headers, 'x-slack-signature');
  if (timestamp === undefined || signature === undefined) return 'missing';
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return 'malformed';

  const age = now - Number(timestamp) * 1000;
  if (age > toleranceMs) return 'stale';
  if (age < -toleranceMs) return 'future';

  const given = Buffer.from(signature);
  let valid = false;
  for (const secret of secrets.filter((each) => each !== ''))
    valid = timingSafeEqual(given, Buffer.from(sign(secret, timestamp, request.body))) || valid;
  return valid ? 'valid' : 'mismatch';
}

/** The header value that Slack would send. The secret is used as the text it is, not as hexadecimal. */
export function sign(secret: string, timestamp: string, body: Uint8Array): string {
  const hmac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body);
  return `v0=${hmac.digest('hex')}`;
}
