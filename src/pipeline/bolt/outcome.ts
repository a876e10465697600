// What an error in a listener says about what the listener was doing.

import { notSentCode } from '../../model/not-sent.ts';
import type { Created } from '../../model/target.ts';
import { failureCode } from '../worker/failure-code.ts';
import { PermanentError } from '../worker/plan.ts';

/** Errors of @slack/web-api by their code: https://docs.slack.dev/tools/node-slack-sdk/web-api/#handle-errors */
const rateLimited = 'slack_webapi_rate_limited_error';
const refusedBySlack = 'slack_webapi_platform_error';

/** Slack's words for "something of it may have happened". https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const mayHaveHappened = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']);

/** Unknown unless the error itself proves that nothing was done. */
export function outcomeOfError(error: unknown): Created {
  if (error instanceof PermanentError) return { outcome: 'refused', reason: error.code, temporary: false };
  const early = notSentCode(error);
  if (early !== undefined) return { outcome: 'refused', reason: early, temporary: true };
  const { code, retryAfter, data } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    retryAfter?: unknown;
    data?: { error?: unknown };
  };
  if (code === rateLimited) {
    const wait = typeof retryAfter === 'number' ? { retryAfterMs: retryAfter * 1_000 } : {};
    return { outcome: 'refused', reason: 'rate_limited', temporary: true, ...wait };
  }
  if (code === refusedBySlack && typeof data?.error === 'string' && !mayHaveHappened.has(data.error))
    return { outcome: 'refused', reason: failureCode({ code: data.error }), temporary: data.error === 'ratelimited' };
  return { outcome: 'unknown', reason: failureCode(error) };
}
