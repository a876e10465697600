import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import type { SignatureScheme } from '../../../src/model/provider.ts';
import { signatureSchemeOf } from '../../../src/providers/signatures.ts';
import { sign } from '../../../src/providers/slack/signature.ts';

const verify = (...args: Parameters<SignatureScheme['verify']>) => signatureSchemeOf('slack.support')?.verify(...args);

/** The example of Slack's documentation. */
const secret = '8f742231b10e8888abcd99yyyzzz85a5';
const timestamp = '1531420618';
const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
const text =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const headers = { 'X-Slack-Request-Timestamp': timestamp, 'X-Slack-Signature': signature };
const request = { headers, body: Buffer.from(text) };
const then = (1531420618 * 1000) as Instant;
const after = (ms: number) => (then + ms) as Instant;

test('the public example verifies, whatever the case of its header names', () => {
  expect(verify(request, [secret], then)).toBe('valid');
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  expect(verify({ ...request, headers: lower }, [secret], then)).toBe('valid');
});

test('while one secret replaces another, either is good, in any order', () => {
  expect(verify(request, ['other', secret], then)).toBe('valid');
  expect(verify(request, [secret, 'other'], then)).toBe('valid');
  expect(verify(request, ['other'], then)).toBe('mismatch');
});

test('five minutes are allowed in both directions, and no millisecond more', () => {
  expect(verify(request, [secret], after(300_000))).toBe('valid');
  expect(verify(request, [secret], after(300_001))).toBe('stale');
  expect(verify(request, [secret], after(-300_000))).toBe('valid');
  expect(verify(request, [secret], after(-300_001))).toBe('future');
});

test('a body that was parsed and written again does not verify', () => {
  const rewritten = Buffer.from(new URLSearchParams(`${text}&extra=a+b`).toString());
  expect(verify({ ...request, body: rewritten }, [secret], then)).toBe('mismatch');
});

test.each([
  ['no signature', { 'x-slack-request-timestamp': timestamp }, 'missing'],
  ['no timestamp', { 'x-slack-signature': signature }, 'missing'],
  ['a blanked header', { ...headers, 'X-Slack-Signature': '' }, 'missing'],
  ['another version', { ...headers, 'X-Slack-Signature': signature.replace('v0', 'v1') }, 'malformed'],
  ['a short signature', { ...headers, 'X-Slack-Signature': signature.slice(0, -1) }, 'malformed'],
  ['words for a timestamp', { ...headers, 'X-Slack-Request-Timestamp': 'now' }, 'malformed'],
  ['an exponent for a timestamp', { ...headers, 'X-Slack-Request-Timestamp': '1531420618e3' }, 'malformed'],
] as const)('%s', (_, given, verdict) => {
  expect(verify({ ...request, headers: given }, [secret], then)).toBe(verdict);
});

test('an empty secret opens nothing, nor does having none', () => {
  const forged = { ...headers, 'X-Slack-Signature': sign('', timestamp, request.body) };
  expect(verify({ ...request, headers: forged }, ['', secret], then)).toBe('mismatch');
  expect(verify(request, [], then)).toBe('mismatch');
});

test('one changed byte is seen, in any bytes at all', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (body, place) => {
      const signed = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': sign(secret, timestamp, body) };
      expect(verify({ headers: signed, body }, [secret], then)).toBe('valid');
      const changed = body.map((byte, index) => (index === place % body.length ? byte ^ 1 : byte));
      expect(verify({ headers: signed, body: changed }, [secret], then)).toBe('mismatch');
    }),
  );
});
