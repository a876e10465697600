// How each family of senders signs. Loaded only where something is received: a diagnosis verifies nothing.
import type { SignatureScheme } from '../model/provider.ts';
import { verifySignature } from './slack/signature.ts';

/** By family, as in the list of providers: the part of an id before the first dot. */
const schemes: Readonly<Record<string, SignatureScheme>> = { slack: { verify: verifySignature } };

/** The scheme of `slack`, or of `slack.support`. Undefined: a family that does not sign, or that nobody knows. */
export function signatureSchemeOf(providerId: string): SignatureScheme | undefined {
  const [family = ''] = providerId.split('.');
  return Object.hasOwn(schemes, family) ? schemes[family] : undefined;
}
