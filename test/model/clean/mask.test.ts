// What counts as a secret, and what the tool lives by and must not lose: for each form a hit and a near miss.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mask } from '../../../src/model/clean.ts';
import { spoken } from './spoken.ts';

const hex = (n: number) => '0123456789abcdef'.repeat(8).slice(0, n);
const mixed = (n: number) => 'aB3dE5gH7jK9mN1pQ'.repeat(8).slice(0, n);
/** Put together here, so that no scanner takes a test for a leak. */
const of = (...parts: string[]) => parts.join('');

const hits: [text: string, shown: string][] = [
  ...['xoxb', 'xoxp', 'xoxa', 'xoxe', 'xoxr', 'xoxs', 'xoxd', 'xapp', 'xwfp'].map((kind): [string, string] => [
    `sent ${of(kind, '-1-', mixed(20))} away`,
    `sent ${kind}-*** away`,
  ]),
  [of('xoxe.', 'xoxp-1-', mixed(30)), 'xoxe.xoxp-***'],
  [`Authorization: Bearer ${mixed(12)}`, 'Authorization: ***'],
  [`got Bearer ${mixed(12)} there`, 'got Bearer *** there'],
  ['got bearer abcdefghij there', 'got bearer *** there'],
  [`Basic ${of('dXNlcj', 'pwYXNz')}`, 'Basic ***'],
  [`x-slack-signature v0=${hex(64)}.`, 'x-slack-signature v0=***.'],
  [of('postgres://ann', ':', 'pw', '@db.example:5432/app'), 'postgres://***@db.example:5432/app'],
  [of('postgres://ann', ':', 'p/w?#@x', '@db.example/app'), 'postgres://***@db.example/app'],
  [of('https://hooks.slack', '.com/services/T1/B2/abc'), 'https://hooks.slack.com/***'],
  [of('hooks.slack', '.com/commands/T1/2/abc'), 'hooks.slack.com/***'],
  ['https://shop.example/a/b?code=1&x=2#top', 'https://shop.example/a/b?***#top'],
  ['GET /oauth?code=1&state=2 200', 'GET /oauth?*** 200'],
  [of('eyJhbGciOi', 'JIUzI1NiJ9', '.eyJzdWIiOiIx.', mixed(20)), 'eyJ***'],
  [of('ghp_', mixed(36)), 'ghp_***'],
  [of('github_pat_', mixed(40)), 'github_pat_***'],
  [of('glpat-', mixed(20)), 'glpat-***'],
  [of('AKIA', 'ABCDEFGHIJKLMNOP'), 'AKIA***'],
  [of('sk_live_', mixed(24)), 'sk_live_***'],
  [of('whsec_', mixed(24)), 'whsec_***'],
  [of('AIza', mixed(35)), 'AIza***'],
  [of('ATATT3x', mixed(30)), 'ATATT3x***'],
  [of('lin_api_', mixed(40)), 'lin_api_***'],
  [
    of('-----BEGIN RSA PRIVATE', ' KEY-----\n', mixed(64), '\n-----END RSA PRIVATE KEY-----'),
    of('-----BEGIN RSA PRIVATE', ' KEY-----***'),
  ],
  ['password=hunter and more', 'password=*** and more'],
  ['DB_PASSWORD: hunter', 'DB_PASSWORD: ***'],
  ['client_secret="a b c", next', 'client_secret="***", next'],
  ['{"api_key":"abc","n":1}', '{"api_key":"***","n":1}'],
  [String.raw`{\"token\":\"abc\",\"n\":1}`, String.raw`{\"token\":\"***\",\"n\":1}`],
  ['SLACK_BOT_TOKEN=abc;x', 'SLACK_BOT_TOKEN=***;x'],
  [`token: ${mixed(9)}`, 'token: ***'],
  ['Cookie: d=abc; e=f', 'Cookie: ***'],
  ['mail ann.lee+x@mail.example.com now', 'mail *** now'],
  ['from 10.20.30.40:5432 and 127.0.0.12.', 'from ***:5432 and ***.'],
  ['[2001:db8::8a2e:370:7334]:443', '[***]:443'],
  ['::12 and ::ffff:10.0.0.1', '*** and ***'],
  ['fe80:0:0:0:1:2:3:4', '***'],
  ['call +49 (30) 901820-11 now', 'call *** now'],
  ['call +44 (0)20 7946 0123 or +1 (415) 555-0121', 'call *** or ***'],
  ['call 0044 20 7946 0123, 0049-30-901820-11.', 'call ***, ***.'],
  [
    'call 415-555-0121, (415) 555-0121, (415)555-0121, 1-415-555-0121 or 415.555.0121.',
    'call ***, ***, ***, *** or ***.',
  ],
  ['by ann%40mail.example.com now', 'by *** now'],
  ['by анна@почта.example и ann@пример.рф now', 'by *** и *** now'],
  ['by j\u00f6rg@b\u00fccher.example, 花子@mail.example.jp', 'by ***, ***'],
  ['by ann@xn--e1afmkfd.xn--p1ai now', 'by *** now'],
];

