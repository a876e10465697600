// Requests in the shapes in which Slack sends them, cut to what an integration reads.
// https://docs.slack.dev/reference/events/message, /reference/interaction-payloads/block_actions-payload
import { type Act, newEventId, newTriggerId } from './act.ts';

export interface SlackRequest {
  readonly act: Act;
  readonly kind: 'event' | 'interactivity';
  readonly contentType: string;
  readonly body: string;
}

/** What the person wrote, first and last time. */
export function messageOf(act: Act): SlackRequest {
  return event(act, messageFields(act));
}

export function mentionOf(act: Act): SlackRequest {
  return event(act, mentionFields(act));
}

/** A reply in the thread of another act's message. */
export function replyOf(act: Act, root: Act, type: 'message' | 'app_mention'): SlackRequest {
  const fields = type === 'message' ? messageFields(act) : mentionFields(act);
  return event(act, { ...fields, thread_ts: root.ts, parent_user_id: root.user });
}

/** The person changed the text: `ts` outside is the edit's, inside the message's. */
export function editOf(act: Act): SlackRequest {
  const edited = { user: act.user, ts: `${Math.floor(Number(act.ts)) + 5}.000000` };
  return changed(act, { ...messageFields(act), text: `${act.marker} and a word more`, edited }, 5);
}

/** Slack added the preview of a link: nobody edited anything. */
export function unfurlOf(act: Act): SlackRequest {
  const attachments = [{ id: 1, from_url: 'https://drill.example/', title: 'a page' }];
  return changed(act, { ...messageFields(act), attachments }, 2);
}

/** The app's own message, as today's apps write: no subtype. */
export function ownMessageOf(act: Act): SlackRequest {
  return event(act, ownFields(act));
}

/** The app's own `chat.update` comes back to it; outside stands no user at all. */
export function ownEditOf(act: Act): SlackRequest {
  return changed(act, { ...ownFields(act), edited: { user: act.identity.botUserId, ts: act.ts } }, 3);
}

/** A button on the message. */
export function clickOn(act: Act): SlackRequest {
  const { channelId, appId, teamId } = act.identity;
  const triggerId = newTriggerId(act);
  return form(act, {
    type: 'block_actions',
    user: { id: act.user, username: 'drill', team_id: teamId },
    api_app_id: appId,
    token: 'drill',
    container: { type: 'message', message_ts: act.ts, channel_id: channelId, is_ephemeral: false },
    trigger_id: triggerId,
    team: { id: teamId, domain: 'drill' },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: channelId, name: 'drill' },
    message: messageFields(act),
    state: { values: {} },
    response_url: 'https://drill.example/none',
    actions: [
      {
        action_id: 'create_task',
        block_id: 'drill',
        text: { type: 'plain_text', text: 'Create' },
        value: act.marker,
        type: 'button',
        action_ts: `${Math.floor(Number(act.ts)) + 7}.000100`,
      },
    ],
  });
}

function messageFields({ marker, user, ts, clientMsgId, identity: { channelId, teamId } }: Act) {
  return {
    type: 'message',
    client_msg_id: clientMsgId,
    text: marker,
    user,
    ts,
    team: teamId,
    channel: channelId,
    event_ts: ts,
    channel_type: 'channel',
  };
}

function mentionFields(act: Act) {
  const { channel_type: _, ...fields } = messageFields(act);
  return { ...fields, type: 'app_mention', text: `<@${act.identity.botUserId}> ${act.marker}` };
}

function ownFields(act: Act) {
  const { botId, botUserId, appId, teamId } = act.identity;
  const { client_msg_id: _, ...fields } = messageFields(act);
  const profile = { id: botId, app_id: appId, team_id: teamId, name: 'drill', deleted: false };
  return { ...fields, user: botUserId, bot_id: botId, app_id: appId, bot_profile: profile };
}

function changed(act: Act, message: object, secondsLater: number): SlackRequest {
  const ts = `${Math.floor(Number(act.ts)) + secondsLater}.000200`;
  const { channelId } = act.identity;
  const { channel: _, event_ts: __, channel_type: ___, ...inner } = message as ReturnType<typeof messageFields>;
  return event(act, {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    message: inner,
    previous_message: { ...inner, attachments: undefined, edited: undefined, text: act.marker },
    channel: channelId,
    ts,
    event_ts: ts,
    channel_type: 'channel',
  });
}

function event(act: Act, inner: object): SlackRequest {
  const { teamId, appId, botUserId } = act.identity;
  const body = {
    token: 'drill',
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: appId,
    event: inner,
    type: 'event_callback',
    event_id: newEventId(act),
    event_time: Math.floor(Number(act.ts)),
    authorizations: [
      { enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false },
    ],
    is_ext_shared_channel: false,
  };
  return { act, kind: 'event', contentType: 'application/json', body: JSON.stringify(body) };
}

function form(act: Act, payload: object): SlackRequest {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return { act, kind: 'interactivity', contentType: 'application/x-www-form-urlencoded', body };
}
