// What differs from one sender of events to the next: keys, headers, signature, and how long it goes on repeating.
import type { Instant } from './instant.ts';

/** Names in any case, as the log or the server wrote them; the first value where a header came more than once. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** Identity of one event: unique together, in this order, so that an event id alone is an index look-up. */
export interface EventKey {
  readonly eventId: string;
  /** Team, else enterprise, else the provider's account; empty text where the provider has no such scope. */
  readonly workspaceId: string;
  readonly provider: string;
}

/** What one request or envelope says about itself. Message text, names and tokens are never read into it. */
export interface InboundEvent {
  readonly key: EventKey | undefined;
  readonly appId: string | undefined;
  readonly type: string | undefined;
  readonly subtype: string | undefined;
  readonly eventTime: Instant | undefined;
  /** What the user acted on; events with one subject are siblings. Undefined when the payload names nothing. */
  readonly subject: string | undefined;
  /**
   * Own fields of the provider under the names of the fact lines (`event_type`, `channel`, `ts`, `client_msg_id`, …):
   * complete, so that `subjectOf(fields)` is `subject`.
   */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Only of senders whose signature does not cover their id: what is told in these bytes happens once, so that the same bytes
   * under another id are the same event; the text is what else belongs to their identity. Undefined: equal bytes can be two events.
   */
  readonly bodyComesOnceAs?: string | undefined;
}

export interface RetryMark {
  /** 0 is the first attempt. Undefined: the provider does not count, which says nothing about repeats. */
  readonly attempt: number | undefined;
  readonly reason: string | undefined;
}

/** One way in which a signature can be wrong; a bad one and a stale one are told apart, a missing one too. */
export type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'stale' | 'future' | 'mismatch';

export interface SignedRequest {
  readonly headers: Headers;
  /** The bytes as they arrived, before any parsing. */
  readonly body: Uint8Array;
}

/** Apart from `Provider`, so that a diagnosis, which verifies nothing, does not load the cryptography. */
export interface SignatureScheme {
  /** Several secrets while one replaces another. Constant time; `now` is given, never asked for. */
  verify(request: SignedRequest, secrets: readonly string[], now: Instant): SignatureVerdict;
}

export interface RetrySchedule {
  /** The sender waits this long for an answer. Milliseconds; infinite where that is not documented: then no answer is late. */
  readonly ackDeadlineMs: number;
  /** Gaps from the end of one attempt to the next, in order, as documented. Empty: no automatic retry exists. */
  readonly retryGapsMs: readonly number[];
  /** It repeats by itself, at times that are not documented; `retryGapsMs` is empty for that reason. */
  readonly isUnlisted?: true;
  /** After this long from the first attempt no ordinary repeat comes. Milliseconds. */
  readonly horizonMs: number;
  /** The same with the longest documented setting (Slack's delayed events): the floor for the life of a dedupe key. */
  readonly extendedHorizonMs: number;
  /** Retry reasons after which the attempt before may never have reached the app. Left out: none is known. */
  readonly unreachedReasons?: readonly string[];
  /** Where that is written. */
  readonly documentation: string;
}

export interface Provider {
  /** `slack`, or `slack.support` where one database serves several apps of one provider. */
  readonly id: string;
  readonly title: string;
  /** Undefined: the sender's documentation says nothing about repeats. */
  readonly retries: RetrySchedule | undefined;
  /** What each documented retry reason means for the attempt before it; unknown words are kept as they came. */
  readonly retryReasons: Readonly<Record<string, string>>;
  /** The payload in a raw body, JSON or a form by its content type. Undefined: neither, or broken. Trust it only when its signature was verified. */
  parse(request: SignedRequest): unknown;
  /** Reads identity from a parsed payload (HTTP body, or a whole envelope). Undefined: not an event of this provider. */
  read(payload: unknown, headers: Headers): InboundEvent | undefined;
  /** Where the transport has no headers, the mark stands in the envelope that holds the payload. */
  retry(headers: Headers, envelope?: unknown): RetryMark;
  /** The subject from fields of a fact line; undefined when they do not name one. */
  subjectOf(fields: Readonly<Record<string, unknown>>): string | undefined;
  /** The reference forms that only this provider has (a permalink, `channel:ts`); undefined when it is none of them. */
  subjectFromReference(reference: string): string | undefined;
}

/** False: a second delivery was asked for by somebody. */
export function repeatsByItself({ retryGapsMs, isUnlisted }: RetrySchedule): boolean {
  return retryGapsMs.length > 0 || isUnlisted === true;
}
