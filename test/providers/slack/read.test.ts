import { expect, test } from 'vitest';
import { slack } from '../../../src/providers/slack.ts';
import * as given from './payloads.ts';

const provider = slack('slack.support');
const read = (payload: unknown) => provider.read(payload, {});

test('an event has the key of its envelope and says nothing but ids', () => {
  expect(read(given.eventCallback(given.message))).toEqual({
    key: { eventId: 'Ev08DEMO01', workspaceId: 'T0DEMO1', provider: 'slack.support' },
    appId: 'A0DEMO1',
    type: 'message',
    subtype: undefined,
    eventTime: 1732900000000,
    subject: 'slack:C9:1732900000.000100',
    fields: {
      event_type: 'message',
      channel: 'C9',
      ts: '1732900000.000100',
      event_ts: '1732900000.000100',
      client_msg_id: '0f1e2d3c-0000-4000-8000-000000000001',
      actor: 'U7',
    },
  });
});

test('an organisation stands for the workspace where an event names none', () => {
  const payload = given.eventCallback(given.message, { team_id: undefined, enterprise_id: 'E1' });
  expect(read(payload)?.key?.workspaceId).toBe('E1');
});

test('in a shared channel the envelope decides, and the workspace of the app is kept beside it', () => {
  const shared = read(given.eventCallback(given.message, { team_id: 'T0THEIRS', context_team_id: 'T0DEMO1' }));
  expect(shared?.key?.workspaceId).toBe('T0THEIRS');
  expect(shared?.fields.context_team_id).toBe('T0DEMO1');
  expect(read(given.eventCallback(given.message, { context_team_id: 'T0DEMO1' }))?.fields).not.toHaveProperty(
    'context_team_id',
  );
});

test('an event without an id is an event without a key', () => {
  const unkeyed = read(given.eventCallback(given.message, { event_id: '' }));
  expect(unkeyed?.key).toBeUndefined();
  expect(unkeyed?.subject).toBe('slack:C9:1732900000.000100');
});

test.each([
  { type: 'url_verification', challenge: 'abc', token: given.token },
  { type: 'app_rate_limited', team_id: 'T0DEMO1', minute_rate_limited: 1732900000, api_app_id: 'A0DEMO1' },
  { ssl_check: '1' },
  { type: 'hello', num_connections: 1 },
  { ...given.clickInView, type: 'block_suggestion', value: given.prose },
  'text',
  null,
  [],
])('what asks but reports nothing is no event: %j', (payload) => {
  expect(read(payload)).toBeUndefined();
});

test.each([
  ['a command', given.command, '111.222.eee', 'slash_command'],
  ['a click', given.clickOnMessage, '111.222.aaa', 'block_actions'],
  ['a message shortcut', given.messageShortcut, '111.222.ccc', 'message_action'],
  ['a global shortcut', given.globalShortcut, '111.222.ddd', 'shortcut'],
  ['a submitted view', given.submitted, '111.222.bbb', 'view_submission'],
  ['a closed view', given.closed, 'view_closed:V1:1732900031.abc', 'view_closed'],
  [
    'a step of a workflow',
    { ...given.submitted, trigger_id: undefined, interactivity: { interactivity_pointer: '9.8.f' } },
    '9.8.f',
    'view_submission',
  ],
  ['a dialog', { ...given.globalShortcut, trigger_id: undefined }, 'U7:1732900033.123456', 'shortcut'],
])('%s is known by what its act is known by', (_, payload, eventId, type) => {
  expect(read(payload)).toMatchObject({ key: { eventId, workspaceId: 'T0DEMO1' }, type, appId: 'A0DEMO1' });
});

test('a socket envelope is opened, its id is kept and is not the key', () => {
  const envelope = { envelope_id: 'e-1', type: 'events_api', payload: given.eventCallback(given.mention) };
  const inside = read(envelope);
  expect(inside?.key?.eventId).toBe('Ev08DEMO01');
  expect(inside?.fields.envelope_id).toBe('e-1');
});

test('the time of an act is the action_ts, microseconds and all', () => {
  expect(read(given.clickOnMessage)?.eventTime).toBe(1732900030123.456);
  expect(read(given.command)?.eventTime).toBeUndefined();
});

test('no words, names, addresses or tokens are read, wherever they stand', () => {
  for (const [name, payload] of Object.entries(given.delivered)) {
    const read = provider.read(payload, {});
    const values = Object.values(read?.fields ?? {}).join('\n');
    expect(read, name).toBeDefined();
    expect(values, name).not.toMatch(/password|Zoe|zoe|xox|hooks|example|support/);
  }
});

test('prose in the place of an id is not taken', () => {
  const odd = read(given.eventCallback({ ...given.message, channel: given.prose, user: given.prose }));
  expect(odd?.fields).not.toHaveProperty('channel');
  expect(odd?.fields).not.toHaveProperty('actor');
});
