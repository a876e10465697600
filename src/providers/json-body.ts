// What did the bytes of a request say, for senders that write JSON?
import type { SignedRequest } from '../model/provider.ts';
import { headerOf } from './header.ts';

/** Undefined: not UTF-8, or not JSON. */
export function parseJsonBody({ body }: SignedRequest): unknown {
  const text = decode(body);
  return text === undefined ? undefined : parseJson(text);
}

/** JSON, or a form whose field `payload` holds it: the two ways in which GitHub sends. */
export function parseJsonOrPayload(request: SignedRequest): unknown {
  const type = headerOf(request.headers, 'content-type') ?? '';
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return parseJsonBody(request);
  const payload = new URLSearchParams(decode(request.body) ?? '').get('payload');
  return payload === null ? undefined : parseJson(payload);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
