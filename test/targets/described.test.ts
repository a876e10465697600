// Does a description find its places, fill its templates, and go from page to page in every way that it names?
import { describe, expect, test } from 'vitest';
import type { Listed } from '../../src/targets/described/description.ts';
import { listingOf } from '../../src/targets/described/listing.ts';
import { filled, filledPath, holdsKey, valueAt } from '../../src/targets/described/place.ts';
import type { Question } from '../../src/targets/http/question.ts';

describe('a place', () => {
  const record = { a: { b: [{ id: 1 }, { id: 7, values: [{ value: 'k' }] }] }, 'x-y': 0 };
  test.each([
    ['', record],
    ['a.b.0.id', 1],
    ['a.b[id=7].values.0.value', 'k'],
    ['a.b[id=8].values', undefined],
    ['x-y', 0],
    ['a.c.d', undefined],
    ['constructor', undefined],
  ])('%s', (place, value) => expect(valueAt(record, place)).toEqual(value));
});

describe('a template', () => {
  const values = { key: 'a/b "c"', n: 7 };
  test('encodes in a path, quotes where it says so, and keeps numbers in a body', () => {
    expect(filledPath('/t/{key}?n={n}&o={other}', values)).toBe('/t/a%2Fb%20%22c%22?n=7&o={other}');
    expect(filled({ jql: 'k = "{key:quoted}"', n: '{n}', list: ['{n}x'] }, values)).toEqual({
      jql: 'k = "a/b \\"c\\""',
      n: 7,
      list: ['7x'],
    });
  });

  test('quotes what stands between single quotes by its own rule', () => {
    expect(filledPath("/q?q=k+=+'{key:single}'", { key: "o'r\\x" })).toBe("/q?q=k+=+'o%5C'r%5C%5Cx'");
  });

  test('a key is the whole value, or stands whole between its marks', () => {
    expect(holdsKey('k', 'k', undefined)).toBe(true);
    expect(holdsKey('kk', 'k', undefined)).toBe(false);
    expect(holdsKey(['a', 'k'], 'k', undefined)).toBe(true);
    expect(holdsKey('x <!-- k --> y', 'k', ['<!-- ', ' -->'])).toBe(true);
    expect(holdsKey('x <!-- k2 --> y', 'k', ['<!-- ', ' -->'])).toBe(false);
  });
});

describe('a bin that hides the keys of what lies in it', () => {
  const deletedAt = { id: 4, updated_at: 1_795_953_600, is_deleted: true };
  const listed = { path: '/', list: 'l', key: 'fields[id=7].value', id: 'id', keyless: 'updated_at' } as Listed;
  const row = (record: object) =>
    listingOf(
      { status: 200, headers: {}, text: JSON.stringify({ l: [record] }) },
      { method: 'GET', url: 'https://a.test/' },
      listed,
      'https://a.test',
    ).rows[0];

  test('tells since when a record may be the one', () => {
    expect(row(deletedAt)?.keylessSince).toBe(1_795_953_600_000);
    expect(row({ id: 4 })?.keylessSince).toBe(Number.POSITIVE_INFINITY);
  });

  test('knows a record that shows its fields, and has another key or none', () => {
    expect(row({ ...deletedAt, fields: [{ id: 7, value: 'k' }] })).not.toHaveProperty('keylessSince');
    expect(row({ ...deletedAt, fields: [] })).not.toHaveProperty('keylessSince');
  });
});

describe('the next page', () => {
  const question: Question = { method: 'GET', url: 'https://a.test/list?size=2' };
  const next = (listed: Partial<Listed>, body: object, headers: Record<string, string> = {}, asked = question) =>
    listingOf(
      { status: 200, headers, text: JSON.stringify(body) },
      asked,
      { path: '/', list: 'l', key: 'k', id: 'id', ...listed } as Listed,
      'https://a.test',
    ).next;
  const two = { l: [{ id: 1 }, { id: 2 }] };

  test('is named by a link, by an address, by a cursor, by the last id, or counted', () => {
    expect(next({ next: { link: true } }, two, { link: '<https://a.test/list?p=2>; rel="next"' })?.url).toBe(
      'https://a.test/list?p=2',
    );
    expect(next({ next: { url: 'n' } }, { ...two, n: '/list?p=2' })?.url).toBe('https://a.test/list?p=2');
    expect(next({ next: { cursor: 'c', parameter: 'after' } }, { ...two, c: 'x' })?.url).toBe(
      'https://a.test/list?size=2&after=x',
    );
    expect(next({ next: { last_id: 'after', more: 'more' } }, { ...two, more: true })?.url).toBe(
      'https://a.test/list?size=2&after=2',
    );
    expect(next({ next: { page: 'page', size: 2 } }, two)?.url).toBe('https://a.test/list?size=2&page=2');
    expect(next({ next: { offset: 'from', size: 2 } }, two)?.url).toBe('https://a.test/list?size=2&from=2');
    const posted: Question = { method: 'POST', url: 'https://a.test/list', body: '{"from":2}' };
    expect(next({ next: { offset: 'from', size: 2 } }, two, {}, posted)?.body).toBe('{"from":4}');
  });

  test('is not there at the end', () => {
    const one = { l: [{ id: 1 }] };
    expect(next({ next: { link: true } }, two)).toBeUndefined();
    expect(next({ next: { url: 'n' } }, { ...two, n: null })).toBeUndefined();
    expect(next({ next: { last_id: 'after', more: 'more' } }, { ...two, more: false })).toBeUndefined();
    expect(next({ next: { page: 'page', size: 2 } }, one)).toBeUndefined();
    expect(next({}, two)).toBeUndefined();
  });

  test('a list that is none, and a record without an id, are not believed', () => {
    expect(() => next({}, { l: null })).toThrow('no list');
    expect(() => next({}, { l: [{ name: 'x' }] })).toThrow('without id');
  });
});
