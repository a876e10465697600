// Which of Slack's events become work, decided from identity alone, and which of them mean the same thing.
import type { EventKey, InboundEvent } from '../../model/provider.ts';
import type { Filter, FilterDecision } from '../contracts/filter.ts';
import { filterVersion } from './filter-version.ts';
import { keyOfEvent, keyOfSubject } from './source-event-key.ts';

export interface SlackRules {
  /** The apps that are served here (`api_app_id`); events of any other are refused. Undefined: whichever has signed. */
  readonly apps?: readonly string[] | undefined;
  /** Undefined: every workspace in which the app is installed. */
  readonly workspaces?: readonly string[] | undefined;
  /** `*`: all. */
  readonly types?: readonly string[] | undefined;
  /** Of messages; the empty text is a message without one, `*` stands for all. */
  readonly subtypes?: readonly string[] | undefined;
  /** `accept`: an edit or a deletion is an intent of its own, beside the message's. */
  readonly edits?: 'ignore' | 'accept' | undefined;
  readonly deletions?: 'ignore' | 'accept' | undefined;
  readonly threadReplies?: 'ignore' | 'accept' | undefined;
  /** A reply that was also sent to the channel. */
  readonly threadBroadcasts?: 'ignore' | 'accept' | undefined;
  /** Messages of other apps. */
  readonly otherBots?: 'ignore' | 'accept' | undefined;
  /** Who we are, as messages name it: `bot_id` differs between workspaces, the app id does not. The served apps are ours too. */
  readonly own?: {
    readonly apps?: readonly string[];
    readonly bots?: readonly string[];
    readonly users?: readonly string[];
    /**
     * Own messages that are commands all the same: the `event_type` of their metadata. Each must say in the payload of its
     * metadata, as `dedupe_depth`, how many own messages led to it, itself included.
     */
    readonly commands?: readonly string[];
    /** A command that lies deeper is ignored, so that no loop is endless. Default 1: a command makes no command. */
    readonly maxDepth?: number;
  };
  /**
   * `subject`: a message, its mention, its shortcut and a click on it are one intent, whichever arrives. `action`: each
   * button and shortcut is an intent of its own, the same one however often it is pressed. `message`: a message and its
   * mention are one, and every click is one of its own. `event`: nothing is joined.
   */
  readonly intent?: 'subject' | 'action' | 'message' | 'event' | undefined;
}

const standard = {
  types: ['message', 'app_mention', 'slash_command', 'shortcut', 'message_action', 'block_actions', 'view_submission'],
  // A new message by a person: https://docs.slack.dev/reference/events/message
  subtypes: ['', 'file_share', 'thread_broadcast', 'me_message', 'bot_message'],
  edits: 'ignore',
  deletions: 'ignore',
  threadReplies: 'accept',
  threadBroadcasts: 'accept',
  otherBots: 'ignore',
  intent: 'subject',
} as const satisfies Partial<SlackRules>;

type Known = InboundEvent & { readonly key: EventKey };
type Settled = SlackRules & { readonly [K in keyof typeof standard]-?: NonNullable<SlackRules[K]> };

/** `provider`: `slack`, or `slack.NAME` where one database serves several apps. */
export function slackFilter(given: SlackRules, provider = 'slack'): Filter {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const rules: Settled = { ...standard, ...(named as SlackRules) };
  return {
    version: filterVersion(provider, rules),
    decide(event) {
      const foreign = refusal(rules, event);
      if (foreign !== undefined) return { decision: 'refuse', reason: foreign };
      const unwanted = ignored(rules, event);
      if (unwanted !== undefined) return { decision: 'ignore', reason: unwanted };
      return accepted(rules, event as Known);
    },
  };
}

function refusal({ apps, workspaces }: Settled, { key, appId, fields }: InboundEvent): string | undefined {
  if (key === undefined) return 'no_event_id';
  if (apps && (appId === undefined || !apps.includes(appId))) return 'foreign_app';
  // In a shared channel the envelope can name the sender's workspace, and the one through which we see it stands beside it.
  const seen = [key.workspaceId, fields.context_team_id ?? ''];
  return workspaces && !seen.some((one) => workspaces.includes(one)) ? 'foreign_workspace' : undefined;
}

