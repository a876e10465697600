// Does a link to a Slack message alone lead to what bots made of it, and is what cannot be seen told apart from nothing?
import { expect, it } from 'vitest';
import { slackSource } from '../../src/evidence/slack.ts';
import { openSlackTokens } from '../../src/open-slack.ts';
import { resolveReference } from '../../src/reference.ts';
import { exitOf, trace } from '../../src/trace.ts';
import { type FakeMessage, type FakeSlack, fakeSlack } from '../slack/fake-slack.ts';

const asked = '1732900000.000100';
const permalink = 'https://acme.slack.com/archives/C9/p1732900000000100';
const wish: FakeMessage = { ts: asked, thread_ts: asked, user: 'U7', text: 'please help with OPS', team: 'T1' };

function reply(n: number, more: Partial<FakeMessage> = {}): FakeMessage {
  return {
    ts: `173290000${n}.000200`,
    thread_ts: asked,
    bot_id: 'B1',
    text: `Created <https://x/${n}|OPS-${n}>`,
    team: 'T1',
    ...more,
  };
}

function workspaceOf(messages: readonly FakeMessage[], info = {}) {
  return fakeSlack({ channels: { C9: { messages, info } }, bots: { B1: 'A1', B2: 'A2', B3: 'A1' } });
}

async function traced(slack: FakeSlack, ref = permalink) {
  const env = { SLACK_BOT_TOKEN: 'xoxb-secret-1' };
  const { bots, close } = openSlackTokens({ url: slack.url }, env);
  const source = slackSource(bots, close);
  try {
    const { signal } = new AbortController();
    const found = await trace({
      refs: [resolveReference(ref)],
      sources: [source],
      absent: [],
      since: undefined,
      until: undefined,
      signal,
    });
    expect(JSON.stringify(found)).not.toMatch(/xoxb-|Created|please help/);
    return { ...found, gaps: found.document.gaps.map(({ reason }) => reason), exit: exitOf(found) };
  } finally {
    await source.close();
  }
}

it('names two apps that answered one message alike', async () => {
  const { document, exit } = await traced(await workspaceOf([wish, reply(1), reply(3, { bot_id: 'B2' })]));
  expect(document.verdict).toBe('duplicate');
  expect(document.findings[0]).toMatchObject({ rule: 'env-apps-overlap', certainty: 'consistent' });
  expect(document.findings[0]?.sentence).toMatch(/A1 and A2/);
  expect(document.records.map(({ id }) => id)).toEqual(['C9:1732900001.000200', 'C9:1732900003.000200']);
  expect(exit).toBe(1);
});

it('does not take two bots of one app for two apps', async () => {
  const { document } = await traced(await workspaceOf([wish, reply(1), reply(2, { bot_id: 'B3' })]));
  expect(document.verdict).toBe('duplicate');
  expect(document.findings.map(({ rule, certainty }) => [rule, certainty])).not.toContainEqual([
    'env-apps-overlap',
    'consistent',
  ]);
});

it('starts from the link of one of the replies as well', async () => {
  const { document } = await traced(
    await workspaceOf([wish, reply(1), reply(3, { bot_id: 'B2' })]),
    'C9:1732900003.000200',
  );
  expect(document.records).toHaveLength(2);
});

it('takes steps of one answer for one, and says so', async () => {
  const { document, gaps } = await traced(await workspaceOf([wish, reply(1, { text: 'Working on it' }), reply(2)]));
  expect(document.verdict).not.toBe('duplicate');
  expect(gaps).toContain(`1 reply to C9:${asked} read differently and count as further steps of one answer`);
});

it('does not count what answers the next wish in the same thread', async () => {
  const more: FakeMessage = { ts: '1732900002.000100', thread_ts: asked, user: 'U8', text: 'me too' };
  const { document, gaps } = await traced(await workspaceOf([wish, reply(1), more, reply(3)]));
  expect(document.verdict).not.toBe('duplicate');
  expect(gaps.join()).toMatch(/1 reply in this thread stand/);
});

it('reads the key in the metadata, wherever the reply stands', async () => {
  const metadata = { event_type: 'x', event_payload: { source_event_key: `slack:T1:C9:${asked}` } };
  const more: FakeMessage = { ts: '1732900002.000100', thread_ts: asked, user: 'U8', text: 'twice?' };
  const { document } = await traced(
    await workspaceOf([wish, reply(1, { metadata }), more, reply(4, { metadata, text: 'other words' })]),
  );
  expect(document.verdict).toBe('duplicate');
  expect(document.records).toHaveLength(2);
});

it('says of a message without an answer that it is there', async () => {
  const { document, gaps, exit } = await traced(await workspaceOf([wish]));
  expect([document.verdict, exit]).toEqual(['inconclusive', 3]);
  expect(gaps).toContain(`C9:${asked} is there, and no bot answered to it in its thread`);
});

it('says of a message that is not there that nothing is known', async () => {
  await expect(traced(await workspaceOf([]))).rejects.toMatchObject({ code: 'DEDUPE_UNKNOWN_REFERENCE' });
});

it('names what a shared channel hides', async () => {
  const { gaps } = await traced(
    await workspaceOf([wish, reply(1)], { is_ext_shared: true, shared_team_ids: ['T1', 'T2'] }),
  );
  expect(gaps.join()).toMatch(/C9 is shared by T1, T2/);
});

it.each([
  ['missing_scope', /missing_scope \(give the token channels:history\)/],
  ['not_in_channel', /not_in_channel \(invite the app into the channel\)/],
  ['ratelimited', /the limit is reached/],
])('makes %s a gap that says what would help', async (word, sentence) => {
  const slack = await workspaceOf([wish, reply(1)]);
  slack.faults = { 'conversations.replies': word };
  const { document, gaps, exit } = await traced(slack);
  expect(document.verdict).toBe('inconclusive');
  expect(gaps.join()).toMatch(sentence);
  expect(exit).toBe(3);
});

it.each([['token_revoked'], ['invalid_auth'], [503]])('fails where nobody can be asked: %s', async (fault) => {
  const slack = await workspaceOf([wish, reply(1)]);
  slack.faults = { 'conversations.replies': fault };
  await expect(traced(slack)).rejects.toMatchObject({ code: 'DEDUPE_SLACK_UNREACHABLE' });
});

it('waits out a short limit, and does not wait for a long one', async () => {
  const slack = await workspaceOf([wish, reply(1)]);
  slack.faults = { 'conversations.replies': { limited: 1, retryAfter: '0' } };
  expect((await traced(slack)).document.records).toHaveLength(1);
  slack.faults = { 'conversations.replies': { limited: 9, retryAfter: '600' } };
  expect((await traced(slack)).gaps.join()).toMatch(/ask again in 600 s/);
});

it('asks with methods that only read', async () => {
  const slack = await workspaceOf([wish, reply(1), reply(2)]);
  await traced(slack);
  expect([...new Set(slack.asked.map(({ method }) => method))].toSorted()).toEqual([
    'bots.info',
    'conversations.info',
    'conversations.replies',
  ]);
});
