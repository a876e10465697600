// What a connection to Slack's Web API offers: read-only looks, in answers that never carry message text or a token.
import type { Instant } from '../model/instant.ts';

/** An empty answer and an answer that cannot be believed are different values. */
export type Looked<T> =
  | { readonly answer: 'found'; readonly value: T }
  | { readonly answer: 'none' }
  /** A missing scope, a channel that the app is not in, a rate limit: `needs` names what would help. */
  | { readonly answer: 'cannot-see'; readonly reason: string; readonly needs: string | undefined };

/** Whose token it is; the token itself is compared by digest and never leaves the connection. */
export interface SlackIdentity {
  readonly workspaceId: string;
  readonly enterpriseId: string | undefined;
  readonly appId: string | undefined;
  readonly botId: string | undefined;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly tokenDigest: string;
}

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  readonly subtype: string | undefined;
  readonly userId: string | undefined;
  readonly botId: string | undefined;
  readonly appId: string | undefined;
  readonly clientMsgId: string | undefined;
  readonly editedAt: Instant | undefined;
  /** The source_event_key in the message's metadata; undefined where the message has none. */
  readonly sourceEventKey: string | undefined;
}

export interface SlackConnection {
  identity(signal: AbortSignal): Promise<Looked<SlackIdentity>>;
  message(channel: string, ts: string, signal: AbortSignal): Promise<Looked<SlackMessage>>;
  /** Messages of one channel in a span, oldest first; the span must be bounded. */
  messages(channel: string, from: Instant, to: Instant, signal: AbortSignal): Promise<Looked<readonly SlackMessage[]>>;
  /** The app's manifest as Slack holds it, as JSON text; needs a configuration token. */
  manifest(appId: string, signal: AbortSignal): Promise<Looked<string>>;
  close(): Promise<void>;
}
