// A proxy between a client and a server that loses what it is told to lose, of the next request that writes.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type Loss =
  /** The server answers, and the client never hears of it. */
  | 'lost-reply'
  /** The server answers, and a gateway says 504 instead. HTTP only. */
  | 'gateway-timeout'
  /** The server never hears of it. */
  | 'dropped';

export interface TcpProxy {
  readonly port: number;
  loss: Loss | undefined;
  /** Waits until the server has answered what was lost. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

const gatewayTimeout = 'HTTP/1.1 504 Gateway Time-out\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** `writes` tells from the bytes of the client whether they are the request that is meant. */
export async function tcpProxy(host: string, port: number, writes: (bytes: Buffer) => boolean): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let tell = () => {};
  let heard = Promise.resolve();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    let losing: Loss | undefined;
    for (const one of [client, upstream]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => sockets.delete(one));
    }
    client.on('data', (bytes) => {
      if (proxy.loss !== undefined && writes(bytes)) {
        losing = proxy.loss;
        heard = new Promise((resolve) => {
          tell = resolve;
        });
        if (losing === 'dropped') {
          tell();
          client.destroy();
          upstream.destroy();
          return;
        }
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (losing === undefined) client.write(bytes);
      else {
        if (losing === 'gateway-timeout') client.end(gatewayTimeout);
        else client.destroy();
        tell();
      }
    });
    client.on('close', () => (losing === undefined ? upstream.destroy() : undefined));
    upstream.on('close', () => client.destroy());
  });
  const proxy: TcpProxy = {
    port: 0,
    loss: undefined,
    answered: () => heard,
    async close() {
      for (const one of sockets) one.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port });
}
