// Which ids of a Slack payload go into fact lines and rows? Never its words.

/** @returns {Record<string, string | undefined>} */
export function idsOf(body) {
  return body.type === 'event_callback' ? idsOfEvent(body) : idsOfClick(body);
}

function idsOfEvent(body) {
  const event = body.event;
  const message = event.message ?? event;
  return {
    event_id: body.event_id,
    workspace_id: body.team_id,
    app_id: body.api_app_id,
    event_type: event.type,
    event_subtype: event.subtype,
    event_time: String(body.event_time),
    channel: event.channel,
    ts: message.ts,
    event_ts: event.event_ts,
    client_msg_id: message.client_msg_id,
    actor: message.user,
  };
}

/** A click has no event id; its trigger id is the only thing that no other click has. */
function idsOfClick(body) {
  return {
    event_id: body.trigger_id,
    workspace_id: body.team.id,
    app_id: body.api_app_id,
    event_type: body.type,
    channel: body.container.channel_id,
    ts: body.container.message_ts,
    actor: body.user.id,
    action_id: body.actions[0].action_id,
    action_ts: body.actions[0].action_ts,
    trigger_id: body.trigger_id,
  };
}
