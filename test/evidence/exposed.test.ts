// Is what a log should not hold told by its place, and is everything else left alone?
import { describe, expect, it } from 'vitest';
import { exposedIn } from '../../src/evidence/exposed.ts';
import { unfold } from '../../src/scan/line-forms/unfold.ts';

const bot = ['xoxb', '123456789012', 'abcdefabcdef'].join('-');
const hash = '0123456789abcdef'.repeat(4);

describe('a line', () => {
  it.each([
    ['a bot token', { config: { token: bot } }, ['config.token token']],
    ['a token inside a sentence', { msg: `using ${bot}` }, ['msg token']],
    [
      'a signature among headers',
      { req: { headers: { 'x-slack-signature': `v0=${hash}` } } },
      ['req.headers.x-slack-signature token'],
    ],
    ['a password in an address', { url: 'postgres://app:geheim@db/app' }, ['url token']],
    ['what somebody wrote', { body: { event: { text: 'please look' } } }, ['body.event.text message text']],
    [
      'a body logged as text',
      { body: JSON.stringify({ event: { text: 'please look' } }) },
      ['body.event.text message text'],
    ],
    [
      'a message of a queue',
      { output: { Messages: [{ Body: JSON.stringify({ text: 'please look' }) }] } },
      ['output.Messages.Body.text message text'],
    ],
    ['a list', { blocks: [{ text: 'please look' }, { text: 'and here' }] }, ['blocks.text message text']],
  ])('with %s', (_, record, expected) => {
    const found = exposedIn(record);
    expect(found.map(({ field, what }) => `${field} ${what}`)).toEqual(expected);
    expect(JSON.stringify(found)).not.toMatch(/xoxb|geheim|please|0123456789abcdef/);
  });

  it.each([
    ['ids', { event_id: 'Ev0CHECK1', request_id: '5c2f8f0a-3c1b-4b0e-9a52-0d0c6a1f7b11', ts: '1793610900.000100' }],
    ['a digest', { body_digest: hash }],
    ["the logger's own words", { msg: 'request completed', text: 'a label' }],
    ['an address of a machine', { remoteAddress: '192.0.2.7' }],
    ['one word', { event: { text: 'ok' } }],
  ])('with %s is as it should be', (_, record) => {
    expect(exposedIn(record)).toEqual([]);
  });
});

const hook = ['https://hooks.slack.com', 'services', 'T0', 'B0', 'abcdefghijkl'].join('/');
const jira = ['AT', 'ATT3x', 'abcdefghijklmnopqrstuv0123'].join('');

describe('whatever would be masked is told', () => {
  it.each([
    ['an address of a webhook', hook],
    ['a token of Atlassian', jira],
    ['a key by its name', 'api_key=abcdefgh1234'],
    ['a header', 'Authorization: Bearer abcdefgh1234'],
  ])('%s, in a field and in text', (_, value) => {
    expect(exposedIn({ msg: value })).toEqual([{ field: 'msg', what: 'token' }]);
    expect(exposedIn({}, `sent ${value}`)).toEqual([{ field: 'line', what: 'token' }]);
  });

  it.each(['took 12 ms for https://api.example/a?page=2', 'from 192.0.2.7, jane@example.org', 'the token is missing'])(
    'not: %s',
    (text) => {
      expect(exposedIn({ msg: text }, text)).toEqual([]);
    },
  );
});

describe('in a line of text behind other forms', () => {
  const exposed = (line: string) => {
    const { record, text } = unfold(line);
    return exposedIn(record ?? {}, text).map(({ field, what }) => `${field} ${what}`);
  };

  it.each([
    [`2026-11-29 19:37:17,100 app DEBUG token=${bot}`, ['line token']],
    [`DEBUG:client:Sending a request - headers: {'Authorization': 'Bearer ${bot}'}`, ['line token']],
    [`2026-11-29T19:37:17.100000000Z stdout F using ${bot} for {"a":1}`, ['line token']],
    [`2026-11-29 19:37:17,100 App DEBUG invoked: (message: {"event":{"text":"please look"}})`, ['line message text']],
    [`DEBUG:client:body_params: {'channel': 'C0', 'text': 'please look'}`, ['line message text']],
    [`2026-11-29 19:37:17,100 app INFO event_id=Ev1 took 12 ms, 'text': 'ok'`, []],
  ])('%s', (line, expected) => {
    expect(exposed(line)).toEqual(expected);
  });
});
