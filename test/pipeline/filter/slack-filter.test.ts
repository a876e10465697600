// Which events become work, and which of them are the same intent?
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applicationRules } from '../../../src/pipeline/filter/application-rules.ts';
import { slackFilter } from '../../../src/pipeline/filter/slack-filter.ts';
import { slack } from '../../../src/providers/slack.ts';
import {
  deleted,
  edited,
  eventCallback,
  mention,
  message,
  reaction,
  tombstone,
} from '../../providers/slack/payloads.ts';

const provider = slack('slack');
const rules = { apps: ['A0DEMO1'] };
const byMessage = 'slack:T0DEMO1:C9:1732900000.000100';

function decide(payload: unknown, more: Partial<Parameters<typeof slackFilter>[0]> = {}) {
  const event = provider.read(payload, {});
  if (!event) throw new Error('not an event');
  return slackFilter({ ...rules, ...more }).decide(event);
}
const onMessage = (more: object) => eventCallback({ ...message, ...more });
const ignored = (reason: string) => ({ decision: 'ignore', reason });
const accepted = (sourceEventKey: string) => ({ decision: 'accept', sourceEventKey });

const click = {
  type: 'block_actions',
  team: { id: 'T0DEMO1' },
  user: { id: 'U7' },
  api_app_id: 'A0DEMO1',
  trigger_id: '1.2.abc',
  container: { type: 'message', message_ts: message.ts, channel_id: 'C9' },
  actions: [{ action_id: 'make_task', action_ts: '1732900030.000100' }],
};
const shortcut = {
  type: 'message_action',
  team: { id: 'T0DEMO1' },
  user: { id: 'U8' },
  api_app_id: 'A0DEMO1',
  trigger_id: '3.4.def',
  callback_id: 'make_task',
  channel: { id: 'C9' },
  message: { ts: message.ts },
};

describe('one intent', () => {
  test('is one key for the message, its mention, its shortcut and a click on it', () => {
    for (const payload of [eventCallback(message), eventCallback(mention, { event_id: 'Ev2' }), shortcut, click])
      expect(decide(payload)).toEqual(accepted(byMessage));
  });

  test('is what each button says, where that is asked for, however often it is pressed', () => {
    const again = {
      ...click,
      trigger_id: '9.9.fff',
      actions: [{ action_id: 'make_task', action_ts: '1732900099.000100' }],
    };
    for (const payload of [click, again])
      expect(decide(payload, { intent: 'action' })).toEqual(accepted(`${byMessage}:action:make_task`));
    expect(decide(eventCallback(message), { intent: 'action' })).toEqual(accepted(byMessage));
  });

  test('is each event for itself, where that is asked for', () => {
    expect(decide(eventCallback(message), { intent: 'event' })).toEqual(accepted('slack:T0DEMO1:Ev08DEMO01'));
  });

  test('of an app that shares the database is another one', () => {
    const event = slack('slack.support').read(eventCallback(message), {});
    expect(event && slackFilter(rules).decide(event)).toEqual(accepted(`slack.support:T0DEMO1:C9:${message.ts}`));
  });

  test('of a command is the command itself', () => {
    const command = {
      command: '/task',
      team_id: 'T0DEMO1',
      api_app_id: 'A0DEMO1',
      user_id: 'U7',
      trigger_id: '5.6.aaa',
    };
    expect(decide(command)).toEqual(accepted('slack:T0DEMO1:trigger:5.6.aaa'));
  });
});

describe('messages', () => {
  test.each([
    ['an edit', eventCallback(edited), 'edit'],
    ['a deleted thread root', eventCallback(tombstone), 'edit'],
    ['a deletion', eventCallback(deleted), 'deletion'],
    ['somebody who joined', onMessage({ subtype: 'channel_join' }), 'subtype_not_wanted'],
    ['another bot', onMessage({ bot_id: 'B9' }), 'other_bot'],
    ['a reaction', eventCallback(reaction), 'type_not_wanted'],
  ])('%s is no work', (_, payload, reason) => {
    expect(decide(payload)).toEqual(ignored(reason));
  });

  test('an edit and a deletion are intents of their own where they are wanted', () => {
    const both = { edits: 'accept', deletions: 'accept' } as const;
    expect(decide(eventCallback(edited), both)).toEqual(accepted(`${byMessage}:edit:1732900007.000200`));
    expect(decide(eventCallback(deleted), both)).toEqual(accepted(`${byMessage}:deletion`));
  });

  test('a thread reply is work unless it is not wanted, and so is its broadcast', () => {
    const reply = onMessage({ thread_ts: '1732800000.000100' });
    const broadcast = onMessage({ thread_ts: '1732800000.000100', subtype: 'thread_broadcast' });
    expect(decide(reply).decision).toBe('accept');
    expect(decide(broadcast).decision).toBe('accept');
    expect(decide(reply, { threadReplies: 'ignore' })).toEqual(ignored('thread_reply'));
    expect(decide(broadcast, { threadBroadcasts: 'ignore' })).toEqual(ignored('thread_broadcast'));
    expect(decide(onMessage({ thread_ts: message.ts }), { threadReplies: 'ignore' }).decision).toBe('accept');
  });
});

