// The door: every text inside a value is cleaned, its shape stays, and JSON that passes the gate is still the same JSON.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean, escapeForJson, safeForOutput } from '../../src/model/clean.ts';
import { spoken } from './clean/spoken.ts';

test('every text is cleaned, keys too, and the shape stays', () => {
  const value = {
    'a\x1b': ['x\ny', 1, null, true, undefined, { b: '10.0.0.1' }],
    when: 1732900000000,
    key: 'slack:T1:Ev1',
  };
  expect(clean(value)).toEqual({
    'a\\x1b': ['x\\ny', 1, null, true, undefined, { b: '***' }],
    when: 1732900000000,
    key: 'slack:T1:Ev1',
  });
});

test('a text under a secret name is masked whatever it is, in lists too; a digest is not', () => {
  const value = {
    bot_token: 'abc',
    PASSWORD: ['a', 'b'],
    token: 5,
    secret: '',
    token_digest: 'abc',
    idempotency_key: 'k',
  };
  expect(clean(value)).toEqual({
    ...value,
    bot_token: '***',
    PASSWORD: ['***', '***'],
  });
});

test('keys that are masked alike stay apart, and no key reaches the prototype', () => {
  expect(clean({ '10.0.0.1': 1, '10.0.0.2': 2 })).toEqual({ '***': 1, '*** (2)': 2 });
  const hostile = clean(JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
  expect(Object.keys(hostile)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a hostile field costs no more than two thousand characters', () => {
  expect(clean('a'.repeat(200_000_000))).toBe(`${'a'.repeat(2000)}… (199,998,000 more)`);
  expect(clean('a'.repeat(2000))).toBe('a'.repeat(2000));
  expect(clean(`${'a'.repeat(1999)}😀${'b'.repeat(9)}`)).toBe(`${'a'.repeat(1999)}… (11 more)`);
});

test('a secret that straddles the cut is masked, also behind a forged cut', () => {
  const token = ['ghp_', 'aB3dE5gH7jK9mN1pQ'.repeat(2)].join('');
  expect(clean(`${'a '.repeat(990)}${token}${'b'.repeat(9000)}`)).not.toContain('aB3d');
  expect(clean(`${token}… (5 more)`)).toBe('ghp_***… (5 more)');
});

test('a bottomless value ends', () => {
  let value: unknown = 'x\x1b';
  for (let n = 0; n < 5000; n++) value = [value];
  expect(JSON.stringify(clean(value))).toBe(`${'['.repeat(64)}"…"${']'.repeat(64)}`);
});

const record = fc.dictionary(fc.oneof(spoken, fc.constantFrom('token', 'at', 'key')), fc.jsonValue(), { maxKeys: 4 });
const document = fc.record({ texts: fc.array(spoken, { maxLength: 5 }), record, n: fc.double() });

test('cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(document, (value) => {
      expect(clean(clean(value))).toEqual(clean(value));
    }),
    { numRuns: 500 },
  );
});

test('cleaned JSON passes the gate unharmed', () => {
  fc.assert(
    fc.property(document, (value) => {
      const cleaned = JSON.parse(JSON.stringify(clean(value))) as unknown;
      const text = escapeForJson(JSON.stringify(cleaned, null, 2));
      expect(JSON.parse(safeForOutput(text))).toEqual(cleaned);
    }),
    { numRuns: 1000 },
  );
});

test('JSON that nobody cleaned stays JSON behind the gate', () => {
  fc.assert(
    fc.property(document, (value) => {
      expect(() => JSON.parse(safeForOutput(escapeForJson(JSON.stringify(value, null, 2))))).not.toThrow();
    }),
    { numRuns: 1000 },
  );
});
