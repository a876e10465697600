// Stands between the worker and its target, and does to answers what networks do. Creates are POST, PUT and PATCH.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { listening } from '../../listening.ts';

export interface FaultProxy {
  /** `lose`: the target has created, then the connection breaks. `hold`: it has created, and nothing comes. */
  mode: 'pass' | 'lose' | 'hold' | 'refuse';
  readonly port: number;
  close(): Promise<void>;
}

export async function startProxy(listen: { host: string; port: number }, upstream: URL): Promise<FaultProxy> {
  const held = new Set<ServerResponse>();
  let mode: FaultProxy['mode'] = 'pass';
  const server = createServer((asked, answer) => {
    void serve(asked, answer).catch(() => answer.destroy());
  });

  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const isCreate = /^(POST|PUT|PATCH)$/.test(asked.method ?? '');
    const body = await buffer(asked);
    if (isCreate && mode === 'refuse') {
      answer.writeHead(422, { 'content-type': 'application/json' });
      answer.end('{"error":"refused by the drill"}');
      return;
    }
    const came = await forward(asked, body);
    if (isCreate && mode === 'lose') answer.destroy();
    else if (isCreate && mode === 'hold') held.add(answer);
    else {
      answer.writeHead(came.status, came.headers);
      answer.end(came.body);
    }
  }

  async function forward(asked: IncomingMessage, body: Buffer) {
    const url = new URL(asked.url ?? '/', upstream);
    // A path of the target's own address stands in front of every path.
    if (upstream.pathname !== '/') url.pathname = `${upstream.pathname.replace(/\/$/, '')}${url.pathname}`;
    const { host: _, connection: __, ...headers } = asked.headers;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const came = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = send(url, { method: asked.method, headers, agent: false }, resolve);
      sending.once('error', reject);
      sending.end(body);
    });
    const { 'transfer-encoding': ___, connection: ____, ...rest } = came.headers;
    return { status: came.statusCode ?? 502, headers: rest, body: await buffer(came) };
  }

  const { port } = await listening(server, listen.port, listen.host);
  return {
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
      if (next === 'hold') return;
      for (const answer of held) answer.destroy();
      held.clear();
    },
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