/** Own messages first: an edit of one is ours too, whatever is said about edits. */
function ignored(rules: Settled, event: InboundEvent): string | undefined {
  const { type = '', subtype = '', fields } = event;
  const isMine = isOwn(rules, event);
  if (isMine) {
    const reason = ownMessage(rules, event);
    if (reason !== undefined) return reason;
  }
  if (!has(rules.types, type)) return 'type_not_wanted';
  if (type !== 'message' && type !== 'app_mention') return undefined;
  const isBot =
    !isMine && (fields.bot_id !== undefined || fields.author_app_id !== undefined || subtype === 'bot_message');
  if (isBot && rules.otherBots === 'ignore') return 'other_bot';
  if (subtype === 'message_changed') return rules.edits === 'ignore' ? 'edit' : undefined;
  if (subtype === 'message_deleted') return rules.deletions === 'ignore' ? 'deletion' : undefined;
  if (!has(rules.subtypes, subtype)) return 'subtype_not_wanted';
  if (subtype === 'thread_broadcast') return rules.threadBroadcasts === 'ignore' ? 'thread_broadcast' : undefined;
  const isReply = fields.thread_ts !== undefined && fields.thread_ts !== fields.ts;
  return isReply && rules.threadReplies === 'ignore' ? 'thread_reply' : undefined;
}

/** The message's author, never who pressed a button on it: a click on our own message is a person's. */
function isOwn({ apps, own }: Settled, { appId, fields }: InboundEvent): boolean {
  const { actor, bot_id, author_app_id } = fields;
  const is = (list: readonly (string | undefined)[] | undefined, id: string | undefined) =>
    id !== undefined && list?.includes(id);
  return Boolean(
    is([appId, ...(apps ?? []), ...(own?.apps ?? [])], author_app_id) || is(own?.bots, bot_id) || is(own?.users, actor),
  );
}

/** Undefined: it is a command, and not too deep. An edit or a deletion of a command is none. */
function ownMessage({ own }: Settled, { subtype, fields }: InboundEvent): string | undefined {
  const { command_name, command_depth } = fields;
  const isNew = subtype === undefined || subtype === 'bot_message';
  if (!isNew || command_name === undefined || !own?.commands?.includes(command_name)) return 'own_bot';
  if (command_depth === undefined || command_depth === '0') return 'own_command_without_depth';
  return Number(command_depth) > (own.maxDepth ?? 1) ? 'own_command_too_deep' : undefined;
}

function has(list: readonly string[], word: string): boolean {
  return list.includes('*') || list.includes(word);
}

function accepted(rules: Settled, event: Known): FilterDecision {
  const { shared_team_id: workspaceId } = event.fields;
  if (workspaceId === undefined || workspaceId === event.key.workspaceId)
    return { decision: 'accept', sourceEventKey: keyFor(rules, event) };
  const shared = { ...event, key: { ...event.key, workspaceId } };
  return { decision: 'accept', sourceEventKey: keyFor(rules, shared), workspaceId };
}

function keyFor({ intent }: Settled, event: Known): string {
  if (intent === 'event') return keyOfEvent(event.key);
  const { event_ts = event.key.eventId, action_id } = event.fields;
  if (event.subtype === 'message_changed') return keyOfSubject(event, 'edit', event_ts);
  if (event.subtype === 'message_deleted') return keyOfSubject(event, 'deletion');
  if (intent === 'message' && event.type !== 'message' && event.type !== 'app_mention') return keyOfEvent(event.key);
  const isPressed = event.type === 'block_actions' || event.type === 'message_action';
  if (intent === 'action' && isPressed && action_id !== undefined && !event.subject?.includes(':action:'))
    return keyOfSubject(event, 'action', action_id);
  return keyOfSubject(event);
}
