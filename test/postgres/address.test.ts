// What a database URL means, and that a password in it is known in every form in which it could be printed.
import { expect, test } from 'vitest';
import { parseAddress } from '../../src/postgres/address.ts';

const secret = ['s3', 'cret w'].join('');

test('both engines', () => {
  expect(parseAddress('pglite:some/folder')).toEqual({ engine: 'embedded', folder: 'some/folder' });
  expect(() => parseAddress('pglite:')).toThrow('needs a folder');
  expect(parseAddress('postgresql://u@h/d')).toMatchObject({ engine: 'server', secrets: [], options: '' });
});

test('every form of the password is a secret', () => {
  const url = `postgres://u:${encodeURIComponent(secret)}@h/d?password=other&options=-c%20a%3Db`;
  expect(parseAddress(url)).toMatchObject({
    secrets: expect.arrayContaining([secret, encodeURIComponent(secret), 'other']),
    options: '-c a=b',
    url: expect.not.stringContaining('options'),
  });
});

test.each([
  'mysql://u@h/d',
  `postgres://u:${secret.slice(0, 4)}/x@h/d`,
  `postgres://u:12/x@h/d`,
  `postgres://u:a#${secret}@h/d`,
])('is refused without being repeated: %s', (text) => {
  try {
    parseAddress(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: 'DEDUPE_INPUT_INVALID' });
    expect((error as Error).message).not.toContain(text);
    expect((error as Error).message).not.toContain(secret);
  }
});
