// What did the user act on? One text for all events about it, so that siblings find each other.
//   slack:C9:1732900000.000100                     a message: its own event, mentions, edits, clicks, message shortcuts
//   slack:C9:1732900000.000100:reaction:eyes:U7    one person's reaction to it
//   slack:C9:1732900000.000100:reaction@1732900001.000200:U7    the same where its name was not logged: by its moment
//   slack:view:V1    slack:view:V1:action:save     a view submitted or closed; a click inside it
//   slack:function:Fx1                             one execution of a workflow step
//   slack:message:0f1e…                            a message known by its client_msg_id only
//   slack:trigger:123.456.abc                      a command or global shortcut: nothing but the act itself
import { keyIn, partsOfKey } from '../../model/timeline/named-by-key.ts';
import { idOf, tsOf } from './value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Channels, direct messages, groups. The link preview in a composer says `COMPOSER` and is in none of them. */
const channelId = /^[CDG][A-Z0-9]+$/;

/** The app's name in `slack.support` is left out: two apps that see one message see one subject. */
export function subjectOf(fields: Fields): string | undefined {
  const text = onMessage(fields) ?? onView(fields) ?? onExecution(fields) ?? onAct(fields) ?? inKey(fields);
  return text === undefined ? undefined : `slack:${text}`;
}

function onMessage(fields: Fields): string | undefined {
  const channel = channelOf(fields.channel);
  const ts = tsOf(fields.ts);
  if (channel === undefined || ts === undefined) return undefined;
  if (!isReaction(fields)) return `${channel}:${ts}`;
  const [emoji, actor] = [idOf(fields.action_id), idOf(fields.actor)];
  const moment = tsOf(fields.event_ts);
  if (!actor || !(emoji ?? moment)) return undefined;
  return `${channel}:${ts}:reaction${emoji ? `:${emoji}` : `@${moment}`}:${actor}`;
}

function onView(fields: Fields): string | undefined {
  const view = idOf(fields.view_id);
  if (view === undefined || fields.event_type === 'app_home_opened') return undefined;
  const action = idOf(fields.action_id);
  return fields.event_type === 'block_actions' && action ? `view:${view}:action:${action}` : `view:${view}`;
}

function onExecution(fields: Fields): string | undefined {
  const execution = idOf(fields.function_execution_id);
  return execution && `function:${execution}`;
}

function onAct(fields: Fields): string | undefined {
  if (isReaction(fields)) return undefined;
  const message = idOf(fields.client_msg_id);
  if (message !== undefined) return `message:${message}`;
  const trigger = idOf(fields.trigger_id);
  return trigger && `trigger:${trigger}`;
}

/** What a key was built from: a message, and of the rest what is written as such. */
function inKey(fields: Fields): string | undefined {
  const parts = partsOfKey(keyIn(fields));
  if (parts === undefined || !/^slack(\.|$)/.test(parts.provider)) return undefined;
  return /^([CDG][A-Z0-9]+:\d{10}\.\d{6}|view:[A-Z0-9]+|function:\w+|message:[\w-]+|trigger:[\w.]+)$/.test(parts.rest)
    ? parts.rest
    : undefined;
}

function isReaction(fields: Fields): boolean {
  return typeof fields.event_type === 'string' && fields.event_type.startsWith('reaction_');
}

function channelOf(value: unknown): string | undefined {
  return typeof value === 'string' && channelId.test(value) ? value : undefined;
}

const permalink = /^https:\/\/[a-z0-9.-]+\.slack(?:-gov)?\.com\/archives\/([CDG][A-Z0-9]+)\/p(\d{16})\/?(?:[?#].*)?$/i;

/** A permalink (of a reply too: the number in the path is the reply's own), `channel:ts`, or a message's subject. */
export function subjectFromReference(reference: string): string | undefined {
  const text = reference.trim();
  const short = /^(?:slack:)?([CDG][A-Z0-9]+):(\d+\.\d+|\d{16})$/.exec(text);
  const [, channel, ts] = short ?? (text.includes('/') ? permalink.exec(text) : undefined) ?? [];
  return subjectOf({ channel, ts });
}
