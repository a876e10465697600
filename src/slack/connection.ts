// What a connection to Slack's Web API offers: read-only looks, in answers that never carry message text or a token.
import type { Instant } from '../model/instant.ts';

/** An empty answer and an answer that cannot be believed are different values. */
export type Looked<T> =
  | { readonly answer: 'found'; readonly value: T }
  | { readonly answer: 'none' }
  /** A missing scope, a channel that the app is not in, a rate limit: `needs` names what would help. */
  | {
      readonly answer: 'cannot-see';
      readonly reason: string;
      readonly needs: string | undefined;
      /** Nobody answered, or the token is refused: no other question will do better. */
      readonly isDown: boolean;
    };

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  readonly at: Instant | undefined;
  readonly threadTs: string | undefined;
  readonly workspaceId: string | undefined;
  readonly userId: string | undefined;
  readonly botId: string | undefined;
  readonly appId: string | undefined;
  readonly clientMsgId: string | undefined;
  /** The source_event_key in the message's metadata; undefined where the message has none. */
  readonly sourceEventKey: string | undefined;
  /** Equal for messages that read alike but for numbers, links and names. Keyed by the process: it means nothing elsewhere. */
  readonly likeness: string;
}

/** Of one thread, in order, the message that was asked for among them. */
export interface SlackThread {
  readonly messages: readonly SlackMessage[];
  /** There are more than were read. */
  readonly isCut: boolean;
  /** Slack gave the message and no thread of it: whether it was answered to is not known. */
  readonly isAlone: boolean;
}

export interface SlackChannel {
  readonly isExternallyShared: boolean;
  readonly isOrgShared: boolean;
  readonly workspaces: readonly string[];
}

export interface SlackBot {
  readonly botId: string;
  readonly appId: string | undefined;
  readonly userId: string | undefined;
}

/** Whom a token speaks for. */
export interface SlackIdentity {
  readonly workspaceId: string;
  readonly enterpriseId: string | undefined;
  readonly isOrgWide: boolean;
  /** Of some tokens it is not named. */
  readonly appId: string | undefined;
  readonly botId: string | undefined;
  readonly userId: string | undefined;
  /** The scopes that the token was given, as Slack tells them with its answer; empty where it does not. */
  readonly scopes: readonly string[];
}

/** An installation that may see one event. */
export interface SlackAuthorization {
  readonly workspaceId: string | undefined;
  readonly enterpriseId: string | undefined;
  readonly isOrgWide: boolean;
}

export interface SlackConnection {
  identity(signal: AbortSignal): Promise<Looked<SlackIdentity>>;
  /** The whole thread in which the message stands. `none`: there is no such message. */
  thread(channel: string, ts: string, signal: AbortSignal): Promise<Looked<SlackThread>>;
  bot(botId: string, workspaceId: string | undefined, signal: AbortSignal): Promise<Looked<SlackBot>>;
  channel(channel: string, signal: AbortSignal): Promise<Looked<SlackChannel>>;
  /** Every installation that may see the event of this `event_context`; takes an app-level token. */
  authorizations(eventContext: string, signal: AbortSignal): Promise<Looked<readonly SlackAuthorization[]>>;
}
