// Does the target create, whatever the worker hears of it?
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type FaultProxy, startProxy } from '../../../src/drill/world/proxy.ts';

async function between(): Promise<{ proxy: FaultProxy; created: string[]; post: () => Promise<string> }> {
  const created: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.method === 'POST') created.push(`${request.url} ${body}`);
    response.writeHead(201, { 'x-key': 'OPS-1' }).end('made');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rest`);
  const proxy = await startProxy({ host: '127.0.0.1', port: 0 }, upstream);
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const post = () =>
    fetch(`http://127.0.0.1:${proxy.port}/issues?a=1`, { method: 'POST', body: 'x' }).then(
      async (answer) => `${answer.status} ${answer.headers.get('x-key')} ${await answer.text()}`,
      () => 'no answer',
    );
  return { proxy, created, post };
}

it('passes requests and answers on as they are', async () => {
  const { created, post } = await between();
  expect(await post()).toBe('201 OPS-1 made');
  expect(created).toEqual(['/rest/issues?a=1 x']);
});

it('loses the answer of what was created', async () => {
  const { proxy, created, post } = await between();
  proxy.mode = 'lose';
  expect(await post()).toBe('no answer');
  expect(created).toHaveLength(1);
});

it('holds it back, and breaks the connection when it is told to go on', async () => {
  const { proxy, created, post } = await between();
  proxy.mode = 'hold';
  const waiting = post();
  await expect.poll(() => created).toHaveLength(1);
  proxy.mode = 'pass';
  expect(await waiting).toBe('no answer');
  expect(await post()).toBe('201 OPS-1 made');
});

it('refuses a create without the target', async () => {
  const { proxy, created, post } = await between();
  proxy.mode = 'refuse';
  expect(await post()).toMatch(/^422 /);
  expect(created).toEqual([]);
});
