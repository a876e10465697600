// Is an empty answer of a described system believed only where something that is there was found in the same way?
import { expect, test } from 'vitest';
import { http } from '../../src/targets/http.ts';
import { zendesk } from '../../src/targets/zendesk.ts';
import { lookBetween, never } from './asking.ts';
import { type Asked, fakeServer, type Said } from './fake-server.ts';

const made = '2026-11-29T12:00:00Z';
const there = [
  { id: 1, key: null, made },
  { id: 2, key: 'there', made },
];

interface Tracker {
  readonly control?: object;
  readonly window?: object;
  readonly find?: object;
  /** What it answers instead. */
  readonly instead?: (asked: Asked) => Said | undefined;
  readonly objects?: readonly { readonly id: number; readonly key: string | null; readonly made: string }[];
}

async function tracker({ control = {}, window, find = {}, instead = () => undefined, objects = there }: Tracker) {
  const ok = (list: readonly object[]) => ({ status: 200, body: { list } });
  const server = await fakeServer({
    creates: () => false,
    answer(asked) {
      const { path, query } = asked;
      const own = instead(asked);
      if (own !== undefined) return own;
      if (path === '/control') return { status: 200, body: { id: 7 } };
      if (query.has('key')) return ok(objects.filter(({ key }) => key === query.get('key')));
      if (!query.has('from')) return ok(objects);
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
      return ok(objects.filter((one) => Date.parse(one.made) >= from && Date.parse(one.made) <= to));
    },
  });
  const listed = { list: 'list', key: 'key', id: 'id', created: 'made', next: { none: true } };
  return http.open(
    {
      url: server.url,
      create: { path: '/t', key: 'key', id: 'id' },
      find: { path: '/t?key={key}', store: 'primary', ...listed, ...find },
      ...(window && { window: { path: '/t?from={from}&to={to}', ...listed, time: 'epoch_ms', ...window } }),
      control: { path: '/control', ...control },
    } as never,
    { name: 'acme', env: { ACME_TOKEN: 't' }, folder: '/' },
  );
}

const sample = { sample: { path: '/t', list: 'list' } };
const unseen = (why: string) => ({ answer: 'cannot-see', reason: expect.stringContaining(why) });
const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' };
const at = (wanted: string, said: Said) => (asked: Asked) => (asked.path === wanted ? said : undefined);
const blind = ({ query }: Asked) => (query.has('key') ? { status: 200, body: { list: [] } } : undefined);

test.for<[string, Tracker, string]>([
  ['neither a sample nor a known key', {}, 'known_key'],
  ['a filter that never finds anything', { control: sample, instead: blind }, 'not found in this way: record 2'],
  ['the same with a known key', { control: { known_key: 'there' }, instead: blind }, 'known key there is not found'],
  ['a sample without any key', { control: sample, objects: there.slice(0, 1) }, 'make one by hand'],
  ['a page to sign in at for the control', { control: sample, instead: at('/control', page) }, 'not JSON'],
  ['a control that comes in part', { control: sample, instead: at('/control', { status: 206, body: {} }) }, '206'],
  [
    'a list that was changed on the way',
    { control: sample, instead: at('/t', { status: 203, body: { list: [] } }) },
    '203',
  ],
  ['no list at all', { control: sample, instead: at('/t', { status: 204 }) }, '204'],
])('%s: what is not there cannot be seen', async ([, one, reason]) => {
  const target = await tracker(one);
  expect(await target.find('gone', never)).toMatchObject(unseen(reason));
  expect(await target.probe(never)).toMatchObject({ visible: false });
});

test.for<[string, Tracker, string]>([
  ['an object of a sample is found by its key', { control: sample }, 'record 2 is found in the same way'],
  ['the known one is found', { control: { known_key: 'there' } }, 'the known key there is found'],
])('%s: what is not there is proven absent', async ([, one, control]) => {
  const target = await tracker(one);
  expect(await target.find('gone', never)).toMatchObject({
    answer: 'none',
    store: 'primary',
    control: expect.stringContaining(control),
  });
  expect(await target.probe(never)).toMatchObject({ visible: true });
});

test('what nobody calls the primary store may be an index, and proves nothing by itself', async () => {
  const undeclared = await tracker({ control: sample, find: { store: undefined }, window: {} });
  expect(await undeclared.find('gone', never)).toMatchObject({ answer: 'none', store: 'index' });
  expect(await lookBetween(undeclared, 'gone')).toMatchObject({ answer: 'none', store: 'index' });
  expect(undeclared.abilities).toMatchObject({ findBy: 'index', indexLagMs: undefined });
  const declared = await tracker({ control: sample, window: { store: 'primary' } });
  expect(await lookBetween(declared, 'gone')).toMatchObject({ answer: 'none', store: 'primary' });
});

test('a list by time that takes its moments in another sense is seen by what was made at a known one', async () => {
  const believed = await tracker({ control: sample, window: {} });
  expect(await lookBetween(believed, 'gone')).toMatchObject({ answer: 'none' });
  const seconds = await tracker({ control: sample, window: { time: 'epoch' } });
  expect(await lookBetween(seconds, 'gone')).toMatchObject(unseen('not found in this way: record 1, 2'));
  const unsampled = await tracker({ control: { known_key: 'there' }, window: {} });
  expect(await lookBetween(unsampled, 'gone')).toMatchObject(unseen('under control a sample'));
});

const dated =
  (ms: number, more: object = {}) =>
  (asked: Asked) => {
    if (asked.path === '/control') return undefined;
    const list = asked.query.has('key') && asked.query.get('key') !== 'there' ? [] : there;
    return { status: 200, headers: { date: new Date(Date.now() + ms).toUTCString(), ...more }, body: { list } };
  };

test.for<[string, number, string | undefined]>([
  ['a minute behind', -60_000, 'its clock is'],
  ['a minute ahead', 60_000, 'ahead of the one here'],
  ['of this moment', 0, undefined],
])('a list by time from a clock that is %s', async ([, ms, reason]) => {
  const target = await tracker({ control: sample, window: {}, instead: dated(ms) });
  const answer = reason === undefined ? { answer: 'none' } : unseen(reason);
  expect(await lookBetween(target, 'gone')).toMatchObject(answer);
  // No clock decides what is found by its key.
  expect(await target.find('gone', never)).toMatchObject({ answer: 'none' });
});

test('an answer out of a cache is not believed', async () => {
  const cached = await tracker({ control: sample, instead: dated(0, { age: '30' }) });
  expect(await cached.find('gone', never)).toMatchObject(unseen('comes from a cache and is 30 s old'));
  const fresh = await tracker({ control: sample, instead: dated(0, { age: '0' }) });
  expect(await fresh.find('gone', never)).toMatchObject({ answer: 'none' });
});

test('of a system that is known here, nothing with a key is no reason for doubt, and is told', async () => {
  const server = await fakeServer({
    creates: () => false,
    answer: ({ path }) =>
      path.endsWith('/me.json')
        ? { status: 200, body: { user: { role: 'admin' } } }
        : { status: 200, body: { tickets: [], count: 0, next_page: null } },
  });
  const world = { name: 'z', env: { ZENDESK_API_TOKEN: 't' }, folder: '/' };
  expect(await zendesk.open({ url: server.url, user: 'a@b.test' }, world).find('gone', never)).toMatchObject({
    answer: 'none',
    control: expect.stringContaining('no object of the sample has a key yet'),
  });
});
