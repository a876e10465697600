// Does a plan that was made for one place know another one, whichever setting makes the difference, and without any secret?
import { describe, expect, test } from 'vitest';
import type { Target, TargetAdapter } from '../../src/model/target.ts';
import { targets as adapters } from '../../src/targets/index.ts';
import { acmeDescription } from './fakes/acme.ts';
import { naiveSubject } from './fakes/naive.ts';

const secret = 'secret-of-a-test-0123456789';
const env = Object.fromEntries(
  ['DEDUPE_TARGET_DATABASE_URL', 'OTHER_URL'].map((name) => [name, `postgres://dedupe:${secret}@db.test:5432/app`]),
);
const world = {
  name: 'one',
  folder: '/',
  env: new Proxy<Record<string, string>>(env, {
    get: (all, name) => all[String(name)] ?? (/TOKEN|KEY/.test(String(name)) ? secret : undefined),
  }),
};

type Settings = Readonly<Record<string, unknown>>;

/** Settings that change nothing of the place: how it is reached, by whom, and how an object is shown. */
const neutral: Settings = {
  type: 'x',
  token_env: 'ANOTHER_TOKEN',
  url_env: 'OTHER_URL',
  ca_file: 'ca.pem',
  cert_file: 'cert.pem',
  key_file: 'key.pem',
  create_maximum: '7m',
  link: 'https://elsewhere.test/{id}',
  xid_query: 'select 1',
  file: 'x.yaml',
  title: 'x',
  control: { path: '/other' },
  unique_field: 'x',
  unique_by_setup: true,
  leaves_out: 'x',
};

const url = 'https://one.test';
/** For each adapter ordinary settings, and another value of each setting that decides. */
const places: Readonly<Record<string, readonly [base: Settings, other: Settings]>> = {
  postgres: [
    { table: 'tickets' },
    { table: 'others', key_column: 'b', id_column: 'b', created_column: 'b', deleted_column: 'b' },
  ],
  redmine: [
    { url, project: 'ops', key_field: 7 },
    { project: 'dev', key_field: 8, tracker: 3 },
  ],
  'jira-cloud': [
    { url, project: 'OPS', user: 'bot' },
    { project: 'DEV', user: 'other', key_field: 'customfield_10042' },
  ],
  'jira-data-center': [
    { url, project: 'OPS' },
    { project: 'DEV', key_field: 'customfield_10042' },
  ],
  github: [{ repository: 'example/ops' }, { repository: 'example/dev', label: 'slack' }],
  gitlab: [{ project: 'example/ops' }, { project: 5 }],
  linear: [{ team: 'OPS' }, { team: 'DEV' }],
  hubspot: [
    { object: 'tickets', property: 'a' },
    { object: 'deals', property: 'b' },
  ],
  zendesk: [{ url, user: 'bot' }, { user: 'other' }],
  slack: [{ channel: 'C1' }, { channel: 'C2' }],
  salesforce: [
    { url, object: 'Case', field: 'A__c' },
    { version: 'v59.0', object: 'Lead', field: 'B__c' },
  ],
  kommo: [{ url, field: 7 }, { field: 8 }],
  bitrix24: [{ url: `${url}/rest`, originator: 'slack' }, { originator: 'other' }],
  'yandex-tracker': [
    { queue: 'OPS', organization: '1', field: 'a' },
    { queue: 'DEV', organization: '2', field: 'b', cloud: true },
  ],
  stripe: [{ object: 'invoices' }, { object: 'customers' }],
  http: [
    { url, ...acmeDescription },
    {
      values: { project: 'x' },
      auth: { header: 'x-token', value: '{token}' },
      headers: { 'x-organization': '2' },
      create: { ...(acmeDescription as { create: object }).create, key: 'another' },
      find: { ...(acmeDescription as { find: object }).find, path: '/other?project=x' },
      window: { path: '/w?from={from}', time: 'iso', key: 'k', id: 'id' },
    },
  ],
};

