// What is new for every drill.
import { randomBytes } from 'node:crypto';

/** Eight letters and digits that no other drill has. */
export function newNonce(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}

/** A signing secret that nobody has used. */
export function newSecret(): string {
  return randomBytes(24).toString('hex');
}
