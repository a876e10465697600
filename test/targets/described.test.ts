// Does a description find its places, fill its templates, and go from page to page in every way that it names?
import { describe, expect, test } from 'vitest';
import { type Listed, undeclared } from '../../src/targets/described/description.ts';
import { listingOf } from '../../src/targets/described/listing.ts';
import { filled, filledPath, holdsKey, valueAt } from '../../src/targets/described/place.ts';
import { furtherPage, linkedNext, partOf } from '../../src/targets/http/further.ts';
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

  test('comes after a page that is shorter than was asked for, and at an offset of what came', () => {
    expect(next({ next: { page: 'page', size: 100 } }, two)?.url).toBe('https://a.test/list?size=2&page=2');
    expect(next({ next: { offset: 'from', size: 100 } }, two)?.url).toBe('https://a.test/list?size=2&from=2');
    expect(next({ next: { page: 'page' } }, { l: [] }, { 'x-next-page': '7' })?.url).toMatch(/page=7$/);
  });

  test('is not there at the end', () => {
    const one = { l: [{ id: 1 }] };
    expect(next({ next: { link: true } }, two)).toBeUndefined();
    expect(next({ next: { url: 'n' } }, { ...two, n: null })).toBeUndefined();
    expect(next({ next: { last_id: 'after', more: 'more' } }, { ...two, more: false })).toBeUndefined();
    expect(next({ next: { page: 'page', size: 2 } }, { l: [] })).toBeUndefined();
    expect(next({ next: { offset: 'from' } }, { l: [] })).toBeUndefined();
    expect(next({ next: { page: 'page' } }, one, { 'x-next-page': '' })).toBeUndefined();
    expect(next({ next: { none: true } }, one)).toBeUndefined();
    expect(next({}, two)).toBeUndefined();
  });

  test('a list that is none, and a record without an id, are not believed', () => {
    expect(() => next({}, { l: null })).toThrow('no list');
    expect(() => next({}, { l: [{ name: 'x' }] })).toThrow('without id');
  });
});

describe('a sign that there is another page', () => {
  const answer = (headers: Record<string, string>) => ({ status: 200, headers, text: '' });

  test.each([
    [{ link: '<https://a.test/?p=2>; rel="next"' }, { url: 'https://a.test/?p=2' }],
    [{ link: '<https://a.test/?p=2>; title="more, or not"; rel="next"' }, { url: 'https://a.test/?p=2' }],
    [{ link: '<https://a.test/?p=1>; rel=prev, <https://a.test/?p=3>; rel=next' }, { url: 'https://a.test/?p=3' }],
    [{ link: '<https://a.test/?p=9>; rel="last NEXT"' }, { url: 'https://a.test/?p=9' }],
    [{ link: 'https://a.test/?p=2; rel="next"' }, 'unreadable'],
    [{ link: '<https://a.test/next>; rel="last"; title="next"' }, undefined],
    [{ link: '<https://a.test/?p=1>; rel="nextish"' }, undefined],
    [{}, undefined],
  ])('a header %j', (headers, expected) => expect(linkedNext(answer(headers as never))).toEqual(expected));

  test.each([
    { has_more: true },
    { isLast: false },
    { next_page: 2 },
    { _links: { next: { href: '/2' } } },
    { pageInfo: { hasNextPage: true } },
    { '@odata.nextLink': '/2' },
  ])('a body %j', (body) => expect(furtherPage(answer({}), body)).toMatch(/says so/));

  test.each([
    { has_more: false },
    { next: null },
    { next: '' },
    { isLast: true },
    { _links: { next: { href: null } } },
    [],
  ])('no sign in %j', (body) => expect(furtherPage(answer({ 'x-next-page': '' }), body)).toBeUndefined());

  test.each([{ timed_out: true }, { incomplete_results: true }, { errors: [{ message: 'x' }] }, { error: 'busy' }])(
    'a body %j is a part',
    (body) => {
      expect(partOf(body)).toBe(Object.keys(body)[0]);
      expect(() => listed({ next: { none: true } }, { l: [], ...body })).toThrow('a part of it');
    },
  );

  test.each([{ timed_out: false }, { errors: [] }, { error: null }, { errors: {} }, []])('no part in %j', (body) =>
    expect(partOf(body)).toBeUndefined(),
  );

  const listed = (of: Partial<Listed>, body: object, headers = {}) =>
    listingOf(
      { status: 200, headers, text: JSON.stringify(body) },
      { method: 'GET', url: 'https://a.test/' },
      { path: '/', list: 'l', key: 'k', id: 'id', ...of } as Listed,
      'https://a.test',
    );

  test('is told where nothing leads there, and not of the fields of one record', () => {
    expect(listed({ total: 't' }, { l: [], has_more: true }).further).toBeDefined();
    expect(listed({ next: { page: 'p' } }, { l: [], has_more: true }).further).toBeDefined();
    expect(listed({ list: undefined }, { id: 1, done: false }).further).toBeUndefined();
    expect(() => listed({ next: { last_id: 'a', more: 'more' } }, { l: [], more: true })).toThrow(
      'shows nothing to ask behind',
    );
    expect(() => listed({ next: { last_id: 'a', more: 'more' } }, { l: [{ id: 1 }] })).toThrow('no more');
    expect(() => listed({ next: { url: 'n' } }, { l: [], n: { to: 1 } })).toThrow('leads to no page');
  });

  test('a list of which nobody says where it ends is not complete', () => {
    expect(listed({}, { l: [{ id: 1 }] }).unended).toBe(undeclared);
    expect(listed({ total: 't' }, { l: [{ id: 1 }] }).unended).toBe(undeclared);
    expect(listed({ total: 't' }, { l: [{ id: 1 }], t: 1 }).unended).toBeUndefined();
    expect(listed({ next: { none: true } }, { l: [{ id: 1 }] }).unended).toBeUndefined();
    expect(listed({}, { l: [] }).unended).toBeUndefined();
  });
});
