// An HTTP server that speaks for one vendor, and does to each answer what networks, gateways and busy databases do.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: each vendor knows the shape of its own requests.
  json(): any;
}

export interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
}

/** What happens to requests that write, or to those that read. */
export type WriteFault =
  | 'lost-reply'
  | 'gateway-timeout'
  | 'dropped'
  | 'late-commit'
  | 'malformed'
  | 'huge'
  | 'limited';
export type ReadFault =
  | 'malformed'
  | 'huge'
  | 'limited-once'
  | 'limited'
  | 'elsewhere'
  | 'broken'
  | 'further-page'
  | 'part'
  | 'shrinking';

export interface Vendor {
  answer(asked: Asked): Said;
  /** True for a request that creates. */
  creates(asked: Asked): boolean;
  /** How it says of this answer that there is another page, to which nothing leads. */
  further?(said: Said, asked: Asked): Said;
  /** Somebody deletes a hundred objects, the oldest first. */
  shrink?(): void;
}

export interface FakeServer {
  readonly url: string;
  readonly asked: Asked[];
  write: WriteFault | undefined;
  read: ReadFault | undefined;
  /** Runs what was committed late. */
  commit(): void;
  close(): Promise<void>;
}

export async function fakeServer(vendor: Vendor): Promise<FakeServer> {
  const late: (() => void)[] = [];
  const asked: Asked[] = [];
  let limits = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', 'http://fake');
    const body = Buffer.concat(parts).toString('utf8');
    const one: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Asked['headers'],
      body,
      json: () => JSON.parse(body),
    };
    asked.push(one);
    if (vendor.creates(one)) return write(one, response);
    if (fake.read === 'limited-once' && limits++ > 0) return say(response, vendor.answer(one));
    return read(one, response);
  });

  function write(one: Asked, response: ServerResponse) {
    switch (fake.write) {
      case 'lost-reply':
        vendor.answer(one);
        return response.destroy();
      case 'gateway-timeout':
        vendor.answer(one);
        return say(response, { status: 504, body: '<html>Gateway Time-out</html>' });
      case 'dropped':
        return response.destroy();
      case 'late-commit':
        late.push(() => void vendor.answer(one));
        return response.destroy();
      case 'malformed':
        vendor.answer(one);
        return say(response, { status: 201, body: '{"id": 7, "name": "half of it' });
      case 'huge':
        vendor.answer(one);
        return flood(response);
      case 'limited':
        return say(response, { status: 429, headers: { 'retry-after': '7' }, body: {} });
      default:
        return say(response, vendor.answer(one));
    }
  }

  function read(one: Asked, response: ServerResponse) {
    switch (fake.read) {
      case 'malformed':
        return say(response, {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<html>Please sign in</html>',
        });
      case 'huge':
        return flood(response);
      case 'limited-once':
      case 'limited':
        return say(response, { status: 429, headers: { 'retry-after': '0' }, body: {} });
      case 'elsewhere':
        return say(response, { status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } });
      case 'broken':
        return say(response, { status: 502, body: 'Bad Gateway' });
      case 'part':
        return say(response, { ...vendor.answer(one), status: 206 });
      case 'shrinking':
        say(response, vendor.answer(one));
        fake.read = undefined;
        return vendor.shrink?.();
      case 'further-page':
        return say(response, vendor.further?.(vendor.answer(one), one) ?? vendor.answer(one));
      default:
        return say(response, vendor.answer(one));
    }
  }

  const fake: FakeServer = {
    url: '',
    asked,
    write: undefined,
    read: undefined,
    commit: () => {
      for (const one of late.splice(0)) one();
    },
    close: () => closed(server),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => fake.close());
  return Object.assign(fake, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function say(response: ServerResponse, { status, headers, body }: Said) {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  return response.end(body === undefined || isText ? body : JSON.stringify(body));
}

/** Twenty megabytes, as JSON that would be well formed at its end. */
function flood(response: ServerResponse) {
  response.on('error', () => {});
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('["');
  const part = 'x'.repeat(1 << 20);
  let left = 20;
  const more = () => {
    while (left-- > 0) if (!response.write(part)) return response.once('drain', more);
    return response.end('"]');
  };
  return more();
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
