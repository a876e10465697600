// What goes over the wire: a silent peer, a pooler that refuses session settings, and how often a reader waits.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/postgres/open.ts';
import { freshDatabase, opened } from '../postgres-database.ts';

async function listening(serve: (client: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    serve(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Passes everything on, and lets `watch` see what the client sends and decide about what comes back. */
function proxy(watch: (sent: string, pass: () => void, refuse: (message: Buffer) => void) => void) {
  const port = Number(new URL(inject('postgresUrl')).port);
  return (client: Socket) => {
    const server = connect(port, '127.0.0.1');
    server.on('error', () => {});
    client.on('close', () => server.destroy());
    const held: Buffer[] = [];
    let holding = false;
    client.on('data', (bytes) => {
      holding = true;
      const pass = () => {
        holding = false;
        for (const part of held.splice(0)) client.write(part);
      };
      const refuse = (message: Buffer) => client.end(message);
      watch(bytes.toString('latin1'), pass, refuse);
      server.write(bytes);
    });
    server.on('data', (bytes) => (holding ? held.push(bytes) : client.write(bytes)));
  };
}

const at = (url: string, port: number) => url.replace(/:\d+\//, `:${port}/`);

test('a peer that never answers is unreachable after the time for connecting', async () => {
  const port = await listening(() => {});
  await expect(openDatabase(`postgres://u@127.0.0.1:${port}/d`, { connectTimeoutMs: 100 })).rejects.toMatchObject({
    code: 'DEDUPE_DB_UNREACHABLE',
  });
});

test('a reader waits once for its statement, not once for each part', async (context) => {
  const url = await freshDatabase(context);
  // Answers are held from "begin" until "commit" was sent: whoever waited in between would wait for ever.
  let holding = false;
  const port = await listening(
    proxy((sent, pass) => {
      if (sent.includes('begin isolation level')) holding = true;
      if (sent.includes('commit')) holding = false;
      if (!holding) pass();
    }),
  );
  const reader = await opened(at(url, port), { readOnly: true });
  expect(await reader.query('select $1::int as a', [1])).toEqual([{ a: 1 }]);
  expect(holding).toBe(false);
});

test('a pooler that refuses session settings is used without them, and the reader still cannot write', async (context) => {
  const url = await freshDatabase(context);
  let refused = 0;
  const port = await listening(
    proxy((sent, pass, refuse) => {
      if (!sent.includes('default_transaction_read_only')) return pass();
      refused++;
      const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter in options\0\0';
      const length = Buffer.alloc(4);
      length.writeInt32BE(fields.length + 4);
      refuse(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]));
    }),
  );
  const reader = await opened(at(url, port), { readOnly: true });
  expect(refused).toBe(1);
  await expect(reader.query('create table t (a int)')).rejects.toThrow('25006');
});