function tellsApart(open: (settings: Settings) => Target, base: Settings, more: Settings): void {
  const [one, again, other] = [open(base), open({ ...base }), open({ ...base, ...more })];
  const placeOf = ({ identity, title }: Target) => identity ?? title;
  expect(placeOf(again)).toBe(placeOf(one));
  expect(placeOf(other)).not.toBe(placeOf(one));
}

const opener = (adapter: Pick<TargetAdapter<never>, 'open'>) => (settings: Settings) =>
  adapter.open(settings as never, world);

for (const adapter of adapters)
  describe(adapter.id, () => {
    const [base = {}, others = {}] = places[adapter.id] ?? [];
    const open = opener(adapter);
    const { shape } = (adapter.settings as unknown as { def: { shape: object } }).def;

    for (const setting of Object.keys(shape)) {
      if (setting in neutral && !(setting in others)) {
        test(`${setting} does not make it another place`, () => {
          expect(open({ ...base, [setting]: neutral[setting] }).identity).toBe(open(base).identity);
        });
        continue;
      }
      test(`${setting} makes it another place`, () => {
        const other = setting === 'url' ? 'https://two.test' : others[setting];
        expect(other, 'no other value is known to this test').toBeDefined();
        tellsApart(open, base, { [setting]: other });
      });
    }

    test('no secret is in it', () => expect(open(base).identity).not.toContain(secret));
  });

test('an adapter that says nothing of its place is caught', () => {
  expect(() => tellsApart(() => naiveSubject.open(url), { field: 1 }, { field: 2 })).toThrow();
});

test('a table is known by its server, its database, its user and its session', () => {
  const adapter = adapters.find(({ id }) => id === 'postgres') as Pick<TargetAdapter<never>, 'open'>;
  const at = (address: string, more: Record<string, string> = {}) =>
    adapter.open({ table: 't' } as never, { ...world, env: { DEDUPE_TARGET_DATABASE_URL: address, ...more } }).identity;
  const identities = [
    at('postgres:///app', { PGHOST: 'one.test' }),
    at('postgres:///app', { PGHOST: 'two.test' }),
    at('postgres://one.test', { PGDATABASE: 'other' }),
    at('postgres://u@one.test/app'),
    at('postgres://v@one.test/app'),
    at('postgres://v@one.test/app?options=-csearch_path%3Dx'),
    at('postgres://v@10.0.0.1/app'),
    at('postgres://v@10.0.0.2/app'),
  ];
  expect(new Set(identities).size).toBe(identities.length);
  expect(identities[0]).toMatch(/^one\.test\/app t, key in source_event_key #[0-9a-f]{12}$/);
  expect(at('postgres://u:a@one.test/app')).toBe(at('postgres://u:b@one.test/app'));
});

test('of a webhook the secret is neither shown nor part of the identity', () => {
  const adapter = adapters.find(({ id }) => id === 'bitrix24') as Pick<TargetAdapter<never>, 'open'>;
  const at = (path: string) => opener(adapter)({ url: `${url}/rest${path}`, originator: 'slack' }).identity;
  expect(at('/1/abcdef0123456789')).toMatch(
    /^https:\/\/one\.test\/rest\/1\/\*\*\*\/crm\.deal\.add\.json originator slack, key in ORIGIN_ID #/,
  );
  expect(at('/1/abcdef0123456789')).toBe(at('/1/fedcba9876543210'));
  expect(at('/1/abcdef0123456789')).not.toBe(at('/2/abcdef0123456789'));
});

test('a secret in a described header, value or query is no part of the identity', () => {
  const adapter = adapters.find(({ id }) => id === 'http') as Pick<TargetAdapter<never>, 'open'>;
  const find = (acmeDescription as { find: object }).find;
  const at = (own: string) =>
    opener(adapter)({
      url,
      ...acmeDescription,
      headers: { 'x-api-key': own },
      values: { client_secret: own },
      find: { ...find, path: `/t?access_token=${own}&key={key}` },
    }).identity;
  expect(at(secret)).toBe(at('another'));
});
