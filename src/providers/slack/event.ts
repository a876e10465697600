// Which ids stand in a delivery of the Events API, and which message is it about?
import type { Parts } from './read.ts';
import { at, field, idOf, tsOf } from './value.ts';

export function eventFields(body: unknown): Parts {
  const event = field(body, 'event');
  const message = about(event);
  const type = idOf(field(event, 'type'));
  return {
    eventId: idOf(field(body, 'event_id')),
    fields: {
      event_type: type,
      event_subtype: idOf(field(event, 'subtype')),
      channel: message.channel,
      ts: message.ts,
      event_ts: tsOf(field(event, 'event_ts')),
      thread_ts: tsOf(
        field(event, 'thread_ts'),
        at(event, 'message', 'thread_ts'),
        at(event, 'assistant_thread', 'thread_ts'),
      ),
      client_msg_id: idOf(
        field(event, 'client_msg_id'),
        at(event, 'message', 'client_msg_id'),
        at(event, 'previous_message', 'client_msg_id'),
      ),
      actor: idOf(field(event, 'user'), at(event, 'user', 'id'), field(event, 'user_id'), at(event, 'message', 'user')),
      bot_id: idOf(field(event, 'bot_id'), at(event, 'message', 'bot_id'), at(event, 'previous_message', 'bot_id')),
      author_app_id: authorApp(event),
      action_id: type?.startsWith('reaction_') ? idOf(field(event, 'reaction')) : undefined,
      view_id: idOf(at(event, 'view', 'id')),
      function_execution_id: idOf(field(event, 'function_execution_id')),
      unfurl_id: idOf(field(event, 'unfurl_id')),
      context_team_id: contextTeam(body),
      shared_team_id: sharedTeam(body, event),
      command_name: idOf(at(event, 'metadata', 'event_type')),
      command_depth: depthOf(at(event, 'metadata', 'event_payload', 'dedupe_depth')),
    },
  };
}

interface About {
  readonly channel: string | undefined;
  readonly ts: string | undefined;
}

/**
 * The message that an event is about. `file_shared` names none (its `event_ts` is its own), nor do events whose `ts` is a
 * moment in a channel's history; a preview in the composer has an unfurl id where others have `message_ts`.
 */
function about(event: unknown): About {
  const type = idOf(field(event, 'type'));
  const channel = idOf(
    field(event, 'channel'),
    field(event, 'channel_id'),
    at(event, 'channel', 'id'),
    at(event, 'item', 'channel'),
    at(event, 'assistant_thread', 'channel_id'),
  );
  if (type === 'message' || type === 'app_mention') return { channel, ts: messageTs(event) };
  if (type === 'link_shared' || type?.startsWith('message_metadata_'))
    return { channel, ts: tsOf(field(event, 'message_ts')) };
  if (field(event, 'item') !== undefined)
    return { channel, ts: tsOf(at(event, 'item', 'ts'), at(event, 'item', 'message', 'ts')) };
  return { channel, ts: undefined };
}

/**
 * Edits and deletions have a `ts` of their own outside and the message's inside. A deleted thread root arrives as an edit
 * whose inner message is a `tombstone`, and has its ts there too.
 */
function messageTs(event: unknown): string | undefined {
  switch (field(event, 'subtype')) {
    case 'message_changed':
    case 'message_replied':
      return tsOf(at(event, 'message', 'ts'), at(event, 'previous_message', 'ts'));
    case 'message_deleted':
      return tsOf(field(event, 'deleted_ts'), at(event, 'previous_message', 'ts'));
    default:
      return tsOf(field(event, 'ts'));
  }
}

/** The app that wrote the message: the same in every workspace, where `bot_id` is not. Of edits and deletions, who wrote it. */
function authorApp(event: unknown): string | undefined {
  const places = [event, field(event, 'message'), field(event, 'previous_message')];
  return idOf(...places.flatMap((place) => [field(place, 'app_id'), at(place, 'bot_profile', 'app_id')]));
}

/**
 * In a channel that workspaces share, the workspace of the author: the same in every copy of an event, where the one of the
 * envelope differs from copy to copy.
 */
function sharedTeam(body: unknown, event: unknown): string | undefined {
  return field(body, 'is_ext_shared_channel') === true
    ? idOf(field(event, 'team'), at(event, 'message', 'team'), at(event, 'previous_message', 'team'))
    : undefined;
}

/** How many messages of apps led to this one, as its own app says. */
function depthOf(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
}

/** The workspace through which the app sees a shared channel, where that is not the one of the envelope. */
function contextTeam(body: unknown): string | undefined {
  const team = idOf(field(body, 'context_team_id'), at(body, 'authorizations', '0', 'team_id'));
  return team === field(body, 'team_id') ? undefined : team;
}
