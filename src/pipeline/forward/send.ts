// One request to the application: the raw bytes, signed anew, with the key and the number of the attempt.
import type { Instant } from '../../model/instant.ts';
import { resigned } from '../../providers/resign.ts';
import { openFetch } from '../../targets/http/connector.ts';
import type { Said } from '../ingress/received.ts';

export interface Outgoing {
  readonly url: string;
  readonly provider: string;
  /** With which the application checks what it is given. */
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Answered extends Said {
  readonly header: (name: string) => string | null;
}

/** An answer that is longer is none that a sender would take. */
const longestAnswer = 5 * 2 ** 20;

let opened: ReturnType<typeof openFetch> | undefined;

/** Rejects with what the network did; whether anything was sent then is for the caller to judge. */
export async function send(
  { url, provider, secret, headers, body }: Outgoing,
  more: Readonly<Record<string, string>>,
  now: Instant,
  signal: AbortSignal,
): Promise<Answered> {
  // How often the sender tried is its matter; the application is told how often we did.
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('x-slack-retry-'));
  opened ??= openFetch();
  const fetch = await opened;
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...Object.fromEntries(kept), ...resigned(provider, { body, headers }, secret, now), ...more },
    redirect: 'manual',
    signal,
  });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longestAnswer) throw Object.assign(new Error('the answer is too long'), { code: 'answer_too_long' });
    parts.push(part);
  }
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/plain; charset=utf-8',
    body: Buffer.concat(parts),
    header: (name) => response.headers.get(name),
  };
}
