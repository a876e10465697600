// Did a sender of Standard Webhooks (or Svix) send these bytes under this id, and lately?
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createPublicKey, verify } from 'node:crypto';
import type { Instant } from '../../model/instant.ts';
import type { SignatureVerdict, SignedRequest } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { isSigned } from '../hmac.ts';
import { stampFault } from '../stamp.ts';

/** `v1,…` is an HMAC (secret `whsec_` and base64), `v1a,…` an Ed25519 signature (key `whpk_` and base64); several may stand side by side. */
export function verifySignature(request: SignedRequest, secrets: readonly string[], now: Instant): SignatureVerdict {
  const own = (name: string) =>
    headerOf(request.headers, `webhook-${name}`) ?? headerOf(request.headers, `svix-${name}`);
  const [id, stamp, header] = [own('id'), own('timestamp'), own('signature')];
  if (id === undefined || stamp === undefined || header === undefined) return 'missing';
  const fault = stampFault(stamp, now);
  if (fault) return fault;
  const signed = header.split(' ').map((part) => part.split(','));
  const valuesOf = (version: string, bytes: number) =>
    signed
      .flatMap(([name, value = '']) => (name === version ? [Buffer.from(value, 'base64')] : []))
      .filter(({ length }) => length === bytes);
  const [symmetric, asymmetric] = [valuesOf('v1', 32), valuesOf('v1a', 64)];
  if (symmetric.length + asymmetric.length === 0) return 'malformed';
  const parts = [`${id}.${stamp}.`, request.body];
  const shared = secrets.filter((secret) => !secret.startsWith(publicPrefix)).map(secretBytes);
  const keys = secrets.filter((secret) => secret.startsWith(publicPrefix));
  const valid = isSigned(symmetric, shared, parts);
  return isSignedByKey(asymmetric, keys, parts) || valid ? 'valid' : 'mismatch';
}

const publicPrefix = 'whpk_';

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** What stands in front of the 32 bytes of an Ed25519 key when it is written as a public key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex');

function isSignedByKey(
  given: readonly Buffer[],
  keys: readonly string[],
  parts: readonly (string | Uint8Array)[],
): boolean {
  const message = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  return keys.some((text) => {
    const raw = Buffer.from(text.slice(publicPrefix.length), 'base64');
    if (raw.length !== 32) return false;
    const key = createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' });
    return given.some((signature) => verify(null, message, key, signature));
  });
}
