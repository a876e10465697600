// Senders whose signature covers the body alone: captured bytes under another id are the same event, two wishes with one body are two.
import { createHmac } from 'node:crypto';
import { expect, type TestContext, test } from 'vitest';
import { eventFilter } from '../../../src/pipeline/filter/event-filter.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';
import { receiver } from './signed.ts';

const [older, newer] = ['the-older-secret', 'the-newer-secret'];

type Sender = 'github' | 'shopify';

async function receiving(context: TestContext, provider: Sender, secrets: () => readonly string[] = () => [older]) {
  const at = await migratedDatabase(context);
  const path = '/slack/events';
  const running = await receiver(at, {
    options: { receivers: [{ path, provider, secrets, filter: eventFilter({}, provider), deadlineMs: 20_000 }] },
  });
  return { ...running, database: await opened(at) };
}

/** Answers as `disposition key`. */
async function sent(url: string, provider: Sender, body: string, own: Record<string, string>, secret = older) {
  const hmac = createHmac('sha256', secret).update(body);
  const headers: Record<string, string> =
    provider === 'github'
      ? { 'x-github-event': 'issues', 'x-hub-signature-256': `sha256=${hmac.digest('hex')}` }
      : { 'x-shopify-topic': 'orders/create', 'x-shopify-hmac-sha256': hmac.digest('base64') };
  if (provider === 'shopify') headers['x-shopify-shop-domain'] = 'birch.myshopify.com';
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers, ...own },
  });
  return `${response.headers.get('x-dedupe-disposition')} ${response.headers.get('x-source-event-key')}`;
}

const guid = (id: string) => ({ 'x-github-delivery': id });
const webhook = (id: string, more: Record<string, string> = {}) => ({ 'x-shopify-webhook-id': id, ...more });
const repository = { full_name: 'birch/desk', owner: { login: 'birch' } };
const opening = JSON.stringify({ action: 'opened', issue: { id: 11, number: 1 }, repository });
// Larger than what JSON.parse can hold.
const order = '{"id":820982911946154508,"name":"#1001"}';

test('GitHub: the same bytes under another GUID or type lead to the event that is there', async (context) => {
  const { url, database, drain } = await receiving(context, 'github');
  const key = 'github:birch:g-1';
  expect(await sent(url, 'github', opening, guid('g-1'))).toBe(`accepted ${key}`);
  expect(await sent(url, 'github', opening, guid('g-1'))).toBe(`duplicate ${key}`);
  expect(await sent(url, 'github', opening, guid('g-2'))).toBe(`duplicate ${key}`);
  expect(await sent(url, 'github', opening, { ...guid('g-3'), 'x-github-event': 'push' })).toBe(`duplicate ${key}`);
  const another = JSON.stringify({ action: 'opened', issue: { id: 12, number: 2 }, repository });
  expect(await sent(url, 'github', another, guid('g-4'))).toBe('accepted github:birch:g-4');
  await drain();
  const rows = await database.query(
    'select event_id, envelope_id, disposition, status from dedupe.deliveries order by received_at',
  );
  const repeat = { event_id: 'g-1', disposition: 'duplicate', status: 200 };
  expect(rows).toEqual([
    { ...repeat, envelope_id: null, disposition: 'accepted' },
    { ...repeat, envelope_id: null },
    { ...repeat, envelope_id: 'g-2' },
    { ...repeat, envelope_id: 'g-3' },
    { ...repeat, event_id: 'g-4', envelope_id: null, disposition: 'accepted' },
  ]);
});

test('GitHub: the ping of a new hook is answered and makes nothing, an event that has no type is refused', async (context) => {
  const { url, database } = await receiving(context, 'github');
  const hello = JSON.stringify({ zen: 'x', hook_id: 1, repository });
  expect(await sent(url, 'github', hello, { ...guid('g-1'), 'x-github-event': 'ping' })).toBe('question null');
  expect(await sent(url, 'github', hello, { ...guid('g-2'), 'x-github-event': '' })).toBe('refused null');
  const forged = { ...guid('g-3'), 'x-github-event': 'ping' };
  expect(await sent(url, 'github', hello, forged, newer)).toBe('refused null');
  expect(await database.query('select 1 from dedupe.inbound_events')).toEqual([]);
});

