// Do the requests of a drill say what Slack's say, in the eyes of our own reader?
import { expect, it } from 'vitest';
import { keysOf } from '../../../src/drill/world/act.ts';
import * as payloads from '../../../src/drill/world/payloads.ts';
import { answerWithinMs, signed } from '../../../src/drill/world/sender.ts';
import type { Instant } from '../../../src/model/instant.ts';
import { slackFilter } from '../../../src/pipeline/filter/slack-filter.ts';
import { verifySignature } from '../../../src/providers/slack/signature.ts';
import { slack } from '../../../src/providers/slack.ts';
import { acts, identity } from '../played.ts';

const provider = slack('slack');
const now = 1_795_000_000_000;

function read(request: payloads.SlackRequest) {
  const { headers } = signed(request, 'secret-of-a-test', now);
  const body = Buffer.from(request.body);
  expect(verifySignature({ headers, body }, ['secret-of-a-test'], now as Instant)).toBe('valid');
  const event = provider.read(provider.parse({ headers, body }), headers);
  if (event === undefined) throw new Error('no event');
  return event;
}

it('everything about one message has one subject, and ids of its own', () => {
  const act = acts().next();
  const { messageOf, mentionOf, editOf, unfurlOf, clickOn } = payloads;
  const events = [messageOf, mentionOf, editOf, unfurlOf, clickOn].map((make) => read(make(act)));
  expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set([`slack:${identity.channelId}:${act.ts}`]));
  expect(events.map(({ key }) => key?.eventId)).toEqual(act.eventIds);
  expect(new Set(act.eventIds).size).toBe(5);
  expect(events.map(({ type, subtype }) => [type, subtype])).toEqual([
    ['message', undefined],
    ['app_mention', undefined],
    ['message', 'message_changed'],
    ['message', 'message_changed'],
    ['block_actions', undefined],
  ]);
  expect(keysOf(act)[0]).toBe(`slack:${identity.teamId}:${identity.channelId}:${act.ts}`);
});

it('the app knows its own messages and their edits as its own', () => {
  const filter = slackFilter({ apps: [identity.appId], edits: 'accept' });
  const [act, edit] = [acts().next(), acts().next()];
  for (const event of [read(payloads.ownMessageOf(act)), read(payloads.ownEditOf(edit))])
    expect(filter.decide(event)).toEqual({ decision: 'ignore', reason: 'own_bot' });
  expect(JSON.parse(payloads.ownEditOf(edit).body).event.user).toBeUndefined();
});

it('a reply is a message of its own in the thread of the other', () => {
  const all = acts();
  const [root, reply] = [all.next(), all.next()];
  const event = read(payloads.replyOf(reply, root, 'message'));
  expect(event.fields).toMatchObject({ ts: reply.ts, thread_ts: root.ts });
});

it.each([
  ['forged', { isForged: true }, 'mismatch'],
  ['stale', { skewMs: -600_000 }, 'stale'],
  ['from the future', { skewMs: 600_000 }, 'future'],
  ['four minutes off', { skewMs: 240_000 }, 'valid'],
])('a signature that is %s is %s', (_, how, verdict) => {
  const request = payloads.messageOf(acts().next());
  const { headers } = signed(request, 'secret-of-a-test', now, how);
  const body = Buffer.from(request.body);
  expect(verifySignature({ headers, body }, ['secret-of-a-test'], now as Instant)).toBe(verdict);
});

it('waits as long as Slack does', () => {
  expect(answerWithinMs).toBe(provider.retries?.ackDeadlineMs);
});
