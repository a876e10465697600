// Reading from a target: repeated where that is harmless, and an answer only where it is one.
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import type { HttpClient } from './client.ts';
import { type Answer, asText, NoAnswer, type Question, Unbelievable } from './question.ts';

/** Tries of one question: a limit that is over in a moment is waited for, an outage is told. */
const tries = 4;
/** Whoever waits at three in the morning does not wait longer for one page. */
const patienceMs = 60_000;

export interface ReadOptions {
  /** Statuses beside 200 that mean something to the adapter. */
  readonly also?: readonly number[];
}

/** Throws Unbelievable for an answer that is none, DEDUPE_TARGET_UNREACHABLE where there was none. */
export async function read(
  client: HttpClient,
  question: Question,
  signal: AbortSignal,
  { also = [] }: ReadOptions = {},
): Promise<Answer> {
  let waitedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await once(client, question, signal);
    const { status } = answer;
    if (status === 200 || also.includes(status)) return answer;
    const delayMs = isLimit(answer) ? (retryAfterMs(answer) ?? 1_000 * attempt) : undefined;
    if (delayMs === undefined && (status < 500 || status === 501) && status !== 408)
      throw new Unbelievable(`${asText(question)} answered ${status}${meaning[status] ?? ''}`, status);
    if (delayMs === undefined || attempt === tries || waitedMs + delayMs > patienceMs)
      throw unreachable(question, `it answered ${status}`);
    waitedMs += delayMs;
    await sleep(delayMs, undefined, { signal });
  }
}

const meaning: Readonly<Record<number, string>> = {
  203: ': somebody on the way changed the answer',
  204: ': without an answer, and it is not said that this means an empty list (empty: [204])',
  206: ': a part of the answer',
  207: ': several answers in one, and some may be failures',
  401: ': the credential is not accepted',
  403: ': this account may not look there',
  404: ': it is not there, or hidden from this account',
};

/** Lost on the way once is no news for a question that changes nothing. */
async function once(client: HttpClient, question: Question, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.ask(question, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof NoAnswer)) throw error;
      if (error.code === 'answer_too_long') throw new Unbelievable(`${asText(question)}: the answer is too long`);
      if (attempt === 2 || !error.sent) throw unreachable(question, error.code, error);
    }
  }
}

function unreachable(question: Question, what: string, cause?: unknown): DedupeError {
  return new DedupeError('DEDUPE_TARGET_UNREACHABLE', `${asText(question)}: ${what}`, {
    hint: 'Nothing follows from this: neither that the object exists nor that it does not.',
    cause,
  });
}

/** GitHub and Jira say 403 or 503 as well, and give themselves away by their headers. */
export function isLimit({ status, headers }: Answer): boolean {
  if (status === 429) return true;
  if (status === 403) return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  return status === 503 && headers['retry-after'] !== undefined;
}

/** Undefined: the target did not say. Never negative. */
export function retryAfterMs({ headers }: Answer, now: number = Date.now()): number | undefined {
  const text = headers['retry-after'];
  if (text !== undefined && /^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  if (text !== undefined && !Number.isNaN(Date.parse(text))) return Math.max(0, Date.parse(text) - now);
  const reset = headers['x-ratelimit-reset'];
  if (reset !== undefined && /^\d{10}$/.test(reset)) return Math.max(0, Number(reset) * 1000 - now);
  return undefined;
}

/** Throws Unbelievable: a login page, half a body, another version of the interface. */
export function parsed<T>(answer: Answer, shape: z.ZodMiniType<T>, question: Question): T {
  const given = jsonOf(answer);
  if (given === undefined) throw new Unbelievable(`${asText(question)} answered something that is not JSON`);
  const checked = shape.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Unbelievable(
    `${asText(question)} answered another shape than agreed: ${issue?.path.join('.') || 'the whole'}`,
  );
}

export function jsonOf({ text }: Pick<Answer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function readAs<T>(
  client: HttpClient,
  question: Question,
  shape: z.ZodMiniType<T>,
  signal: AbortSignal,
): Promise<T> {
  return parsed(await read(client, question, signal), shape, question);
}

/** An id as text, whether the target counts or names. */
export const idShape = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.int()]),
  z.transform((value) => String(value)),
);