test.each(hits)('masks %j', (text, shown) => {
  expect(mask(text)).toBe(shown);
});

test.each([
  '1732900000.000100',
  '+1732900000.000100',
  'slack:T1:C9:1732900000.000100#mail',
  'slack::Ev08SAMPLE1',
  'Ev08SAMPLE1 T123 C9 U042 B07 A1',
  '3f2c1a90-5b1e-4c7d-9a3e-0123456789ab',
  '2024-11-29T19:02:03.123456Z 2024-11-29 19:02:03+01:00 2024-11-29T19:02:03+0100',
  'v41 1.2.3 v1.2.3.4 1.2.3-beta.1',
  'api.jsonl:1201 src/app.ts:12:3',
  'OPS-41 closed, OPS-42 open',
  `sha256:${hex(64)} ${hex(64)} hmac ${hex(40)}`,
  `00-${hex(32)}-${hex(16)}-01`,
  '/var/log/app/api.jsonl C:\\logs\\xapi',
  'localhost:5432 db.internal:5432/app',
  'https://jira.example/browse/OPS-41#comment',
  '+2.31 s, +5 min 2 s, 4.20 s > 3 s, 12:34:56',
  'bolt@5.1.0 @slack/bolt user@localhost',
  '2024-11-29T19:02:03+1000 2024-11-30',
  'std::string Foo::Bar ab:cd:ef',
  'why? a=b',
  'missing bearer token, basic authentication, basic plan',
  'invalid token: expired; the secret: unknown',
  'token_digest=9f86d0 idempotency_key=abc key: slack:T1:Ev1 tokens=5',
  'password=null token: none',
  'PWD=/home/app pwd: /srv',
  'xoxb- eyJ ghp_short sk-short AKIAshort v0=abc',
  'retry-after: 3; x-slack-retry-num: 1',
  'slack:T1:Ev1:call:+1',
  '0001-01-01 00:00:00 0024-11-29 0012 34 56 004412345678',
  'mail-415-555-0121 order/415-555-0121 415-155-0121 415-555-01213 415-555-0121-7 415-555.0121',
  '1719410342.000100 p1719410342000100 1719410342-000100 200 512 1024',
  '00441234-5678-4321-9876-123456789012 aaaaaaaa-0044-2079-4601-234567890123',
  'npm/%40slack/bolt bolt%405.1.0 user%40localhost 100%40',
  'заказ@склад @иван',
])('leaves %j', (text) => {
  expect(mask(text)).toBe(text);
});

test('masking twice changes nothing', () => {
  fc.assert(
    fc.property(spoken, (text) => {
      expect(mask(mask(text))).toBe(mask(text));
    }),
    { numRuns: 2000 },
  );
});