describe('own messages', () => {
  const own = { bots: ['B0BOT'], users: ['U0BOT'] };
  const all = { own, otherBots: 'accept', edits: 'accept', deletions: 'accept' } as const;
  test.each([
    ['by the app that wrote it', onMessage({ bot_profile: { app_id: 'A0DEMO1' }, bot_id: 'B1' })],
    ['by bot id', onMessage({ user: undefined, subtype: 'bot_message', bot_id: 'B0BOT' })],
    ['by user', onMessage({ user: 'U0BOT' })],
    ['edited', eventCallback({ ...edited, message: { ...message, user: undefined, bot_id: 'B0BOT' } })],
    ['edited, by app', eventCallback({ ...edited, message: { ...message, user: 'U1', app_id: 'A0DEMO1' } })],
    ['deleted', eventCallback({ ...deleted, previous_message: { ...message, bot_id: 'B0BOT' } })],
  ])('are known %s', (_, payload) => {
    expect(decide(payload, all)).toEqual(ignored('own_bot'));
  });

  test('of another app are not ours, and a click on one of ours is a person', () => {
    expect(decide(onMessage({ bot_profile: { app_id: 'A9' }, bot_id: 'B9' }), all).decision).toBe('accept');
    expect(decide(click, all).decision).toBe('accept');
  });
});

describe('foreigners are refused', () => {
  test.each([
    ['another app', eventCallback(message, { api_app_id: 'A0OTHER' }), 'foreign_app'],
    ['no app', eventCallback(message, { api_app_id: undefined }), 'foreign_app'],
    ['another workspace', eventCallback(message, { team_id: 'T9', authorizations: [] }), 'foreign_workspace'],
    ['no event id', eventCallback(message, { event_id: undefined }), 'no_event_id'],
  ])('%s', (_, payload, reason) => {
    expect(decide(payload, { workspaces: ['T0DEMO1'] })).toEqual({ decision: 'refuse', reason });
  });

  test('but not a shared channel that is seen through a workspace of ours', () => {
    expect(decide(eventCallback(message, { team_id: 'T9' }), { workspaces: ['T0DEMO1'] }).decision).toBe('accept');
  });
});

test('the version follows from the rules, whatever their order', () => {
  const version = slackFilter(rules).version;
  expect(slackFilter({ ...rules, edits: 'ignore' }).version).toBe(version);
  expect(slackFilter({ ...rules, edits: 'accept' }).version).not.toBe(version);
  expect(slackFilter({ edits: 'accept', ...rules }).version).toBe(slackFilter({ ...rules, edits: 'accept' }).version);
});

test('the key never depends on what else the payload says', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer(), (text, eventId, time) => {
      const payload = eventCallback({ ...message, text }, { event_id: `Ev${eventId.length}`, event_time: time });
      expect(decide(payload)).toEqual(accepted(byMessage));
    }),
  );
});

describe('own messages that are commands', () => {
  const own = { commands: ['deploy_asked'] };
  const command = (depth: unknown, more: object = {}) =>
    onMessage({
      bot_id: 'B1',
      bot_profile: { app_id: 'A0DEMO1' },
      metadata: { event_type: 'deploy_asked', event_payload: { dedupe_depth: depth } },
      ...more,
    });

  test('are work when they are on the list and say how deep they lie', () => {
    expect(decide(command(1), { own })).toEqual(accepted(byMessage));
    expect(decide(command(3), { own: { ...own, maxDepth: 3 } })).toEqual(accepted(byMessage));
  });

  test('are none otherwise: not on the list, too deep, without a depth, edited, or of another app', () => {
    expect(decide(command(1))).toEqual(ignored('own_bot'));
    expect(decide(command(1), { own: { commands: ['another'] } })).toEqual(ignored('own_bot'));
    expect(decide(command(2), { own })).toEqual(ignored('own_command_too_deep'));
    for (const depth of [undefined, 0, -1, 1.5, '1', Number.NaN])
      expect(decide(command(depth), { own })).toEqual(ignored('own_command_without_depth'));
    const { subtype, ts, event_ts } = edited;
    const inner = { bot_profile: { app_id: 'A0DEMO1' } };
    expect(decide(command(1, { subtype, ts, event_ts, message: inner }), { own, edits: 'accept' })).toEqual(
      ignored('own_bot'),
    );
    expect(decide(command(1, { bot_profile: { app_id: 'A9' } }), { own })).toEqual(ignored('other_bot'));
  });
});

test('copies of one message in a shared channel are one intent, whichever workspace the envelope names', () => {
  const shared = (team_id: string, event_id: string) =>
    eventCallback({ ...message, team: 'T0AUTHOR' }, { team_id, event_id, is_ext_shared_channel: true });
  const expected = { ...accepted('slack:T0AUTHOR:C9:1732900000.000100'), workspaceId: 'T0AUTHOR' };
  expect(decide(shared('T0DEMO1', 'Ev1'))).toEqual(expected);
  expect(decide(shared('T0OTHER', 'Ev2'))).toEqual(expected);
  expect(decide(shared('T0AUTHOR', 'Ev3'))).toEqual(accepted('slack:T0AUTHOR:C9:1732900000.000100'));
  expect(decide(eventCallback({ ...message, team: 'T0AUTHOR' }))).toEqual(accepted(byMessage));
});

test('an application is served whichever has signed, and hears everything but what makes a second task of one message', () => {
  const all = { apps: undefined, ...applicationRules };
  expect(decide(eventCallback(reaction), all)).toEqual(accepted('slack:T0DEMO1:Ev08DEMO01'));
  expect(decide(click, all)).toEqual(accepted('slack:T0DEMO1:1.2.abc'));
  expect(decide(eventCallback(mention), all)).toEqual(accepted(byMessage));
  expect(decide(onMessage({ bot_id: 'B9', app_id: 'A9' }), all)).toEqual(accepted(byMessage));
  expect(decide(onMessage({ bot_id: 'B1', app_id: 'A0DEMO1' }), all)).toEqual(ignored('own_bot'));
  expect(decide(eventCallback(edited), all)).toEqual(ignored('edit'));
  expect(decide(eventCallback(deleted), all)).toEqual(ignored('deletion'));
});
