// Which system, and which part of it: whatever decides where an object is looked for and made, without what is secret.
import { createHash } from 'node:crypto';
import { isSecretName } from '../../model/clean/pairs.ts';
import { shownPath } from '../../model/clean/shown-address.ts';

/** A short text for a person, and behind it a digest of all that it leaves out. */
export function identityOf(readable: string, decides: unknown): string {
  const text = JSON.stringify(withoutSecrets(decides, ''));
  return `${readable} #${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** Names in one order, whichever way a file writes them. */
function withoutSecrets(value: unknown, name: string): unknown {
  if (typeof value === 'string') return isSecretName(name) ? '' : withoutSecretParameters(shownPath(value));
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name));
  if (typeof value !== 'object' || value === null) return isSecretName(name) ? '' : value;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, withoutSecrets(one, isSecretName(name) ? name : key)]);
}

function withoutSecretParameters(text: string): string {
  return text.replace(/([?&])([\w.%[\]-]{1,64})=[^&#]*/g, (whole, sign, name) =>
    isSecretParameter(name) ? `${sign}${name}=` : whole,
  );
}

/** Beside the usual words: short ones that stand for a credential in a query, and for anything elsewhere. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || /^(auth|sig|signature|code|key)$/i.test(name);
}
