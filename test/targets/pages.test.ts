// Is a described list read to its end, whatever servers do to pages, and is nothing believed of one whose end is not shown?
import { expect, test } from 'vitest';
import { http } from '../../src/targets/http.ts';
import { type Asked, fakeServer } from './fake-server.ts';

const never = new AbortController().signal;
const all = Array.from({ length: 60 }, (_, i) => ({ id: i + 1, key: i === 55 ? 'there' : `other${i}` }));
const cap = 20;
const pageOf = (query: URLSearchParams) => Number(query.get('page') ?? 1);
const capped = (page: number) => all.slice((page - 1) * cap, page * cap);

async function target(find: object, list: (asked: Asked) => object, headers?: (asked: Asked) => string) {
  const server = await fakeServer({
    creates: () => false,
    answer: (asked) =>
      asked.path === '/control'
        ? { status: 200, body: {} }
        : { status: 200, body: list(asked), ...(headers ? { headers: { link: headers(asked) } } : {}) },
  });
  const opened = http.open(
    {
      url: server.url,
      create: { path: '/list', key: 'key', id: 'id' },
      find: { path: '/list', list: 'list', key: 'key', id: 'id', filtered: false, ...find },
      control: { path: '/control' },
    },
    { name: 'acme', env: { ACME_TOKEN: 't' }, folder: '/' },
  );
  return { find: (key: string) => opened.find(key, never), server };
}

const found = { answer: 'found', records: [{ id: '56' }] };

test('pages that the server caps are read to the empty one', async () => {
  const one = await target({ next: { page: 'page', size: 100 } }, ({ query }) => ({ list: capped(pageOf(query)) }));
  expect(await one.find('there')).toMatchObject(found);
  expect(await one.find('nowhere')).toMatchObject({ answer: 'none' });
  const offset = await target({ next: { offset: 'from', size: 100 } }, ({ query }) => {
    const from = Number(query.get('from') ?? 0);
    return { list: all.slice(from, from + cap) };
  });
  expect(await offset.find('there')).toMatchObject(found);
  expect(await offset.find('nowhere')).toMatchObject({ answer: 'none' });
});

test('a page that comes again is believed only where all that were counted have come', async () => {
  const ignored = await target({ next: { page: 'page' } }, () => ({ list: capped(1) }));
  expect(await ignored.find('there')).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('same page again'),
  });
  expect(ignored.server.asked).toHaveLength(2);
  const last = ({ query }: Asked) => ({ list: capped(Math.min(pageOf(query), 3)), total: 60 });
  expect(await (await target({ next: { page: 'page' }, total: 'total' }, last)).find('nowhere')).toMatchObject({
    answer: 'none',
  });
  const uncounted = await target({ next: { page: 'page' } }, last);
  expect(await uncounted.find('nowhere')).toMatchObject({ answer: 'cannot-see' });
});

test('a link with other parameters before its relation is followed', async () => {
  const linked = ({ query, headers }: Asked) =>
    pageOf(query) < 3 ? `<http://${headers.host}/list?page=${pageOf(query) + 1}>; title="more"; rel="next"` : '';
  const one = await target({ next: { link: true } }, ({ query }) => ({ list: capped(pageOf(query)) }), linked);
  expect(await one.find('there')).toMatchObject(found);
  expect(await one.find('nowhere')).toMatchObject({ answer: 'none' });
});

test('a list whose end nobody declares proves nothing, and is refused in the configuration', async () => {
  const undeclared = await target({}, () => ({ list: capped(1) }));
  expect(await undeclared.find('there')).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('declare next'),
  });
  const whole = await target({ next: { none: true } }, () => ({ list: all }));
  expect(await whole.find('nowhere')).toMatchObject({ answer: 'none' });
  expect(await whole.find('there')).toMatchObject(found);
});

test.each([
  ['an unfiltered list', { filtered: false }, false],
  ['the same with pages', { filtered: false, next: { page: 'page' } }, true],
  ['the same with a count', { filtered: false, total: 'total' }, true],
  ['a filtered list', {}, true],
  ['an unfiltered list beside it', { also: [{ path: '/bin', list: 'l', key: 'k', id: 'id', filtered: false }] }, false],
])('the configuration of %s', (_, more, isTaken) => {
  const settings = {
    url: 'https://a.test',
    create: { path: '/t', key: 'k', id: 'id' },
    find: { path: '/t', list: 'l', key: 'k', id: 'id', ...more },
    control: { path: '/c' },
  };
  expect(http.settings.safeParse(settings).success).toBe(isTaken);
  const window = { path: '/w', list: 'l', key: 'k', id: 'id', time: 'iso' };
  expect(http.settings.safeParse({ ...settings, window }).success).toBe(false);
});

/** Each time a page was read, `change` does something to the list. */
async function changing(next: object, change: (list: { id: number; key: string }[], read: number) => void) {
  const list = [...all];
  let read = 0;
  return target({ next }, ({ query }) => {
    const from = query.has('from') ? Number(query.get('from')) : (pageOf(query) - 1) * cap;
    const answer = { list: list.slice(from, from + cap) };
    read += 1;
    change(list, read);
    return answer;
  });
}
const deletes = (key: string) => (list: { key: string }[], read: number) => {
  if (read !== 1) return;
  list.splice(0, list.findIndex((one) => one.key === key) - cap + 1);
};

test.each([{ page: 'page' }, { offset: 'from' }])(
  'a record that moves to a page that was read already is found in the next reading: %j',
  async (next) => {
    expect(await (await changing(next, deletes('there'))).find('there')).toMatchObject(found);
    expect(await (await changing(next, deletes('there'))).find('nowhere')).toMatchObject({ answer: 'none' });
  },
);

test('a list from which something is taken at each page is never seen whole; one that only grows is', async () => {
  const shrinking = await changing({ page: 'page' }, (list) => void list.shift());
  expect(await shrinking.find('nowhere')).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('taken out of it faster'),
  });
  const growing = await changing({ page: 'page' }, (list, read) => void list.push({ id: 1_000 + read, key: 'new' }));
  expect(await growing.find('nowhere')).toMatchObject({ answer: 'none' });
});

test('one page, and pages that begin behind a record, are read once', async () => {
  const one = await target({ next: { none: true } }, () => ({ list: all }));
  expect(await one.find('nowhere')).toMatchObject({ answer: 'none' });
  const behind = await target({ next: { last_id: 'after', more: 'more' } }, ({ query }) => {
    const from = Number(query.get('after') ?? 0);
    return { list: all.slice(from, from + 30), more: from + 30 < all.length };
  });
  expect(await behind.find('nowhere')).toMatchObject({ answer: 'none' });
  expect([one, behind].map(({ server }) => server.asked.filter(({ path }) => path === '/list').length)).toEqual([1, 2]);
});
