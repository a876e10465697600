// Is the bot's answer found where bots put it, is nothing believed of a thread that was not seen whole, and is nothing sent to
// where it would not be looked for?
import { describe, expect, test } from 'vitest';
import { slack } from '../../src/targets/slack.ts';
import { type FakeMessage, fakeSlack } from '../slack/fake-slack.ts';
import { operation } from './asking.ts';
import { fakeServer } from './fake-server.ts';

const never = new AbortController().signal;
const [began, reply, answer] = ['1732900000.000100', '1732900050.000200', '1732900060.000300'];
const key = `slack:T1:C9:${reply}`;
const metadata = { event_type: 'dedupe', event_payload: { source_event_key: key } };

const thread: readonly FakeMessage[] = [
  { ts: began, thread_ts: began, user: 'U1' },
  { ts: '1732900010.000100', thread_ts: began, user: 'U2' },
  { ts: '1732900020.000100', thread_ts: began, user: 'U1' },
  { ts: reply, thread_ts: began, user: 'U1' },
];
const answered = (thread_ts: string): FakeMessage => ({ ts: answer, thread_ts, bot_id: 'B1', metadata });

const open = (url: string) =>
  slack.open({ url, channel: 'C9' }, { name: 'slack', env: { SLACK_BOT_TOKEN: 't' }, folder: '/' });

async function workspace(messages: readonly FakeMessage[]) {
  const fake = await fakeSlack({ channels: { C9: { messages } } });
  return { fake, target: open(fake.url) };
}

describe('a key that names a message inside a thread', () => {
  test('an answer in the thread of that message is found, on a later page too', async () => {
    const { target } = await workspace([...thread, answered(began)]);
    expect(await target.find(key, never)).toMatchObject({ answer: 'found', records: [{ id: `C9:${answer}` }] });
    const now = Date.now() as never;
    expect(await target.findWindow(now, now, key, never)).toMatchObject({ answer: 'found' });
  });

  test('an answer under the message itself is found too, and both are two', async () => {
    const server = await played(({ ts }) => ({
      messages:
        ts === reply ? [thread[3], answered(reply)] : [...thread, { ...answered(began), ts: '1732900061.000100' }],
    }));
    const found = await open(server.url).find(key, never);
    expect(found.answer === 'found' && found.records.map(({ id }) => id)).toEqual([
      `C9:${answer}`,
      'C9:1732900061.000100',
    ]);
  });

  test('without one, the control is the message in that thread', async () => {
    const { fake, target } = await workspace(thread);
    expect(await target.find(key, never)).toMatchObject({ answer: 'none', store: 'primary' });
    expect(fake.asked.map(({ args }) => args.ts)).toEqual([reply, began, began]);
  });

  test('a thread that cannot be had, or does not hold the message, proves nothing', async () => {
    const gone = await workspace(thread.slice(1));
    expect(await gone.target.find(key, never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining('thread_not_found'),
    });
    const server = await played(({ ts }) => ({ messages: [ts === reply ? thread[3] : thread[0]] }));
    expect(await open(server.url).find(key, never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining('does not stand in the thread'),
    });
  });
});

const played = (body: (args: { ts: string }) => object) =>
  fakeServer({
    creates: () => false,
    answer: (asked) => ({
      status: 200,
      body: { ok: true, ...body(Object.fromEntries(new URLSearchParams(asked.body)) as never) },
    }),
  });

describe('a further page that cannot be had makes nothing provable', () => {
  const root = { ts: began, user: 'U1' };
  test.each([
    ['no cursor', { has_more: true }, 'another page'],
    ['an empty cursor', { has_more: true, response_metadata: { next_cursor: '' } }, 'another page'],
    ['the same cursor again', { has_more: true, response_metadata: { next_cursor: 'same' } }, 'in a circle'],
  ])('%s', async (_, more, reason) => {
    const server = await played(() => ({ messages: [root], ...more }));
    expect(await open(server.url).find(`slack:T1:C9:${began}`, never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringContaining(reason),
    });
  });

  test('no further page is an end', async () => {
    const server = await played(() => ({ messages: [root], has_more: false, response_metadata: { next_cursor: '' } }));
    expect(await open(server.url).find(`slack:T1:C9:${began}`, never)).toMatchObject({ answer: 'none' });
  });
});

