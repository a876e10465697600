// What is this request: an event of ours, a question that is answered at once, or nothing that we take?
import { createHmac } from 'node:crypto';
import type { Instant } from '../../model/instant.ts';
import type { EventKey, InboundEvent, Provider, SignatureScheme } from '../../model/provider.ts';
import { pingOf } from './ping.ts';
import type { Received, Receiver } from './received.ts';
import { slackQuestion } from './slack-question.ts';

export type Admission =
  | {
      readonly is: 'event';
      readonly event: InboundEvent & { readonly key: EventKey };
      readonly bodyDigest: string;
      /** The same for these bytes under every id; undefined where equal bytes may be two events, or the id is signed. */
      readonly bodyMark: string | undefined;
    }
  /** Reports nothing; `counted` names what it was. */
  | { readonly is: 'question'; readonly counted: string; readonly body: string; readonly contentType: string }
  /** `event`: what it said of itself, for the sample; nothing of it is to be trusted. */
  | {
      readonly is: 'refused';
      readonly status: 400 | 401 | 405;
      readonly reason: string;
      readonly event?: InboundEvent | undefined;
    };

export function admit(
  received: Received,
  receiver: Receiver,
  { provider, scheme }: { provider: Provider; scheme: SignatureScheme },
  now: Instant,
): Admission {
  if (received.method !== 'POST') return { is: 'refused', status: 405, reason: 'method_not_allowed' };
  const payload = provider.parse(received);
  const early = slackQuestion(provider, payload, 'unsigned');
  if (early) return early;
  const secrets = receiver.secrets();
  const verdict = scheme.verify(received, secrets, now);
  const event = payload === undefined ? undefined : provider.read(payload, received.headers);
  if (verdict !== 'valid') return { is: 'refused', status: 401, reason: `signature_${verdict}`, event };
  if (payload === undefined) return { is: 'refused', status: 400, reason: 'unreadable_body' };
  const question = slackQuestion(provider, payload, 'signed') ?? pingOf(provider, received.headers);
  if (question) return question;
  if (event === undefined) return { is: 'refused', status: 400, reason: 'not_an_event' };
  if (event.key === undefined) return { is: 'refused', status: 400, reason: 'no_event_id', event };
  const bodyDigest = keyed('body-digest:', secrets[0], received.body);
  const { bodyComesOnceAs: once } = event;
  // By the secret that signed it: while one replaces another, their order changes.
  const signer =
    once === undefined ? undefined : secrets.find((one) => scheme.verify(received, [one], now) === 'valid');
  const bodyMark = signer === undefined ? undefined : keyed(`body-mark:${once}:`, signer, received.body);
  return { is: 'event', event: { ...event, key: event.key }, bodyDigest, bodyMark };
}

/** Keyed, so that nobody who reads the digest can try texts against it. */
function keyed(purpose: string, secret = '', body: Uint8Array): string {
  return createHmac('sha256', `${purpose}${secret}`).update(body).digest('hex').slice(0, 32);
}
