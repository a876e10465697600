// Is one of these the signature of these bytes under one of these secrets? Every pair is tried, each in the same time.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Bytes = string | Uint8Array;

/** SHA-256 over the parts, one after the other. */
export function hmac(secret: Bytes, parts: readonly Bytes[]): Buffer {
  const made = createHmac('sha256', secret);
  for (const part of parts) made.update(part);
  return made.digest();
}

/** An empty secret signs nothing: anybody has it. */
export function isSigned(given: readonly Buffer[], secrets: readonly Bytes[], parts: readonly Bytes[]): boolean {
  let valid = false;
  for (const secret of secrets.filter((each) => each.length > 0)) {
    const expected = hmac(secret, parts);
    for (const signature of given)
      valid = (signature.length === expected.length && timingSafeEqual(signature, expected)) || valid;
  }
  return valid;
}
