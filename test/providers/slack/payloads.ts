// Payloads as Slack sends them, cut to what matters here, with invented ids and words that must never be read.

export const prose = 'Please reset the password of Zoe Example';
export const token = ['xoxb', '1', 'notarealtoken'].join('-');

export function eventCallback(event: object, outer: object = {}): Record<string, unknown> {
  return {
    token,
    team_id: 'T0DEMO1',
    api_app_id: 'A0DEMO1',
    event,
    type: 'event_callback',
    event_id: 'Ev08DEMO01',
    event_time: 1732900000,
    authorizations: [{ enterprise_id: null, team_id: 'T0DEMO1', user_id: 'U0BOT', is_bot: true }],
    ...outer,
  };
}

export const message = {
  type: 'message',
  client_msg_id: '0f1e2d3c-0000-4000-8000-000000000001',
  text: prose,
  user: 'U7',
  ts: '1732900000.000100',
  event_ts: '1732900000.000100',
  channel: 'C9',
  channel_type: 'channel',
};

export const mention = { ...message, type: 'app_mention', channel_type: undefined };

export const edited = {
  type: 'message',
  subtype: 'message_changed',
  hidden: true,
  channel: 'C9',
  ts: '1732900007.000200',
  event_ts: '1732900007.000200',
  message: { ...message, edited: { user: 'U7', ts: '1732900007.000000' } },
  previous_message: message,
};

/** A deleted thread root arrives as an edit. */
export const tombstone = {
  ...edited,
  message: { type: 'message', subtype: 'tombstone', user: 'USLACKBOT', text: prose, ts: '1732900000.000100' },
};

export const deleted = {
  type: 'message',
  subtype: 'message_deleted',
  hidden: true,
  channel: 'C9',
  ts: '1732900009.000300',
  event_ts: '1732900009.000300',
  deleted_ts: '1732900000.000100',
  previous_message: message,
};

export const reaction = {
  type: 'reaction_added',
  user: 'U7',
  reaction: 'eyes',
  item: { type: 'message', channel: 'C9', ts: '1732900000.000100' },
  item_user: 'U8',
  event_ts: '1732900020.000400',
};

export const linkInComposer = {
  type: 'link_shared',
  channel: 'COMPOSER',
  user: 'U7',
  message_ts: 'U7-0f1e2d3c-abc',
  unfurl_id: 'U7-0f1e2d3c-abc',
  source: 'composer',
  links: [{ domain: 'example.com', url: 'https://example.com/secret' }],
  event_ts: '1732899999.000000',
};

export const linkInMessage = {
  ...linkInComposer,
  channel: 'C9',
  message_ts: '1732900000.000100',
  unfurl_id: 'C9-1732900000.000100-ff',
  source: 'conversations_history',
};

export const metadata = {
  type: 'message_metadata_posted',
  app_id: 'A0DEMO1',
  bot_id: 'B1',
  user_id: 'U0BOT',
  channel_id: 'C9',
  metadata: { event_type: 'task_created', event_payload: { title: prose } },
  message_ts: '1732900000.000100',
  event_ts: '1732900000.000100',
};

export const fileShared = {
  type: 'file_shared',
  channel_id: 'C9',
  file_id: 'F1',
  user_id: 'U7',
  file: { id: 'F1', name: prose },
  event_ts: '1732900000.000500',
};

export const functionExecuted = {
  type: 'function_executed',
  function: { id: 'Fn1', callback_id: 'create_task', title: prose },
  inputs: { title: prose },
  function_execution_id: 'Fx1',
  event_ts: '1732900000.000600',
  bot_access_token: token,
};

const person = { id: 'U7', username: 'zoe', name: 'zoe', team_id: 'T0DEMO1' };
const place = { team: { id: 'T0DEMO1', domain: 'example' }, api_app_id: 'A0DEMO1', user: person, token };

export const clickOnMessage = {
  ...place,
  type: 'block_actions',
  container: { type: 'message', message_ts: '1732900000.000100', channel_id: 'C9', is_ephemeral: false },
  channel: { id: 'C9', name: 'support' },
  message: { text: prose, ts: '1732900000.000100' },
  trigger_id: '111.222.aaa',
  response_url: 'https://hooks.slack.com/actions/secret',
  actions: [{ action_id: 'create', block_id: 'b', value: prose, type: 'button', action_ts: '1732900030.123456' }],
};

export const clickInView = {
  ...place,
  type: 'block_actions',
  container: { type: 'view', view_id: 'V1' },
  view: { id: 'V1', hash: '1732900031.abc', callback_id: 'task_form', private_metadata: prose },
  trigger_id: '111.222.bbb',
  actions: [{ action_id: 'save', block_id: 'b', value: prose, type: 'button', action_ts: '1732900031.123456' }],
};

export const messageShortcut = {
  ...place,
  type: 'message_action',
  callback_id: 'make_task',
  trigger_id: '111.222.ccc',
  channel: { id: 'C9', name: 'support' },
  message: { ...message },
  message_ts: '1732900000.000100',
  action_ts: '1732900032.123456',
};

export const globalShortcut = {
  ...place,
  type: 'shortcut',
  callback_id: 'new_task',
  trigger_id: '111.222.ddd',
  action_ts: '1732900033.123456',
};

export const submitted = { ...clickInView, type: 'view_submission', container: undefined, actions: undefined };
export const closed = { ...submitted, type: 'view_closed', trigger_id: undefined, is_cleared: false };

export const command = {
  token,
  team_id: 'T0DEMO1',
  team_domain: 'example',
  channel_id: 'C9',
  channel_name: 'support',
  user_id: 'U7',
  user_name: 'zoe',
  command: '/task',
  text: prose,
  api_app_id: 'A0DEMO1',
  response_url: 'https://hooks.slack.com/commands/secret',
  trigger_id: '111.222.eee',
};

/** Everything above as Slack would deliver it: events in their envelope, acts as they are. */
export const delivered: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries({
      message,
      mention,
      edited,
      tombstone,
      deleted,
      reaction,
      linkInComposer,
      linkInMessage,
      metadata,
      fileShared,
      functionExecuted,
    }).map(([name, event]) => [name, eventCallback(event)]),
  ),
  clickOnMessage,
  clickInView,
  messageShortcut,
  globalShortcut,
  submitted,
  closed,
  command,
};
