// Sends as Slack does: signed, over a connection of its own, and gone after three seconds without an answer.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { sign } from '../../providers/slack/signature.ts';
import type { SlackRequest } from './payloads.ts';

export interface How {
  readonly retry?: { readonly num: number; readonly reason: string };
  /** The sender's clock against the real one, in milliseconds. */
  readonly skewMs?: number;
  /** With another secret than the receiver has. */
  readonly isForged?: boolean;
}

/** What goes over the wire; sent twice, it is a replay. */
export interface Signed {
  readonly request: SlackRequest;
  readonly headers: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly came: 'answer'; readonly status: number; readonly ms: number }
  /** No whole answer in the deadline, or none at all. `reason` as Slack would name it in the retry. */
  | { readonly came: 'nothing'; readonly reason: 'http_timeout' | 'connection_failed'; readonly ms: number };

export function signed(request: SlackRequest, secret: string, now: number, how: How = {}): Signed {
  const timestamp = String(Math.floor((now + (how.skewMs ?? 0)) / 1000));
  const by = how.isForged ? `not-${secret}` : secret;
  const retry: Record<string, string> = how.retry
    ? { 'x-slack-retry-num': String(how.retry.num), 'x-slack-retry-reason': how.retry.reason }
    : {};
  const headers = {
    'content-type': request.contentType,
    'content-length': String(Buffer.byteLength(request.body)),
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': sign(by, timestamp, Buffer.from(request.body)),
    ...retry,
  };
  return { request, headers };
}

/** Slack's deadline: https://docs.slack.dev/apis/events-api/#responding */
export const answerWithinMs = 3_000;

/** All requests reach their receivers up to the last byte; then the last bytes leave together. */
export async function sendAll(
  all: readonly { readonly signed: Signed; readonly url: URL }[],
  resultHeader: string,
): Promise<Answer[]> {
  const begun = all.map(({ signed: one, url }) => begin(one, url, resultHeader));
  await Promise.all(begun.map(({ isOpen }) => isOpen));
  for (const { finish } of begun) finish();
  return Promise.all(begun.map(({ answer }) => answer));
}

function begin({ request, headers }: Signed, url: URL, resultHeader: string) {
  const bytes = Buffer.from(request.body);
  const started = performance.now();
  const since = () => performance.now() - started;
  const post = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sending = post(url, { method: 'POST', headers, agent: false });
  const isOpen = new Promise<void>((resolve) => {
    sending.once('socket', (socket) => (socket.connecting ? socket.once('connect', () => resolve()) : resolve()));
    sending.once('error', () => resolve());
    sending.once('close', () => resolve());
  });
  const answer = new Promise<Answer>((resolve) => {
    const late = setTimeout(() => {
      resolve({ came: 'nothing', reason: 'http_timeout', ms: since() });
      sending.destroy();
    }, answerWithinMs);
    const fail = () => {
      clearTimeout(late);
      resolve({ came: 'nothing', reason: 'connection_failed', ms: since() });
    };
    sending.once('error', fail);
    sending.once('response', (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () => {
        clearTimeout(late);
        note(request, response.headers[resultHeader]);
        resolve({ came: 'answer', status: response.statusCode ?? 0, ms: since() });
      });
    });
  });
  sending.write(bytes.subarray(0, -1));
  return { isOpen, answer, finish: () => sending.end(bytes.subarray(-1)) };
}

function note({ act }: SlackRequest, value: string | string[] | undefined): void {
  const id = [value].flat()[0];
  if (id !== undefined && id !== '') act.answeredIds.add(decoded(id));
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

export function isAccepted(answer: Answer): boolean {
  return answer.came === 'answer' && answer.status >= 200 && answer.status < 300;
}

/** What a receiver answers that cannot verify the signature. */
export function isUnbelieved(answer: Answer): boolean {
  return answer.came === 'answer' && (answer.status === 401 || answer.status === 403);
}

/** `200 after 12 ms`, `no answer (http_timeout)`. */
export function answerText(answer: Answer): string {
  if (answer.came === 'nothing') return `no answer (${answer.reason})`;
  return `${answer.status} after ${Math.round(answer.ms)} ms`;
}

/** What the next attempt would give as its reason. */
export function retryReason(answer: Answer): string {
  return answer.came === 'nothing' ? answer.reason : 'http_error';
}
