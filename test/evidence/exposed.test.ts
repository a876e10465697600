// Is what a log should not hold told by its place, and is everything else left alone?
import { describe, expect, it } from 'vitest';
import { exposedIn } from '../../src/evidence/exposed.ts';

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
