// Access lines that are read at once say what they say when they are read the long way.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noFieldMap } from '../../../src/model/field-map.ts';
import { fieldNames } from '../../../src/scan/sweep/field-names.ts';
import { plainAccess } from '../../../src/scan/sweep/plain-access.ts';
import { saysNothing, toldBy, toldByAccess } from '../../../src/scan/sweep/told-lines.ts';

/** Of a line the sweep asks for these properties. */
const asked = new Set<string>(fieldNames);
const said = (bytes: Buffer) =>
  Object.fromEntries(Object.entries(JSON.parse(String(bytes))).filter(([name]) => asked.has(name)));

/** Read among other lines, as the sweep does. */
function toldAtOnce(line: string): Buffer | undefined {
  const [before, own] = [Buffer.from('before\n'), Buffer.from(`${line}\n`)];
  const bytes = Buffer.concat([before, own, Buffer.from('1 rt=1 after\n')]);
  const access = plainAccess(bytes, before.length, before.length + own.length - 1);
  return access && toldByAccess(bytes, access);
}

/** Lines of the usual form with here and there something that is not. */
const mostly = <T>(usual: readonly T[], odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, odd);
const odd = (...texts: readonly string[]) => fc.constantFrom(...texts);

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
const clock = fc.tuple(two(25), two(61), two(61)).map((parts) => parts.join(':'));
const stamp = fc
  .tuple(
    two(32),
    odd('Jan', 'Feb', 'Nov', 'Dec', 'Foo', 'nov'),
    odd('2026', '1970', '0099'),
    clock,
    odd('+0000', '-0730', '+1400', '+0560', '0000'),
  )
  .map(([day, month, year, time, zone]) => `${day}/${month}/${year}:${time} ${zone}`);
const pair = fc.oneof(
  {
    weight: 8,
    arbitrary: odd('rt=0.012', 'request_id=0000000177777777', 'uct=0.001', 'request_time=3', 'rid=a-b_c-d-e-f-g'),
  },
  fc
    .tuple(
      odd(
        'rt',
        'request_id',
        'rid',
        'reqid',
        'host',
        'retry_num',
        'traceparent',
        'us',
        'Rid',
        'x-request-id',
        '__proto__',
      ),
      odd('=', ':'),
      odd(
        'req-1',
        '10.0.0.1',
        'x'.repeat(70),
        '-',
        '1e3',
        '0.1.2',
        '',
        '"quoted one"',
        '12345678901',
        '1',
        'constructor',
      ),
    )
    .map((parts) => parts.join('')),
);
const text = mostly(
  ['-', 'Slackbot 1.0 (+https://api.slack.com/robots)', 'https://a.example/?q=1'],
  odd('a rt=9 b', 'x rid:abcdefghijklmnop', 'curl/8 retry_num=1', 'ä', ''),
);
/** Values and texts without a name, and what only looks like that. */
const bare = odd(
  '0.012',
  '12',
  '"10.0.0.1, 10.0.0.2"',
  'upstream-1',
  '-',
  '.',
  '',
  'a:b',
  'x =y',
  '"a=b" :c',
  'POST',
  '{"a":1}',
);
const line = fc
  .record({
    client: mostly(['10.2.0.40', '::1'], odd('a.example', '- -', '')),
    user: mostly(['-', 'ada'], odd('ada lovelace')),
    stamp: mostly(['29/Nov/2026:19:37:16 +0000', '03/Feb/2026:01:02:03 -0530'], stamp),
    method: mostly(['POST', 'GET'], odd('post', 'TRACE')),
    url: mostly(
      ['/slack/events', '/', '/a?b=c'],
      odd('/a#b', 'https://x.example/a', '/ü', '/a//b', '*', `/${'y'.repeat(300)}`),
    ),
    status: mostly(['200', '500', '499'], odd('099', '600', '20')),
    size: mostly(['0', '-'], odd('x')),
    texts: fc.array(text, { maxLength: 3 }),
    rest: fc.array(fc.oneof({ weight: 5, arbitrary: pair }, bare), { maxLength: 4 }),
  })
  .map(
    (of) =>
      `${of.client} - ${of.user} [${of.stamp}] "${of.method} ${of.url} HTTP/1.1" ${of.status} ${of.size}${[...of.texts.map((one) => `"${one}"`), ...of.rest].map((one) => ` ${one}`).join('')}`,
  );

it('is the same either way', () => {
  let plain = 0;
  fc.assert(
    fc.property(line, (one) => {
      const atOnce = toldAtOnce(one);
      if (atOnce === undefined) return;
      plain++;
      const long = toldBy(one, noFieldMap).map(({ kind, bytes }) => [kind, said(bytes)]);
      expect(long).toEqual([['delivery', said(atOnce)]]);
    }),
    { numRuns: 8_000 },
  );
  expect(plain).toBeGreaterThan(1_000);
});

it.each([
  '10.2.0.40 - - [29/Nov/2026:19:37:16 +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0 (+https://api.slack.com/robots)"',
  '10.2.0.40 - - [01/Feb/2026:19:37:16 -0730] "GET /a?b=c HTTP/2.0" 499 - "https://a.example/" "curl/8" rt=0.012 request_id=0000000177777777',
  // As nginx writes them where nobody changed it, as Apache does in the shorter form, and with bare values.
  '10.2.0.40 - - [29/Nov/2026:19:37:16 +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "curl/8" "10.0.0.1, 10.0.0.2"',
  '10.2.0.40 - ada [29/Nov/2026:19:37:16 +0000] "POST /slack/events HTTP/1.1" 200 12',
  '10.2.0.40 - - [29/Nov/2026:19:37:16 +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "curl/8" 0.012 "-" upstream-1',
])('the usual ones are read at once: %s', (one) => {
  expect(toldAtOnce(one)).toBeDefined();
});

it('where a configuration says something about lines, none is read at once', () => {
  expect(saysNothing({ ...noFieldMap, zone: 'UTC' })).toBe(true);
  expect(saysNothing({ ...noFieldMap, constants: { app_id: 'A1' } })).toBe(false);
  expect(saysNothing({ ...noFieldMap, paths: { event_id: ['ctx', 'id'] } })).toBe(false);
});
