// Is the table of keys sound, and does it hide what must not be shown?
import { delimiter } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidePassword, keyList, keys, type Place } from '../../src/config/keys.ts';
import type { Instant } from '../../src/model/instant.ts';

const at = (folder: string, cwd: string): Place => ({ folder, cwd, now: Date.UTC(2026, 10, 29) as Instant });

describe('the table of keys', () => {
  it('names each variable and each flag once', () => {
    const names = keyList.flatMap(([, { env, flag }]) => [env, flag?.split(' ')[0]]).filter(Boolean);
    expect(new Set(names).size).toBe(names.length);
    expect(keyList.every(([, { env }]) => env === undefined || /^DEDUPE_[A-Z_]+$/.test(env))).toBe(true);
  });

  it('has fallbacks that their own keys would accept', () => {
    for (const [name, { fallback, schema }] of keyList)
      if (fallback !== undefined) expect(schema().safeParse(fallback).success, name).toBe(true);
  });

  it('splits the list in a variable as the system splits PATH', () => {
    expect(keys.logs.fromText?.(['a.jsonl', 'logs/*.jsonl'].join(delimiter))).toEqual(['a.jsonl', 'logs/*.jsonl']);
  });
});

describe('a path in a file', () => {
  it('is relative to that file, and shown by its shorter name', () => {
    expect(keys.logs.settle(['logs/*.jsonl', '-', '/var/log/a'], at('/app', '/app/src'))).toEqual([
      '/app/logs/*.jsonl'.length <= '../logs/*.jsonl'.length ? '/app/logs/*.jsonl' : '../logs/*.jsonl',
      '-',
      '/var/log/a',
    ]);
    expect(keys.logs.settle('logs/', at('/app', '/app'))).toEqual(['logs/']);
    expect(keys.database.settle('pglite:data', at('/etc', '/home/someone/deep/down'))).toBe('pglite:/etc/data');
    expect(keys.database.settle('postgres://h/db', at('/etc', '/home'))).toBe('postgres://h/db');
  });
});

describe('hidePassword', () => {
  it.each([
    ['postgres://u:p@h:5432/db', 'postgres://u:***@h:5432/db'],
    ['postgres://u:p@ss/w:rd@h/db', 'postgres://u:***@h/db'],
    ['postgres://h/db?user=u&password=p&x=1', 'postgres://h/db?user=u&password=***&x=1'],
    ['postgres://h/db?sslpassword=p', 'postgres://h/db?sslpassword=***'],
    ['POSTGRES://u:p@h/db', 'POSTGRES://u:***@h/db'],
    ['postgres://h:5432/db', 'postgres://h:5432/db'],
    ['postgres://u@h/db', 'postgres://u@h/db'],
    ['pglite:./data', 'pglite:./data'],
  ])('shows %s as %s', (url, shown) => {
    expect(hidePassword(url)).toBe(shown);
  });

  it('shows no part of any password', () => {
    const password = fc.string({ minLength: 1 }).map((text) => `SECRET${text}SECRET`);
    fc.assert(
      fc.property(password, fc.constantFrom('h/db', 'h:1/db?a=b', '[::1]:5/db'), (secret, rest) => {
        expect(hidePassword(`postgres://user:${secret}@${rest}`)).toBe(`postgres://user:***@${rest}`);
      }),
    );
  });
});