describe('what could not be found later is not sent', () => {
  const message = { channel: 'C9', thread_ts: began, text: 'x', metadata };
  const created = async (request: object, of = key) => {
    const { fake, target } = await workspace(thread);
    const end = await target.create(operation(of), Buffer.from(JSON.stringify(request)), never);
    return { end, posts: fake.asked.filter(({ method }) => method === 'chat.postMessage').length };
  };
  const refused = (reason: string) => ({ end: { outcome: 'refused', reason, temporary: false }, posts: 0 });

  test('to the thread of the message, or under the message itself, it is', async () => {
    expect(await created(message)).toMatchObject({ end: { outcome: 'done' }, posts: 1 });
    expect(await created({ ...message, thread_ts: reply })).toMatchObject({ end: { outcome: 'done' }, posts: 1 });
  });

  test('into the channel, to another thread or to another channel it is not', async () => {
    const { thread_ts: _, ...intoChannel } = message;
    expect(await created(intoChannel)).toEqual(refused('request_elsewhere'));
    expect(await created({ ...message, thread_ts: '1732900010.000100' })).toEqual(refused('request_elsewhere'));
    expect(await created({ ...message, channel: 'C8' })).toEqual(refused('request_elsewhere'));
  });

  test('nor under a key that names no message, nor with metadata that Slack would drop', async () => {
    const other = 'slack:T1:Ev1';
    const own = { ...metadata, event_payload: { source_event_key: other } };
    expect(await created({ ...message, metadata: own }, other)).toEqual(refused('key_names_no_message'));
    const untyped = { event_payload: metadata.event_payload };
    expect(await created({ ...message, metadata: untyped })).toEqual(refused('request_without_key'));
    const typed = (event_type: string) => created({ ...message, metadata: { ...metadata, event_type } });
    for (const event_type of ['dedupe.reply', 'a b', 'antwort/ä'])
      expect(await typed(event_type)).toEqual(refused('metadata_would_be_dropped'));
    expect(await typed('De-dupe_2')).toMatchObject({ end: { outcome: 'done' }, posts: 1 });
  });

  test('nor while nobody says in which thread the message stands', async () => {
    const { fake, target } = await workspace(thread);
    fake.faults['conversations.replies'] = { limited: 9, retryAfter: '3' };
    const request = Buffer.from(JSON.stringify(message));
    expect(await target.create(operation(key), request, never)).toMatchObject({
      outcome: 'refused',
      temporary: true,
      retryAfterMs: 3_000,
    });
    fake.faults['conversations.replies'] = 503;
    expect(await target.create(operation(key), request, never)).toMatchObject({ outcome: 'refused', temporary: true });
    expect(fake.asked.some(({ method }) => method === 'chat.postMessage')).toBe(false);
  });
});

describe('metadata that Slack dropped', () => {
  const message = { channel: 'C9', thread_ts: reply, text: 'x', metadata };
  const posted = async (more: object) => {
    const server = await played(() => ({ channel: 'C9', ts: answer, ...more }));
    return open(server.url).create(operation(key), Buffer.from(JSON.stringify(message)), never);
  };

  test.for<[string, object]>([
    ['a warning', { warning: 'invalid_metadata_schema' }],
    ['a warning among others', { response_metadata: { warnings: ['missing_charset', 'invalid_metadata_format'] } }],
    ['a message without it', { message: { ts: answer, text: 'x' } }],
    [
      'a message with another',
      { message: { metadata: { event_type: 'x', event_payload: { source_event_key: 'y' } } } },
    ],
  ])('%s tells that the message was made without its key', async ([, more]) => {
    expect(await posted(more)).toMatchObject({ outcome: 'done', keyless: true });
  });

  test.for<[string, object]>([
    ['the message with it', { message: { ts: answer, metadata } }],
    ['no message at all', {}],
    ['a warning about something else', { warning: 'missing_charset', message: { ts: answer, metadata } }],
  ])('%s says nothing of the kind', async ([, more]) => {
    const made = await posted(more);
    expect(made).toMatchObject({ outcome: 'done' });
    expect(made).not.toHaveProperty('keyless');
  });

  const at = Date.parse('2024-11-29T17:07:40Z');
  const looked = async (one: Partial<FakeMessage>, tokens?: object) => {
    const messages = [...thread, { ts: answer, thread_ts: began, ...one }];
    const own = { t: { user_id: 'U0', bot_id: 'B1', ...tokens } };
    const fake = await fakeSlack({ tokens: own, channels: { C9: { messages } } });
    return open(fake.url).find(key, never, { from: (at - 60_000) as never, to: (at + 60_000) as never });
  };
  const maybe = { answer: 'cannot-see', reason: expect.stringContaining(`message C9:${answer}`) };

  test.for<[string, Partial<FakeMessage>, object?]>([
    ['of this bot', { bot_id: 'B1' }],
    ['of this account', { user: 'U0' }],
    ['of nobody that is named', {}],
    ['of some bot, where nobody says who asks', { bot_id: 'B2' }, { user_id: undefined, bot_id: undefined }],
  ])('a bare reply of that time, %s, may be the one', async ([, one, tokens]) => {
    expect(await looked(one, tokens)).toMatchObject(maybe);
  });

  test.for<[string, Partial<FakeMessage>]>([
    ['of a person', { user: 'U7' }],
    ['of another bot', { bot_id: 'B2' }],
    ['with metadata of its own', { bot_id: 'B1', metadata: { event_type: 'x', event_payload: {} } }],
    ['of another time', { bot_id: 'B1', ts: '1732910000.000100' }],
  ])('a reply %s is another one', async ([, one]) => {
    expect(await looked(one)).toMatchObject({ answer: 'none', store: 'primary' });
  });
});