test('GitHub: two wishes with one body are two events', async (context) => {
  const { url, database } = await receiving(context, 'github');
  const dispatch = JSON.stringify({ inputs: { floor: '3' }, ref: 'refs/heads/main', workflow: 'w.yml', repository });
  expect(await sent(url, 'github', dispatch, guid('g-1'))).toBe('accepted github:birch:g-1');
  expect(await sent(url, 'github', dispatch, guid('g-2'))).toBe('accepted github:birch:g-2');
  expect(await database.query('select 1 from dedupe.signed_bodies')).toEqual([]);
});

test('Shopify: the same bytes under another webhook id or shop lead to the order that is there, another topic does not', async (context) => {
  const { url, database } = await receiving(context, 'shopify');
  const key = 'shopify:birch.myshopify.com:w-1';
  expect(await sent(url, 'shopify', order, webhook('w-1'))).toBe(`accepted ${key}`);
  expect(await sent(url, 'shopify', order, webhook('w-2'))).toBe(`duplicate ${key}`);
  const forged = webhook('w-3', { 'x-shopify-shop-domain': 'ash.myshopify.com' });
  expect(await sent(url, 'shopify', order, forged)).toBe(`duplicate ${key}`);
  const paid = JSON.stringify({ id: 5, updated_at: '2026-11-02T09:15:00Z' });
  const topic = (name: string, id: string) =>
    sent(url, 'shopify', paid, webhook(id, { 'x-shopify-topic': `orders/${name}` }));
  expect(await topic('create', 'w-4')).toMatch(/^accepted/);
  expect(await topic('paid', 'w-5')).toMatch(/^accepted/);
  expect(await topic('paid', 'w-6')).toMatch(/^duplicate .*w-5$/);
  expect(await database.query('select count(*)::int from dedupe.inbound_events')).toEqual([{ count: 3 }]);
});

test('Shopify: a subscription for the id alone tells of every change with the same bytes', async (context) => {
  const { url } = await receiving(context, 'shopify');
  const change = (id: string) => sent(url, 'shopify', '{"id":5}', webhook(id, { 'x-shopify-topic': 'orders/updated' }));
  expect([await change('w-1'), await change('w-2')].map((said) => said.split(' ')[0])).toEqual([
    'accepted',
    'accepted',
  ]);
});

test('a rotation of secrets changes nothing', async (context) => {
  let secrets = [older];
  const { url } = await receiving(context, 'github', () => secrets);
  await sent(url, 'github', opening, guid('g-1'));
  secrets = [newer, older];
  expect(await sent(url, 'github', opening, guid('g-2'))).toBe('duplicate github:birch:g-1');
});

test('many at once, in any order, make one event of each body', async (context) => {
  const { url, database } = await receiving(context, 'github');
  const bodies = Array.from({ length: 6 }, (_, i) =>
    JSON.stringify({ action: 'opened', issue: { id: 100 + i, number: i }, repository }),
  );
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => sent(url, 'github', bodies[(i * 7) % 6] as string, guid(`g-${i % 97}-${i}`))),
  );
  expect(answers.filter((answer) => answer.startsWith('accepted'))).toHaveLength(6);
  expect(answers.filter((answer) => answer.startsWith('duplicate'))).toHaveLength(114);
  expect(new Set(answers.map((answer) => answer.split(' ')[1])).size).toBe(6);
  expect(
    await database.query('select count(distinct event_id)::int as events, count(*)::int from dedupe.deliveries'),
  ).toEqual([{ events: 6, count: 120 }]);
});

test('bytes under the GUID of another event do not take that body away from its own', async (context) => {
  const { url } = await receiving(context, 'github');
  await sent(url, 'github', opening, guid('g-1'));
  const next = JSON.stringify({ action: 'opened', issue: { id: 12, number: 2 }, repository });
  expect(await sent(url, 'github', next, guid('g-1'))).toBe('duplicate github:birch:g-1');
  expect(await sent(url, 'github', next, guid('g-2'))).toBe('accepted github:birch:g-2');
});
