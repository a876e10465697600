// Which bodies can come only once, of senders whose signature covers nothing else.
import { describe, expect, it } from 'vitest';
import { comesOnce as githubOnce } from '../../src/providers/github/comes-once.ts';
import { providers } from '../../src/providers/index.ts';
import { comesOnce as shopifyOnce } from '../../src/providers/shopify/comes-once.ts';

const at = '2026-11-02T09:15:00Z';
const push = { ref: 'refs/heads/main', before: 'a1', after: 'b2', repository: { pushed_at: 1793610900 } };

describe('GitHub', () => {
  it.each([
    ['an issue is opened once', { action: 'opened', issue: { id: 1 } }],
    ['a comment is made once', { action: 'created', issue: { id: 1 }, comment: { id: 2 } }],
    ['a review is submitted once', { action: 'submitted', pull_request: { id: 1 }, review: { id: 2 } }],
    ['a comment is deleted once', { action: 'deleted', issue: { id: 1 }, comment: { id: 2 } }],
    ['an issue is closed at a time', { action: 'closed', issue: { id: 1, updated_at: at } }],
    [
      'a comment is edited at a time',
      { action: 'edited', issue: { id: 1, updated_at: at }, comment: { id: 2, updated_at: at } },
    ],
    ['a run ends once in each attempt', { action: 'completed', workflow_run: { id: 1, run_attempt: 2 } }],
    ['a push goes from one commit to another at a time', push],
  ])('%s', (_, payload) => expect(githubOnce(payload)).toBe(true));

  it.each([
    ['the same inputs are wished again', { inputs: { floor: 3 }, ref: 'refs/heads/main', workflow: 'w.yml' }],
    ['a dispatch of a repository too', { action: 'on-demand-test', client_payload: {} }],
    ['a repository is starred again', { action: 'created', starred_at: at }],
    ['a member is added again', { action: 'added', member: { id: 1 }, team: { id: 2 } }],
    ['a check is asked for again', { action: 'rerequested', check_run: { id: 1, completed_at: at } }],
    ['an issue is pinned again', { action: 'pinned', issue: { id: 1, updated_at: at } }],
    ['a comment whose own time is missing', { action: 'edited', issue: { id: 1, updated_at: at }, comment: { id: 2 } }],
    ['an object without an id', { action: 'opened', issue: { number: 1 } }],
    ['a push without its time', { ...push, repository: {} }],
    ['an action that is no own property', { action: 'constructor', issue: { id: 1 } }],
    ['no body', undefined],
  ])('not known to come once: %s', (_, payload) => expect(githubOnce(payload)).toBe(false));
});

describe('Shopify', () => {
  it.each([
    ['orders/create', { id: 1 }],
    ['products/delete', { id: 1 }],
    ['orders/paid', { id: 1, updated_at: at }],
  ])('%s', (topic, payload) => expect(shopifyOnce(topic, payload)).toBe(true));

  it.each([
    ['orders/updated', { id: 1 }],
    ['orders/create', { name: '#1' }],
    ['app/uninstalled', { id: 1, updated_at: at }],
    ['shop/update', { id: 1, updated_at: at }],
    ['collections/update', { id: 1, updated_at: at }],
    ['orders/create/more', { id: 1 }],
  ])('not known to come once: %s', (topic, payload) => expect(shopifyOnce(topic, payload)).toBe(false));
});

it('nobody else needs it: their ids are signed, or nothing is', () => {
  const payload = { id: 'evt_1', object: 'event', type: 'x', action: 'opened', issue: { id: 1 }, updated_at: at };
  const headers = { 'webhook-id': 'm-1', 'x-github-event': 'issues', 'x-shopify-topic': 'orders/create' };
  const told = providers.filter((one) => one.read(payload, headers)?.bodyComesOnceAs !== undefined);
  expect(told.map(({ id }) => id)).toEqual(['github', 'shopify']);
});
