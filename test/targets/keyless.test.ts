// Is an object that was made without its key told as that where the answer shows it, and never taken for none where nobody heard?
import { expect, test } from 'vitest';
import type { Target, TargetWorld } from '../../src/model/target.ts';
import { lookOnce } from '../../src/reconcile/look.ts';
import { github } from '../../src/targets/github.ts';
import { gitlab } from '../../src/targets/gitlab.ts';
import { http } from '../../src/targets/http.ts';
import { hubspot } from '../../src/targets/hubspot.ts';
import { linearIssueId } from '../../src/targets/linear/issue-id.ts';
import { linear } from '../../src/targets/linear.ts';
import { stripe } from '../../src/targets/stripe.ts';
import { zendesk } from '../../src/targets/zendesk.ts';
import { key, never, operation } from './asking.ts';
import { fakeServer } from './fake-server.ts';
import { acmeDescription } from './fakes/acme.ts';

const marked = `text\n<!-- dedupe:${key} -->`;
const world = (name: string): TargetWorld => ({ name: 't', env: { [name]: 'token-of-a-test' }, folder: '/' });
const uuid = linearIssueId(key);
const linearMade = (id?: string) => ({ data: { issueCreate: { issue: { identifier: 'OPS-1', ...(id && { id }) } } } });

interface Case {
  readonly name: string;
  readonly open: (url: string) => Target;
  readonly request: string | object;
  readonly kept: object;
  readonly dropped: object;
}

const cases: readonly Case[] = [
  {
    name: 'github without its label',
    open: (url) => github.open({ url, repository: 'e/o', label: 'From-Slack' }, world('GITHUB_TOKEN')),
    request: { body: marked, labels: ['From-Slack'] },
    kept: { number: 1, body: marked, labels: [{ name: 'bug' }, { name: 'from-slack' }] },
    dropped: { number: 1, body: marked, labels: [] },
  },
  {
    name: 'gitlab',
    open: (url) => gitlab.open({ url, project: 1 }, world('GITLAB_TOKEN')),
    request: { description: marked },
    kept: { iid: 1, description: marked },
    dropped: { iid: 1, description: null },
  },
  {
    name: 'hubspot',
    open: (url) => hubspot.open({ url, object: 'tickets', property: 'k' }, world('HUBSPOT_TOKEN')),
    request: { properties: { k: key } },
    kept: { id: '1', properties: { k: key } },
    dropped: { id: '1', properties: {} },
  },
  {
    name: 'zendesk',
    open: (url) => zendesk.open({ url, user: 'a@b.test' }, world('ZENDESK_API_TOKEN')),
    request: { ticket: { external_id: key } },
    kept: { ticket: { id: 1, external_id: key } },
    dropped: { ticket: { id: 1, external_id: null } },
  },
  {
    name: 'stripe',
    open: (url) => stripe.open({ url, object: 'invoices' }, world('STRIPE_API_KEY')),
    request: new URLSearchParams({ 'metadata[source_event_key]': key }).toString(),
    kept: { id: 'in_1', metadata: { source_event_key: key } },
    dropped: { id: 'in_1', metadata: {} },
  },
  {
    name: 'linear with another id',
    open: (url) => linear.open({ url, team: 'OPS' }, world('LINEAR_API_KEY')),
    request: { variables: { input: { id: uuid } } },
    kept: linearMade(uuid),
    dropped: linearMade('0b0a8d3e-0000-4000-8000-000000000000'),
  },
  {
    name: 'a described one',
    open: (url) => {
      const create = { ...acmeDescription.create, shown: 'ticket.external.key' };
      return http.open({ url, ...acmeDescription, create }, world('T_TOKEN'));
    },
    request: { external: { key } },
    kept: { ticket: { id: 1, external: { key } } },
    dropped: { ticket: { id: 1 } },
  },
];

test.each(cases)('$name', async ({ open, request, kept, dropped }) => {
  const frozen = Buffer.from(typeof request === 'string' ? request : JSON.stringify(request));
  const made = async (body: object) => {
    const server = await fakeServer({ creates: () => true, answer: () => ({ status: 201, body }) });
    return open(server.url).create(operation(key), frozen, never);
  };
  expect(await made(dropped)).toMatchObject({ outcome: 'done', keyless: true });
  const done = await made(kept);
  expect(done).toMatchObject({ outcome: 'done' });
  expect(done).not.toHaveProperty('keyless');
});

