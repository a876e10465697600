// Which attempt is this, and why did Slack make it?
import type { Headers, RetryMark } from '../../model/provider.ts';
import { headerOf } from '../header.ts';
import { field } from './value.ts';

/** What each reason means for the attempt before it. HTTP has the first six; Socket Mode says the bare word `timeout`. */
export const retryReasons: Readonly<Record<string, string>> = {
  http_timeout: 'no complete answer came within 3 s: the handler may have run, wholly or in part',
  timeout: 'no acknowledgement came over the socket within 3 s: the handler may have run, wholly or in part',
  http_error: 'the answer was not 2xx: the app was reached and may have worked before it failed',
  connection_failed: 'no connection was made: the app most likely never saw the attempt',
  ssl_error: 'the TLS handshake failed: the app never saw the attempt',
  too_many_redirects: 'more than two redirects: the attempt ended before the handler',
  unknown_error: 'Slack does not say what went wrong: the handler may have run',
};

export const unreachedReasons: readonly string[] = ['connection_failed', 'ssl_error'];

/**
 * Slack counts every repeat, so a delivery whose headers or envelope are at hand and bear no mark is attempt 0.
 * With neither at hand (no header of Slack's own), the count is undefined: it may have been stripped.
 */
export function retryMark(headers: Headers, envelope?: unknown): RetryMark {
  const number = headerOf(headers, 'x-slack-retry-num') ?? field(envelope, 'retry_attempt');
  const reason = headerOf(headers, 'x-slack-retry-reason') ?? field(envelope, 'retry_reason');
  return { attempt: count(number) ?? unmarked(headers, number), reason: word(reason) };
}

function unmarked(headers: Headers, number: unknown): number | undefined {
  return number === undefined && headerOf(headers, 'x-slack-signature') !== undefined ? 0 : undefined;
}

function count(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : undefined;
}

/** The first delivery over a socket has an empty reason. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