test.each(['\u202e', '\u200b', '\x00', '\x1b', '\x1b[31m', '\x9b', '\u{e0041}', '\n', '\r', '\t', '\ud800', '\ufe0f'])(
  'finds a secret with %j sprinkled inside',
  (hidden) => {
    const secrets = [of('xoxb-1-', mixed(20)), of('ghp_', mixed(36)), of('10.20', '.30.40'), 'ann@mail.example.com'];
    for (const secret of secrets) {
      for (let at = 1; at < secret.length; at++) {
        const shown = mask(`a ${secret.slice(0, at)}${hidden}${secret.slice(at)} b`);
        expect(shown).toMatch(/^a .{0,12}\*\*\* b$/s);
        expect(shown).not.toContain(secret.slice(-3));
      }
    }
  },
);

test('a secret behind a hidden character is found as well', () => {
  expect(mask(`word\u200b${of('sk-', mixed(24))}`)).toBe('word\u200bsk-***');
});

const units = [
  ...[
    'a',
    '.',
    'a.',
    ':',
    '1.',
    'a@',
    'eyJ',
    '+1',
    '://',
    'token="',
    "token='",
    'x=?',
    'xoxb',
    'basic ',
    '-----BEGIN A-----',
  ],
  ...[
    '\x1b]',
    '\u202e',
    'token:',
    '\\"',
    '\x90',
    '\x9da',
    'a@b.',
    'x@1.',
    'https://a:b',
    '-----BEGIN A-----\n',
    'v0=',
    'cookie:\\',
  ],
];

// Were one pattern quadratic, a million characters would keep a processor busy for hours.
test.each(units)('a million times %j ends', (unit) => {
  expect(mask(unit.repeat(Math.ceil(1_000_000 / unit.length))).length).toBeGreaterThan(0);
});

test('five million characters of everything end', () => {
  const text = units.join('').repeat(50_000);
  expect(text.length).toBeGreaterThan(5_000_000);
  expect(mask(text)).toContain('***');
}, 120_000);

test('the machine itself is told and every other address is not, wherever it stands', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const others = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
  const around = fc.constantFrom(
    (ip: string) => `interrupted while ${ip}:35077/x was working`,
    (ip: string) => `http://${ip}:80/hook`,
    (ip: string) => `{"ip":"${ip}"}`,
    (ip: string) => `from ${ip}, 127.0.0.1 and ${ip}.`,
  );
  fc.assert(
    fc.property(fc.oneof(others, fc.constantFrom('127.0.0.1', '0.0.0.0')), around, (ip, say) => {
      const isOwn = ip === '127.0.0.1' || ip === '0.0.0.0';
      expect(mask(say(ip))).toBe(isOwn ? say(ip) : say('***'));
    }),
  );
  expect(mask('[::1]:443 and 127.0.0.1')).toBe('[::1]:443 and 127.0.0.1');
  expect(mask('127.0.0.1\u200b7')).not.toContain('127');
});

test('a method behind the name of a token is told, and whatever could be one is not', () => {
  const said = ['auth.test', 'bots.info', 'apps.event.authorizations.list', 'conversations.history'];
  for (const method of said) expect(mask(`SLACK_BOT_TOKEN: ${method} is refused`)).toContain(` ${method} `);
  const other = fc.stringMatching(/^[\w.-]{1,12}[\d._-][\w.-]{1,12}$/).filter((text) => !said.includes(text));
  fc.assert(
    fc.property(other, (text) => {
      fc.pre(!/^[a-z]+(?:\.[a-z]+)+$/.test(text) && /[a-z]\d|\d[a-z]/i.test(text));
      expect(mask(`SLACK_BOT_TOKEN: ${text}`)).not.toContain(text);
      expect(mask(`SLACK_BOT_TOKEN=auth.${text}`)).not.toContain(text);
    }),
  );
  for (const near of ['auth.test1', 'Auth.test', 'horse.battery', 'auth.tesT', 'password=auth.test'])
    expect(mask(near.includes('=') ? near : `SLACK_BOT_TOKEN: ${near}`)).not.toContain(near.replace('password=', ''));
});
