// Does the one client keep credentials with their host, go through the proxy of the environment, and read what limits say?
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/targets/http/client.ts';
import { asText, get, post } from '../../src/targets/http/question.ts';
import { isLimit, retryAfterMs } from '../../src/targets/http/read.ts';
import { fakeServer } from './fake-server.ts';

const never = new AbortController().signal;
const vendor = { answer: () => ({ status: 200, body: { ok: true } }), creates: () => false };
const headers = { authorization: 'Bearer token-of-a-test' };

function client(url: string, env: Record<string, string> = {}, secrets: Record<string, string> = {}) {
  const made = createClient({ url }, headers, { name: 'x', env, folder: '/' }, secrets);
  onTestFinished(() => made.close());
  return made;
}

test('credentials go to the origin of the settings and to no other', async () => {
  const [own, other] = [await fakeServer(vendor), await fakeServer(vendor)];
  const one = client(own.url, {}, { auth: 'secret-of-a-test' });
  expect(await one.ask(get(`${own.url}/a?b=1`), never)).toMatchObject({ status: 200 });
  expect(own.asked[0]?.headers.authorization).toBe(headers.authorization);
  expect(own.asked[0]?.query.get('auth')).toBe('secret-of-a-test');
  expect(asText(get(`${own.url}/a?b=1`))).toBe(`GET /a (b=1) at ${new URL(own.url).host}`);
  await expect(one.ask(get(`${other.url}/a`), never)).rejects.toMatchObject({ code: 'other_host', sent: false });
  expect(other.asked).toEqual([]);
});

test('the proxy of the environment is used, and NO_PROXY is heeded', async () => {
  const own = await fakeServer(vendor);
  const through: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    through.push(request.url ?? '');
    const { port } = new URL(own.url);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await client('http://tracker.test', { HTTP_PROXY }).ask(get('http://tracker.test/a'), never)).toMatchObject({
    status: 200,
  });
  expect(through).toEqual(['tracker.test:80']);
  expect(await client(own.url, { HTTP_PROXY, NO_PROXY: '127.0.0.1' }).ask(get(`${own.url}/a`), never)).toMatchObject({
    status: 200,
  });
  expect(through).toHaveLength(1);
});

test('a request that never left is told apart from one that may have arrived', async () => {
  await expect(client('http://127.0.0.1:9').ask(get('http://127.0.0.1:9/'), never)).rejects.toMatchObject({
    code: 'ECONNREFUSED',
    sent: false,
  });
  const own = await fakeServer({ ...vendor, creates: () => true });
  own.write = 'dropped';
  await expect(client(own.url).ask(get(own.url), never)).rejects.toMatchObject({ sent: true });
});

test('limits are read in the forms in which vendors write them', () => {
  const answer = (status: number, given: Record<string, string>) => ({ status, headers: given, text: '' });
  const now = Date.UTC(2026, 10, 29, 12);
  expect(retryAfterMs(answer(429, { 'retry-after': '7' }), now)).toBe(7_000);
  expect(retryAfterMs(answer(429, { 'retry-after': 'Sun, 29 Nov 2026 12:00:30 GMT' }), now)).toBe(30_000);
  expect(retryAfterMs(answer(403, { 'x-ratelimit-reset': String(now / 1000 + 60) }), now)).toBe(60_000);
  expect(retryAfterMs(answer(429, {}), now)).toBeUndefined();
  expect([429, 403, 503].map((status) => isLimit(answer(status, {})))).toEqual([true, false, false]);
  expect(isLimit(answer(403, { 'x-ratelimit-remaining': '0' }))).toBe(true);
  expect(isLimit(answer(503, { 'retry-after': '1' }))).toBe(true);
});

test('what a person could ask again shows neither the secret of a webhook nor that of a query', () => {
  const at = (path: string) => asText(get(`https://one.test${path}`));
  expect(at('/rest/1/abcdef0123456789/crm.deal.list.json?start=50')).toBe(
    'GET /rest/1/***/crm.deal.list.json (start=50) at one.test',
  );
  expect(at('/services/T0123/B0123/abcdefghij0123456789')).toBe('GET /services/T0123/B0123/*** at one.test');
  expect(at('/a?access_token=abc&auth=def&project=ops')).toBe(
    'GET /a (access_token=***, auth=***, project=ops) at one.test',
  );
  expect(at('/rest/api/3/issue/OPS-1')).toBe('GET /rest/api/3/issue/OPS-1 at one.test');
  expect(at('/rest/2/short')).toBe('GET /rest/2/short at one.test');
});

test('a search is told with what it asks for, also where its request holds that in the body, and without what is secret', () => {
  const search = post('https://one.test/search', {
    jql: 'labels = "slack:T1:Ev1"',
    fields: ['labels', 'created'],
    filter: { '=ORIGIN_ID': 'slack:T1:Ev1', password: 'hidden' },
    nextPageToken: 'hidden',
  });
  expect(asText(search)).toBe(
    'POST /search (jql=labels = "slack:T1:Ev1", fields=labels created, filter.=ORIGIN_ID=slack:T1:Ev1, filter.password=***, nextPageToken=***) at one.test',
  );
  expect(asText({ method: 'POST', url: 'https://one.test/x', body: 'no json' })).toBe('POST /x at one.test');
});
