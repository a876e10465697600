// Is what we sign accepted as if the sender had signed it?
import { expect, test } from 'vitest';
import type { Instant } from '../../src/model/instant.ts';
import { resigned } from '../../src/providers/resign.ts';
import { signatureSchemeOf } from '../../src/providers/signatures.ts';

const now = Date.UTC(2026, 10, 29, 12) as Instant;
const body = Buffer.from('{"a":"é"}');
const headers = { 'webhook-id': 'msg_1' };

test.each(['slack', 'slack.support', 'github', 'stripe', 'shopify', 'standard-webhooks'])('%s', (provider) => {
  const scheme = signatureSchemeOf(provider);
  const signed = resigned(provider, { body, headers }, 'secret-of-the-app', now);
  expect(scheme?.verify({ body, headers: signed }, ['secret-of-the-app'], now)).toBe('valid');
  expect(scheme?.verify({ body, headers: signed }, ['another-secret-yet'], now)).toBe('mismatch');
  expect(scheme?.verify({ body: Buffer.from('{}'), headers: signed }, ['secret-of-the-app'], now)).toBe('mismatch');
});

test('a family that does not sign gets no headers', () => {
  expect(resigned('sqs', { body, headers }, 'x', now)).toEqual({});
});
