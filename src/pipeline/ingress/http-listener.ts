// The receiver as a plain handler of node:http, which any framework can mount before its body parsers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { Ingress } from './ingress.ts';

export interface ListenerOptions {
  /** Bytes of a body at most. Default 5 MiB; `dedupe serve` takes 25 from GitHub, which sends so much. */
  readonly bodyLimit?: number;
  /** Time for a body to arrive whole. Default 10 s: no sender's answer is worth more. */
  readonly bodyTimeoutMs?: number;
}

type Body = { readonly body: Buffer } | { readonly fault: 'too_large' | 'too_slow' | 'cut_off' };

export function httpListener(
  ingress: Ingress,
  { bodyLimit = 5 * 2 ** 20, bodyTimeoutMs = 10_000 }: ListenerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const arrived = performance.now();
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const read = await readBody(request, bodyLimit, bodyTimeoutMs);
    if ('fault' in read) {
      ingress.refuse(path, read.fault);
      if (read.fault === 'cut_off') return;
      const status = read.fault === 'too_large' ? 413 : 408;
      // What is still coming would be taken for the next request.
      response.writeHead(status, { connection: 'close', 'x-dedupe-reason': read.fault }).end();
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0]]),
    );
    const { answer, answered } = await ingress.handle({
      ...{ method: request.method ?? '', path, headers, body: read.body },
      bodyMs: performance.now() - arrived,
    });
    response.once('finish', answered);
    response.writeHead(answer.status, headersOf(answer));
    response.end('body' in answer ? answer.body : '');
  };
}

function headersOf(answer: IngressAnswer): Record<string, string> {
  const kind: Record<string, string> = { 'x-dedupe-disposition': answer.disposition };
  if ('sourceEventKey' in answer) {
    const result: Record<string, string> =
      'resultId' in answer && answer.resultId ? { 'x-result-id': encodeURI(answer.resultId) } : {};
    const type: Record<string, string> = 'contentType' in answer ? { 'content-type': answer.contentType } : {};
    return { ...kind, ...type, ...result, 'x-source-event-key': encodeURI(answer.sourceEventKey) };
  }
  if (answer.disposition === 'question') return { ...kind, 'content-type': answer.contentType };
  const more: Record<string, string> = answer.status === 405 ? { allow: 'POST' } : {};
  return { ...kind, ...more, 'x-dedupe-reason': answer.reason };
}

function readBody(request: IncomingMessage, limit: number, timeoutMs: number): Promise<Body> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = (body: Body) => {
      clearTimeout(timer);
      request.removeListener('data', take);
      resolve(body);
    };
    const take = (part: Buffer) => {
      length += part.length;
      if (length > limit) end({ fault: 'too_large' });
      else parts.push(part);
    };
    const timer = setTimeout(() => end({ fault: 'too_slow' }), timeoutMs);
    request.on('data', take);
    request.once('end', () => end({ body: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts) }));
    request.once('error', () => end({ fault: 'cut_off' }));
    request.once('close', () => end({ fault: 'cut_off' }));
  });
}
