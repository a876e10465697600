// One create: sent once, and its end classed by what it means for the object.
import type { Operation } from '../../model/operation.ts';
import type { Created } from '../../model/target.ts';
import type { HttpClient } from './client.ts';
import { type Answer, NoAnswer, type Question } from './question.ts';
import { isLimit, jsonOf, retryAfterMs } from './read.ts';

export interface Creating {
  readonly client: HttpClient;
  readonly question: Omit<Question, 'body'>;
  /** Whether the frozen body holds the key where this target is searched for it; a text: why it would not be found there. */
  carries(body: unknown, key: string): boolean | string;
  /** Undefined: the answer names no object. */
  made(
    body: unknown,
    answer: Answer,
  ): { readonly id: string; readonly url: string | undefined; readonly keyless?: true } | undefined;
  /** What an answer means to this target, where that differs from the rule for all. */
  readonly judge?: (answer: Answer, body: unknown) => Created | 'exists' | 'may-exist' | undefined;
  /** The object that stands in the way of this key; asked when the target says that it exists. Undefined: there is none. */
  readonly existing?: () => Promise<{ readonly id: string; readonly url: string | undefined } | undefined>;
}

/**
 * Statuses by which servers of every kind say that nothing was executed. Not among them: 402, with which a payment that was
 * made and declined is answered as well, and 406, which a server may find out only when it writes the answer.
 */
export const refusing: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 428, 431]);

const existsAlready: Created = { outcome: 'unknown', reason: 'exists_already' };

/** Never throws for what the network does: that is unknown, or refused where no byte can have left. */
export async function createOver(
  creating: Creating,
  { idempotencyKey }: Pick<Operation, 'idempotencyKey'>,
  request: Uint8Array,
  signal: AbortSignal,
): Promise<Created> {
  // An object without its key could never be found again: better that it is not made.
  const carries = creating.carries(bodyOf(request), idempotencyKey);
  const isFindable = carries === true && isKept(idempotencyKey);
  if (!isFindable) {
    const reason = carries === true ? 'key_not_searchable' : carries || 'request_without_key';
    return { outcome: 'refused', reason, temporary: false };
  }
  let answer: Answer;
  try {
    answer = await creating.client.ask({ ...creating.question, body: request }, signal);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.sent) return { outcome: 'refused', reason: error.code, temporary: true };
    return { outcome: 'unknown', reason: error.code };
  }
  const body = jsonOf(answer);
  const judged = creating.judge?.(answer, body);
  if (judged === 'exists') return (await existing(creating)) ?? existsAlready;
  if (judged === 'may-exist') return (await existing(creating)) ?? endOf(creating, answer, body);
  return judged ?? endOf(creating, answer, body);
}

/** Systems trim what they store, and drop or change what is no text. */
export function isKept(key: string): boolean {
  return key === key.trim() && !/[\u0000-\u001f\u007f]/.test(key);
}

function endOf(creating: Creating, answer: Answer, body: unknown): Created {
  const { status } = answer;
  const reason = `http_${status}`;
  if (status >= 200 && status < 300) {
    const made = creating.made(body, answer);
    return made ? { outcome: 'done', ...made, existed: false } : { outcome: 'unknown', reason: 'answer_without_id' };
  }
  if (status === 429 || (isLimit(answer) && status !== 503)) return limited(answer, reason);
  if (refusing.has(status)) return { outcome: 'refused', reason, temporary: status === 401 };
  return { outcome: 'unknown', reason };
}

function limited(answer: Answer, reason: string): Created {
  const afterMs = retryAfterMs(answer);
  return { outcome: 'refused', reason, temporary: true, ...(afterMs === undefined ? {} : { retryAfterMs: afterMs }) };
}

/** Undefined: it was looked for, and there is none. */
async function existing({ existing }: Creating): Promise<Created | undefined> {
  try {
    const found = await existing?.();
    return found && { outcome: 'done', ...found, existed: true };
  } catch {
    // Which one it is, a later look can tell.
    return existsAlready;
  }
}

function bodyOf(request: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(request).toString('utf8'));
  } catch {
    return undefined;
  }
}
