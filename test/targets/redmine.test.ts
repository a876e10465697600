// Is an empty answer of Redmine believed only where this account would see the issue, whoever made it and in whatever tracker?
import { expect, test } from 'vitest';
import { lookOnce } from '../../src/reconcile/look.ts';
import { redmine } from '../../src/targets/redmine.ts';
import { operation } from './conformance.ts';
import { fakeServer } from './fake-server.ts';
import { playRedmine, type Setup } from './fakes/redmine.ts';

const never = new AbortController().signal;
const key = 'slack:T1:Ev1';
const field = 7;

async function opened(setup: Setup, more: object = {}) {
  const play = playRedmine(setup);
  const server = await fakeServer(play);
  const target = redmine.open(
    { url: server.url, project: 'ops', key_field: field, ...more },
    { name: 'redmine', env: { REDMINE_API_KEY: 'key-of-a-test' }, folder: '/' },
  );
  return { target, play, server };
}

const body = (value: string, more: object = {}) =>
  Buffer.from(JSON.stringify({ issue: { subject: 'x', ...more, custom_fields: [{ id: field, value }] } }));
const own = { key: 'slack:T1:Ev2', by: 5 };
const other = { key: 'slack:T1:Ev3', by: 1 };

test.for<[string, Setup, object, RegExp]>([
  [
    'own issues only, and one of them with a key',
    { visibility: 'own', issues: [own] },
    {},
    /does not show the issues of others/,
  ],
  [
    'no private issues of others',
    { visibility: 'default', issues: [own] },
    {},
    /does not show the private issues of others/,
  ],
  ['some trackers only', { trackers: [1, 2], views: [1], issues: [own] }, {}, /no issue of tracker Feature is visible/],
  [
    'a tracker without the field',
    { trackers: [1, 2], fieldIn: [1], issues: [own, { tracker: 2, by: 1 }] },
    {},
    /issue 2 of tracker Feature does not show field 7/,
  ],
  ['a "Long text", which cannot be asked for a value', { isLong: true }, {}, /field 7 cannot be asked for a value/],
  [
    'the same with a value in it',
    { isLong: true, issues: [{ key: 'slack:T1:Ev9', by: 1 }] },
    {},
    /field 7 cannot be asked for a value/,
  ],
  [
    'a value that the filter cannot express',
    { issues: [{ key: 'a|b', by: 1 }] },
    {},
    /issue 1 has something in field 7 that cannot be asked for/,
  ],
  ['nothing there yet', { issues: [] }, {}, /no issue of tracker Bug is visible/],
  [
    'the named tracker is another one',
    { trackers: [1, 2], views: [1], issues: [own] },
    { tracker: 2 },
    /no issue of tracker Feature/,
  ],
])('%s: what is not there cannot be seen', async ([, setup, more, reason]) => {
  const { target } = await opened(setup, more);
  expect(await target.find(key, never)).toMatchObject({ answer: 'cannot-see', reason: expect.stringMatching(reason) });
  expect(await target.probe(never)).toMatchObject({ visible: false, evidence: expect.stringMatching(reason) });
});

test.for<[string, Setup, object]>([
  ['a role that shows all', { issues: [other] }, {}],
  ['a field that nobody has filled yet', { issues: [{ key: '', by: 1 }] }, {}],
  ['a value that can be asked for beside one that cannot', { issues: [{ key: 'a|b', by: 1 }, other] }, {}],
  ['an administrator, whatever the roles are', { admin: true, visibility: 'own', issues: [other] }, {}],
  [
    'a role for some trackers, where issues are made only there',
    { trackers: [1, 2], views: [1], issues: [other] },
    { tracker: 1 },
  ],
  [
    'every tracker has an issue that shows the field',
    { trackers: [1, 2], issues: [own, { tracker: 2, by: 1 }] },
    { tracker: [1, 2] },
  ],
])('%s: what is not there is proven absent', async ([, setup, more]) => {
  const { target } = await opened(setup, more);
  expect(await target.find(key, never)).toMatchObject({ answer: 'none', store: 'primary' });
  expect(await target.probe(never)).toMatchObject({ visible: true });
});

const looking = (target: Awaited<ReturnType<typeof opened>>['target']) => {
  const sentAt = Date.now() - 1_000;
  return lookOnce(
    target,
    { key, state: 'unknown', sentAt, firstSentAt: sentAt, leaseEnd: sentAt + 1_000 } as never,
    Date.now() as never,
    never,
  );
};

test('an issue that was made without its key is told, and is not made again', async () => {
  const { target, play } = await opened({ readOnly: true });
  expect(await target.create(operation(key), body(key), never)).toEqual({
    outcome: 'done',
    id: '2',
    url: expect.stringMatching(/issues\/2$/),
    existed: false,
    keyless: true,
  });
  expect(await looking(target)).toMatchObject({ answer: 'cannot-see', reason: expect.stringContaining('record 2') });
  expect(play.count(key)).toBe(0);
});

test('an issue of that time with another word in the field, and one that is older, are others', async () => {
  const { target } = await opened({
    issues: [
      { key: '', by: 1 },
      { key: 'none', by: 5 },
    ],
  });
  expect(await looking(target)).toMatchObject({ answer: 'none', store: 'primary' });
});

test('a create with its key says nothing of that', async () => {
  const { target } = await opened({});
  expect(await target.create(operation(key), body(key), never)).not.toHaveProperty('keyless');
});

test.for(['a|b', 'two\nlines', 'x|'])('the key %j could never be found, and is not sent', async (odd) => {
  const { target, server } = await opened({});
  expect(await target.create(operation(odd), body(odd), never)).toEqual({
    outcome: 'refused',
    reason: 'key_not_searchable',
    temporary: false,
  });
  expect(server.asked).toEqual([]);
});

test('a request for another tracker than those that are looked at is not sent', async () => {
  const { target, server } = await opened({ trackers: [1, 2] }, { tracker: 1 });
  const create = (more: object) => target.create(operation(key), body(key, more), never);
  const refused = { outcome: 'refused', reason: 'request_for_another_tracker', temporary: false };
  expect(await create({ tracker_id: 2 })).toEqual(refused);
  expect(await create({})).toEqual(refused);
  expect(server.asked).toEqual([]);
  expect(await create({ tracker_id: 1 })).toMatchObject({ outcome: 'done' });
  expect(await create({ tracker_id: '1' })).toMatchObject({ outcome: 'done' });
});

test('a request for another project than the one that is looked into is not sent', async () => {
  const { target, play, server } = await opened({});
  const create = (project_id: string | number) => target.create(operation(key), body(key, { project_id }), never);
  const refused = { outcome: 'refused', reason: 'request_elsewhere', temporary: false };
  expect(await create('hr')).toEqual(refused);
  expect(await create(4)).toEqual(refused);
  expect(play.count(key)).toBe(0);
  expect(await create(3)).toMatchObject({ outcome: 'done' });
  server.read = 'broken';
  expect(await create('hr')).toEqual({ outcome: 'refused', reason: 'project_not_shown', temporary: true });
  expect(await create('ops')).toMatchObject({ outcome: 'done' });
});
