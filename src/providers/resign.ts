// The headers with which a sender of this family would sign these bytes now: for whoever hands them on later than they came.
import type { Instant } from '../model/instant.ts';
import type { Headers } from '../model/provider.ts';
import { headerOf } from './header.ts';
import { hmac } from './hmac.ts';
import { sign as signSlack } from './slack/signature.ts';

type Signer = (body: Uint8Array, secret: string, stamp: string, headers: Headers) => Readonly<Record<string, string>>;

const signers: Readonly<Record<string, Signer>> = {
  slack: (body, secret, stamp) => ({
    'x-slack-request-timestamp': stamp,
    'x-slack-signature': signSlack(secret, stamp, body),
  }),
  github: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, [body]).toString('hex')}` }),
  stripe: (body, secret, stamp) => ({
    'stripe-signature': `t=${stamp},v1=${hmac(secret, [`${stamp}.`, body]).toString('hex')}`,
  }),
  shopify: (body, secret) => ({ 'x-shopify-hmac-sha256': hmac(secret, [body]).toString('base64') }),
  'standard-webhooks': (body, secret, stamp, headers) => {
    const id = headerOf(headers, 'webhook-id') ?? headerOf(headers, 'svix-id') ?? '';
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return {
      'webhook-id': id,
      'webhook-timestamp': stamp,
      'webhook-signature': `v1,${hmac(key, [`${id}.${stamp}.`, body]).toString('base64')}`,
    };
  },
};

/** `headers`: those that came with the body, of which some schemes sign a part. No headers for a family that does not sign. */
export function resigned(
  providerId: string,
  { body, headers }: { readonly body: Uint8Array; readonly headers: Headers },
  secret: string,
  now: Instant,
): Readonly<Record<string, string>> {
  const [family = ''] = providerId.split('.');
  const signer = Object.hasOwn(signers, family) ? signers[family] : undefined;
  return signer?.(body, secret, String(Math.floor(now / 1000)), headers) ?? {};
}