test('an answer of Linear that shows no id says nothing about it', async () => {
  const server = await fakeServer({ creates: () => true, answer: () => ({ status: 200, body: linearMade() }) });
  const target = linear.open({ url: server.url, team: 'OPS' }, world('LINEAR_API_KEY'));
  const request = Buffer.from(JSON.stringify({ variables: { input: { id: uuid } } }));
  expect(await target.create(operation(key), request, never)).not.toHaveProperty('keyless');
});

async function labelled(push: boolean, label?: string) {
  const server = await fakeServer({
    creates: () => false,
    answer: ({ path }) =>
      path.endsWith('/issues')
        ? { status: 200, body: [] }
        : { status: 200, body: { has_issues: true, permissions: { push } } },
  });
  const target = github.open({ url: server.url, repository: 'e/o', label }, world('GITHUB_TOKEN'));
  const sentAt = 1_795_953_600_000;
  return lookOnce(target, { key, sentAt, firstSentAt: sentAt } as never, (sentAt + 1) as never, never);
}

test('where GitHub may have dropped the label that narrows the list, nothing is proved absent', async () => {
  expect(await labelled(false, 'from-slack')).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('drops the label from-slack of an account without push access'),
  });
  expect(await labelled(true, 'from-slack')).toMatchObject({ answer: 'none', store: 'primary' });
  expect(await labelled(false)).toMatchObject({ answer: 'none', store: 'primary' });
});

const window = {
  path: '/projects/{project}/tickets?from={from}',
  ...{ list: 'tickets', key: 'external.key', id: 'id', created: 'created_at', next: { none: true as const } },
  time: 'iso' as const,
};

async function described(tickets: readonly object[], may_drop_key?: true) {
  const server = await fakeServer({
    creates: () => false,
    answer: ({ path, query }) => {
      if (!path.endsWith('/tickets')) return { status: 200, body: {} };
      const older = [{ id: 1, external: { key: 'older' }, created_at: '2026-11-28T12:00:00Z' }];
      const wanted = query.get('external_key');
      const found = query.has('from') ? tickets : wanted === null || wanted === 'older' ? older : [];
      return { status: 200, body: { tickets: found, total: found.length } };
    },
  });
  const create = { ...acmeDescription.create, may_drop_key };
  const target = http.open({ url: server.url, ...acmeDescription, create, window }, world('T_TOKEN'));
  const sentAt = Date.parse('2026-11-29T12:00:00Z');
  const candidate = { key, state: 'unknown', sentAt, firstSentAt: sentAt, leaseEnd: sentAt + 60_000 };
  return lookOnce(target, candidate as never, (sentAt + 3_600_000) as never, never);
}

test('a described system that may drop keys proves nothing while something of that time has none', async () => {
  const nameless = { id: 4, created_at: '2026-11-29T12:00:10Z' };
  expect(await described([nameless], true)).toMatchObject({
    answer: 'cannot-see',
    reason: expect.stringContaining('one of that time does not show any key, and may be the one: record 4'),
  });
  expect(await described([nameless])).toMatchObject({ answer: 'none', store: 'primary' });
  expect(await described([{ ...nameless, external: { key: 'other' } }], true)).toMatchObject({ answer: 'none' });
  expect(await described([{ ...nameless, created_at: '2026-11-29T11:00:00Z' }], true)).toMatchObject({
    answer: 'none',
  });
  expect(await described([{ ...nameless, external: { key } }], true)).toMatchObject({ answer: 'found' });
});

test('who says that keys may be dropped has to say how to look by time', () => {
  const given = (more: object) =>
    http.settings.safeParse({
      ...{ type: 'http', url: 'http://x', ...acmeDescription, ...more },
      create: { ...acmeDescription.create, may_drop_key: true },
    });
  expect(given({}).success).toBe(false);
  expect(given({ window }).success).toBe(true);
});
