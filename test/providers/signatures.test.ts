// Each scheme against a published or independently made example, and against everything that is nearly right.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import type { Headers } from '../../src/model/provider.ts';
import { providers } from '../../src/providers/index.ts';
import { signatureSchemeOf } from '../../src/providers/signatures.ts';

const then = 1614265330;
const at = (seconds: number) => (seconds * 1000) as Instant;
const verify = (id: string, headers: Headers, body: string, secrets: readonly string[], seconds = then) =>
  signatureSchemeOf(id)?.verify({ headers, body: Buffer.from(body) }, secrets, at(seconds));

interface Example {
  readonly id: string;
  readonly from: string;
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly header: string;
  readonly isStamped: boolean;
}

const examples: readonly Example[] = [
  {
    id: 'github',
    from: "GitHub's documentation",
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: { 'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    header: 'X-Hub-Signature-256',
    isStamped: false,
  },
  {
    id: 'standard-webhooks',
    from: "the specification's own libraries",
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    header: 'webhook-signature',
    isStamped: true,
  },
  {
    id: 'stripe',
    from: 'openssl dgst -sha256 -hmac, over stamp, dot and body',
    secret: 'whsec_example',
    body: '{"id":"evt_1","object":"event"}',
    headers: { 'Stripe-Signature': 't=1614265330,v1=894a99209931a34e50e0499be8e70a2e643bdcdd9070f109aef280509f37424c' },
    header: 'Stripe-Signature',
    isStamped: true,
  },
  {
    id: 'shopify',
    from: 'openssl dgst -sha256 -hmac -binary | base64, over the body',
    secret: 'an example',
    body: '{"id":1001,"name":"a parcel"}',
    headers: { 'X-Shopify-Hmac-Sha256': '5PbUFo/GJo2bv8JlqVl4bVIIY9zV84LOk3Zwb44EGQ4=' },
    header: 'X-Shopify-Hmac-Sha256',
    isStamped: false,
  },
];

describe.each(examples)('$id', ({ id, secret, body, headers, header, isStamped }) => {
  const value = headers[header] ?? '';

  it('verifies, whatever the case of its header names, while one secret replaces another', () => {
    expect(verify(id, headers, body, [secret])).toBe('valid');
    const lower = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
    expect(verify(`${id}.second`, lower, body, ['b3RoZXI=', secret])).toBe('valid');
    expect(verify(id, headers, body, ['b3RoZXI='])).toBe('mismatch');
  });

  it('is not good for another body, not even one that means the same', () => {
    expect(verify(id, headers, `${body} `, [secret])).toBe('mismatch');
    expect(verify(id, headers, '', [secret])).toBe('mismatch');
  });

  it('opens nothing without a secret', () => {
    expect(verify(id, headers, body, [])).toBe('mismatch');
    expect(verify(id, headers, body, [''])).toBe('mismatch');
  });

  it('is missing or malformed, which is not the same', () => {
    expect(verify(id, { ...headers, [header]: undefined }, body, [secret])).toBe('missing');
    expect(verify(id, { ...headers, [header]: 'nonsense' }, body, [secret])).toBe('malformed');
    expect(verify(id, { ...headers, [header]: value.slice(0, -2) }, body, [secret])).not.toBe('valid');
  });

  it('is good for five minutes in both directions, or for ever where the sender signs no time', () => {
    const verdicts = [300, 301, -301].map((apart) => verify(id, headers, body, [secret], then + apart));
    expect(verdicts).toEqual(isStamped ? ['valid', 'stale', 'future'] : ['valid', 'valid', 'valid']);
  });
});

test('Stripe: one of several signatures is enough, the scheme for tests is not', () => {
  const [{ secret, body, headers } = examples[0] as Example] = examples.filter(({ id }) => id === 'stripe');
  const own = headers['Stripe-Signature'] ?? '';
  const zero = '0'.repeat(64);
  expect(verify('stripe', { 'stripe-signature': own.replace('v1=', `v1=${zero},v1=`) }, body, [secret])).toBe('valid');
  expect(verify('stripe', { 'stripe-signature': own.replace('v1=', 'v0=') }, body, [secret])).toBe('malformed');
  expect(verify('stripe', { 'stripe-signature': `${own},t=9999999999` }, body, [secret])).toBe('malformed');
});

test('Standard Webhooks: the id is signed, Svix has names of its own, and a public key verifies v1a', () => {
  const [{ secret, body, headers } = examples[0] as Example] = examples.filter(({ id }) => id === 'standard-webhooks');
  expect(verify('standard-webhooks', { ...headers, 'webhook-id': 'msg_other' }, body, [secret])).toBe('mismatch');
  const svix = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'svix'), value]),
  );
  expect(verify('standard-webhooks', svix, body, [secret])).toBe('valid');

  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signature = sign(null, Buffer.from(`${headers['webhook-id']}.${then}.${body}`), privateKey).toString('base64');
  const both = { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1a,${signature}` };
  expect(verify('standard-webhooks', both, body, [secret, `whpk_${raw}`])).toBe('valid');
  expect(verify('standard-webhooks', both, `${body}!`, [secret, `whpk_${raw}`])).toBe('mismatch');
  expect(verify('standard-webhooks', both, body, [`whpk_${Buffer.alloc(31).toString('base64')}`])).toBe('mismatch');
});

test('who signs is in the list of senders, and the others have no scheme here', () => {
  const signing = providers.map(({ id }) => id).filter((id) => signatureSchemeOf(id));
  expect(signing).toEqual(['slack', 'github', 'stripe', 'shopify', 'standard-webhooks']);
  expect(signatureSchemeOf('constructor')).toBeUndefined();
});
