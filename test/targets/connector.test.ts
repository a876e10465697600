// Is a connection that never was told from a request that was cut off?
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { notSentCode } from '../../src/model/not-sent.ts';
import { failureCode } from '../../src/pipeline/worker/failure-code.ts';
import { createClient } from '../../src/targets/http/client.ts';
import { openFetch } from '../../src/targets/http/connector.ts';
import { get } from '../../src/targets/http/question.ts';

/** A server of bare connections; the port of it. */
async function server(onData: (socket: Socket) => void): Promise<number> {
  const made = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onData(socket));
  }).listen(0, '127.0.0.1');
  await once(made, 'listening');
  onTestFinished(() => void made.close());
  return (made.address() as { port: number }).port;
}

const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  'a plain answer where a handshake was wanted': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a handshake that is ended': (socket) => socket.end(),
  'a handshake that is reset': (socket) => socket.resetAndDestroy(),
};

async function failureOf(url: string): Promise<unknown> {
  const fetch = await openFetch();
  return fetch(url, { method: 'POST', body: 'x' }).then(
    () => undefined,
    (error) => error,
  );
}

test.each(Object.keys(ends))('%s: nothing was sent', async (name) => {
  const port = await server(ends[name] as (socket: Socket) => void);
  const error = await failureOf(`https://127.0.0.1:${port}/`);
  expect(notSentCode(error)).toMatch(/^E\w+$/);
  const client = createClient({ url: `https://127.0.0.1:${port}` }, {}, { name: 'x', env: {}, folder: '/' });
  onTestFinished(() => client.close());
  await expect(client.ask(get('/a'), new AbortController().signal)).rejects.toMatchObject({ sent: false });
});

test.each(['end', 'resetAndDestroy'] as const)('a request that is cut by %s may have been carried out', async (how) => {
  const port = await server((socket) => socket[how]());
  const error = await failureOf(`http://127.0.0.1:${port}/`);
  expect(notSentCode(error)).toBeUndefined();
  expect(failureCode(error)).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
});

test('a port where nobody listens', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as { port: number };
  gone.close();
  await once(gone, 'close');
  expect(notSentCode(await failureOf(`http://127.0.0.1:${port}/`))).toBe('ECONNREFUSED');
});
