import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slack } from '../../../src/providers/slack.ts';
import * as given from './payloads.ts';

const provider = slack('slack');
const subjectOfPayload = (payload: unknown) => provider.read(payload, {})?.subject;
const theMessage = 'slack:C9:1732900000.000100';

test.each([
  ['message', given.message],
  ['app_mention', given.mention],
  ['message_changed', given.edited],
  ['a deleted thread root', given.tombstone],
  ['message_deleted', given.deleted],
  ['link_shared', given.linkInMessage],
  ['message_metadata_posted', given.metadata],
  ['pin_added', { type: 'pin_added', channel_id: 'C9', item: { message: { ts: '1732900000.000100' } } }],
  ['an app_mention as the documentation writes it', { ...given.mention, ts: '1732900000000100' }],
])('%s is about the message', (_, event) => {
  expect(subjectOfPayload(given.eventCallback(event))).toBe(theMessage);
});

test.each([
  ['a click', given.clickOnMessage, theMessage],
  ['a message shortcut', given.messageShortcut, theMessage],
  ['a click in a view', given.clickInView, 'slack:view:V1:action:save'],
  ['a submitted view', given.submitted, 'slack:view:V1'],
  ['a closed view', given.closed, 'slack:view:V1'],
  ['a global shortcut', given.globalShortcut, 'slack:trigger:111.222.ddd'],
  ['a command', given.command, 'slack:trigger:111.222.eee'],
  ['a reaction', given.eventCallback(given.reaction), `${theMessage}:reaction:eyes:U7`],
  ['a workflow step', given.eventCallback(given.functionExecuted), 'slack:function:Fx1'],
  ['a message without a place', given.eventCallback({ type: 'message', client_msg_id: 'm-1' }), 'slack:message:m-1'],
])('%s', (_, payload, subject) => {
  expect(subjectOfPayload(payload)).toBe(subject);
});

test.each([
  ['file_shared', given.fileShared],
  ['a preview in the composer', given.linkInComposer],
  ['a history change, whose ts is no message', { type: 'channel_history_changed', channel: 'C9', ts: '1.2' }],
  ['a reaction of nobody', { ...given.reaction, user: undefined }],
  ['an opened home tab', { type: 'app_home_opened', channel: 'D1', view: { id: 'V1' } }],
])('%s names nothing that others name', (_, event) => {
  expect(subjectOfPayload(given.eventCallback(event))).toBeUndefined();
});

const channel = fc.stringMatching(/^[CDG][A-Z0-9]{1,10}$/);
const seconds = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });
const micros = fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0'));

test('a fact line and the payload of one message name one subject, with or without the dot, in every shape', () => {
  fc.assert(
    fc.property(channel, seconds, micros, fc.constantFrom('message', 'app_mention'), (place, sec, micro, type) => {
      const ts = `${sec}.${micro}`;
      const subject = `slack:${place}:${ts}`;
      const event = { type, channel: place, ts, event_ts: ts };
      const edit = { type: 'message', subtype: 'message_changed', channel: place, ts: '1.5', message: { ts } };
      expect(subjectOfPayload(given.eventCallback(event))).toBe(subject);
      expect(subjectOfPayload(given.eventCallback(edit))).toBe(subject);
      expect(provider.subjectOf({ event_type: type, channel: place, ts })).toBe(subject);
      expect(provider.subjectOf({ channel: place, ts: `${sec}${micro}` })).toBe(subject);
      expect(provider.subjectFromReference(`https://x.slack.com/archives/${place}/p${sec}${micro}`)).toBe(subject);
      expect(provider.subjectFromReference(`${place}:${ts}`)).toBe(subject);
    }),
  );
});

test('the fields of a payload are complete: its subject can be computed from them alone', () => {
  for (const payload of Object.values(given.delivered)) {
    const event = provider.read(payload, {});
    expect(provider.subjectOf(event?.fields ?? {})).toBe(event?.subject);
  }
});

test('a ts that a logger wrote as a number is the same ts', () => {
  expect(provider.subjectOf({ channel: 'C9', ts: 1732900000.0001 })).toBe(theMessage);
});

test.each([
  'https://acme.slack.com/archives/C9/p1732900000000100',
  'https://acme.enterprise.slack.com/archives/C9/p1732900000000100?thread_ts=1732800000.000000&cid=C9',
  ' C9:1732900000.000100 ',
  'C9:1732900000000100',
  theMessage,
])('%s refers to the message', (reference) => {
  expect(provider.subjectFromReference(reference)).toBe(theMessage);
});

test.each([
  'Ev08DEMO01',
  'OPS-41',
  'job:queue/12',
  'slack:T0DEMO1:Ev08DEMO01',
  'slack:T0DEMO1:C9:1732900000.000100',
  'https://example.com/archives/C9/p1732900000000100',
  'https://acme.slack.com/archives/C9/p17329',
  'C9:17329',
])('%s is no reference of Slack', (reference) => {
  expect(provider.subjectFromReference(reference)).toBeUndefined();
});
