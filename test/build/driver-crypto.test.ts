// The proofs that the built command hands to a server are those of the driver's own.
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const ours = require('../../build/driver-crypto.cjs');
const theirs = require('pg/lib/crypto/utils');

const bytes = fc.uint8Array({ maxLength: 80 }).map((part) => Buffer.from(part));
/** Raw bytes, whatever kind of buffer they stand in. */
const plain = (value: string | Uint8Array | ArrayBuffer) =>
  typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('hex');

describe('as the driver does it', () => {
  test.each<[string, fc.Arbitrary<unknown[]>]>([
    ['md5', fc.tuple(fc.string({ unit: 'binary' }))],
    ['postgresMd5PasswordHash', fc.tuple(fc.string(), fc.string({ unit: 'binary' }), bytes)],
    ['sha256', fc.tuple(bytes)],
    ['hashByName', fc.tuple(fc.constantFrom('SHA-256', 'SHA-384', 'SHA-512'), bytes)],
    [
      'hmacSha256',
      fc.tuple(
        bytes.filter(({ length }) => length > 0),
        fc.string({ unit: 'binary' }),
      ),
    ],
    ['deriveKey', fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), bytes, fc.integer({ min: 1, max: 50 }))],
  ])('%s', async (name, parameters) => {
    await fc.assert(
      fc.asyncProperty(parameters, async (given) => {
        expect(plain(await ours[name](...given))).toBe(plain(await theirs[name](...given)));
      }),
      { numRuns: 50 },
    );
  });

  test('the same functions are there', () => {
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    expect(ours.randomBytes(18)).toHaveLength(18);
  });
});
