// What most senders of webhooks have in common: JSON bodies, an id in a header or in the body, no count of repeats.
import type { Instant } from '../model/instant.ts';
import type { InboundEvent, Provider } from '../model/provider.ts';
import { parseJsonBody } from './json-body.ts';

/** A sender whose own time limit is not documented: then no answer can be called late. */
export const notDocumentedMs = Number.POSITIVE_INFINITY;

/** Undefined parts were not in the request. */
export interface Told {
  readonly eventId: string | undefined;
  /** Empty text where the sender's ids need no scope. */
  readonly scope: string | undefined;
  readonly appId?: string | undefined;
  readonly type?: string | undefined;
  readonly subtype?: string | undefined;
  readonly subject?: string | undefined;
  readonly eventTime?: Instant | undefined;
  /** As in `InboundEvent`. */
  readonly bodyComesOnceAs?: string | undefined;
  /** Further fields under their names in fact lines. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

export function inboundEvent(provider: string, told: Told): InboundEvent {
  const { eventId, scope = '', appId, type, subtype, subject, eventTime, bodyComesOnceAs } = told;
  const fields = { event_type: type, event_subtype: subtype, subject, ...told.fields };
  return {
    key: eventId === undefined ? undefined : { eventId, workspaceId: scope, provider },
    appId,
    type,
    subtype,
    eventTime,
    subject,
    fields: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(bodyComesOnceAs !== undefined && { bodyComesOnceAs }),
  };
}

type Own = Pick<Provider, 'id' | 'title' | 'retries' | 'read'> & Partial<Provider>;

/** A subject is what `read` found: a fact line of such a sender states it. */
export function webhookProvider(own: Own): Provider {
  return {
    retryReasons: {},
    parse: parseJsonBody,
    retry: () => ({ attempt: undefined, reason: undefined }),
    subjectOf: ({ subject }) => (typeof subject === 'string' ? subject : undefined),
    subjectFromReference: () => undefined,
    ...own,
  };
}
