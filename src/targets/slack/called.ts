// What the end of one call means: to a question, and to a message that was sent.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import type { Created } from '../../model/target.ts';
import type { Called } from '../../slack/web-client.ts';
import { NoAnswer, Unbelievable } from '../http/question.ts';

/** Words by which Slack says that something broke inside, perhaps after the message was posted. */
const inside: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'request_timeout',
]);

/** Throws Unbelievable for a refusal, DEDUPE_TARGET_UNREACHABLE where there was no answer. */
export function bodyOf(called: Called, method: string): unknown {
  if (called.end === 'answered') return called.body;
  if (called.end === 'platform' && !inside.has(called.error)) throw new Unbelievable(`${method}: ${called.error}`);
  if (called.end === 'http' && called.status < 500) throw new Unbelievable(`${method} answered ${called.status}`);
  const cause = called.end === 'none' ? called.cause : undefined;
  if (cause instanceof SyntaxError) throw new Unbelievable(`${method} answered something that is not JSON`);
  const what = {
    platform: 'Slack has trouble',
    limited: 'the limit is reached',
    http: 'Slack has trouble',
    none: 'no answer',
  };
  throw new DedupeError('DEDUPE_TARGET_UNREACHABLE', `${method}: ${what[called.end]}`, { cause });
}

/** `key`: the message should carry it; undefined where none was sent. */
export function createdOf(called: Called, key?: string): Created {
  switch (called.end) {
    case 'answered': {
      const { channel, ts } = called.body;
      if (typeof ts !== 'string') return { outcome: 'unknown', reason: 'answer_without_id' };
      const isKept = key === undefined || isShown(called.body, key);
      const id = `${String(channel)}:${ts}`;
      return { outcome: 'done', id, url: undefined, existed: false, ...(isKept ? {} : { keyless: true }) };
    }
    case 'platform':
      if (inside.has(called.error)) return { outcome: 'unknown', reason: called.error };
      return { outcome: 'refused', reason: called.error, temporary: false };
    case 'limited':
      return { outcome: 'refused', reason: 'http_429', temporary: true, retryAfterMs: called.retryAfterMs };
    case 'http':
      return { outcome: 'unknown', reason: `http_${called.status}` };
    case 'none': {
      const { cause } = called;
      if (!(cause instanceof NoAnswer)) return { outcome: 'unknown', reason: 'no_answer' };
      if (cause.sent) return { outcome: 'unknown', reason: cause.code };
      return { outcome: 'refused', reason: cause.code, temporary: true };
    }
  }
}

const posted = z.object({
  warning: z.optional(z.string()),
  response_metadata: z.optional(z.object({ warnings: z.optional(z.array(z.string())) })),
  message: z.optional(
    z.looseObject({
      metadata: z.optional(z.nullable(z.object({ event_payload: z.optional(z.looseObject({})) }))),
    }),
  ),
});

/** Slack posts a message whose metadata it does not take, and says so in a warning, or shows the message without. */
function isShown(body: unknown, key: string): boolean {
  const checked = posted.safeParse(body);
  if (!checked.success) return true;
  const { warning = '', response_metadata, message } = checked.data;
  if ([warning, ...(response_metadata?.warnings ?? [])].some((one) => one.includes('metadata'))) return false;
  return message === undefined || message.metadata?.event_payload?.source_event_key === key;
}

/** A question before the message failed, so the message was not sent, whatever became of the question. */
export function unsentFor(called: Exclude<Called, { end: 'answered' }>): Created {
  const created = createdOf(called);
  return created.outcome === 'unknown' ? { outcome: 'refused', reason: created.reason, temporary: true } : created;
}
