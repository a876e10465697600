// A sender that this program does not know by itself, made from its description.
import type { Headers, InboundEvent, Provider, RetryMark, RetrySchedule } from '../model/provider.ts';
import type { PlaceInRequest, ProviderDescription, ProviderDescriptions } from '../model/provider-description.ts';
import { headerOf } from './header.ts';
import { familyOf, providerOf } from './index.ts';
import { at, numberedId } from './value.ts';
import { inboundEvent, notDocumentedMs, webhookProvider } from './webhook.ts';

/** The known senders and the described ones, which a configuration cannot name alike. */
export function providersWith(descriptions: ProviderDescriptions | undefined): (id: string) => Provider | undefined {
  return (id) => {
    const family = familyOf(id);
    const own =
      family !== undefined && descriptions && Object.hasOwn(descriptions, family) ? descriptions[family] : undefined;
    return own ? describedProvider(id, own) : providerOf(id);
  };
}

export function describedProvider(id: string, description: ProviderDescription): Provider {
  return webhookProvider({
    id,
    title: description.title ?? id,
    retries: scheduleOf(description),
    read: (payload, headers) => read(id, description, payload, headers),
    retry: (headers, envelope) => retry(description, headers, envelope),
  });
}

/** Undefined unless something is known of its repeats. */
function scheduleOf({
  answerWithinMs,
  retryGapsMs,
  horizonMs,
  documentation,
}: ProviderDescription): RetrySchedule | undefined {
  const ackDeadlineMs = answerWithinMs ?? notDocumentedMs;
  const waits = retryGapsMs?.reduce((sum, gap) => sum + gap + (answerWithinMs ?? 0), answerWithinMs ?? 0);
  const horizon = horizonMs ?? waits;
  if (horizon === undefined) return undefined;
  return {
    ackDeadlineMs,
    retryGapsMs: retryGapsMs ?? [],
    ...(retryGapsMs === undefined && { isUnlisted: true as const }),
    horizonMs: horizon,
    extendedHorizonMs: horizon,
    documentation: documentation ?? '',
  };
}

function read(
  id: string,
  description: ProviderDescription,
  payload: unknown,
  headers: Headers,
): InboundEvent | undefined {
  const find = (place: PlaceInRequest | undefined) => valueAt(place, payload, headers);
  const [eventId, subject] = [find(description.eventId), find(description.subject)];
  if (eventId === undefined) return undefined;
  const type = find(description.type);
  return inboundEvent(id, {
    eventId,
    scope: find(description.scope),
    type,
    subject: subject && `${familyOf(id)}:${subject}`,
  });
}

function retry({ retryNum, retryReason }: ProviderDescription, headers: Headers, envelope: unknown): RetryMark {
  const count = valueAt(retryNum, envelope, headers);
  const attempt = count !== undefined && /^\d{1,4}$/.test(count) ? Number(count) : undefined;
  return { attempt, reason: valueAt(retryReason, envelope, headers) };
}

function valueAt(place: PlaceInRequest | undefined, payload: unknown, headers: Headers): string | undefined {
  if (place === undefined) return undefined;
  const header = /^header:(.+)$/i.exec(place)?.[1];
  return numberedId(
    header === undefined ? at(payload, ...place.split('.')) : headerOf(headers, header.trim().toLowerCase()),
  );
}
