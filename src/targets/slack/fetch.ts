// Our own HTTP client in the place of fetch: the same proxy, authority, deadline and size limit as for every other target.
import type { HttpClient } from '../http/client.ts';
import { NoAnswer } from '../http/question.ts';

interface Init {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const longMs = 60_000;

export function fetchOver(client: HttpClient, signal: AbortSignal) {
  return async (url: string | URL, { method = 'POST', headers = {}, body, signal: own }: Init = {}) => {
    if (body !== undefined && typeof body !== 'string') throw new NoAnswer('body_not_text', false);
    const until = AbortSignal.any([signal, own ?? AbortSignal.timeout(longMs)]);
    const question = { method: method as 'POST', url: String(url), headers, ...(body === undefined ? {} : { body }) };
    const answer = await client.ask(question, until);
    return {
      // Any other one is no whole answer of Slack's.
      ok: answer.status === 200,
      status: answer.status,
      statusText: '',
      url: String(url),
      headers: {
        get: (name: string) => answer.headers[name.toLowerCase()] ?? null,
        entries: () => Object.entries(answer.headers).map(([name, value]): [string, string] => [name, value ?? '']),
      },
      arrayBuffer: async () => new TextEncoder().encode(answer.text).buffer as ArrayBuffer,
      json: async () => JSON.parse(answer.text) as unknown,
      text: async () => answer.text,
    };
  };
}
