// The thread in which a reply to a message stands, read whole. Of a reply Slack gives the reply alone, with the ts of the
// message that began its thread: the bot's answer stands there, under the usual `thread_ts ?? ts`.
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Call, Called } from '../../slack/web-client.ts';
import { Unbelievable } from '../http/question.ts';
import { bodyOf } from './called.ts';

const message = z.object({
  ts: z.string(),
  thread_ts: z.optional(z.string()),
  user: z.optional(z.string()),
  bot_id: z.optional(z.string()),
  metadata: z.optional(z.object({ event_payload: z.optional(z.looseObject({})) })),
});
export type Message = z.output<typeof message>;
export const messagePage = z.object({
  messages: z.array(message),
  has_more: z.optional(z.boolean()),
  response_metadata: z.optional(z.object({ next_cursor: z.optional(z.string()) })),
});

export const repliesMethod = 'conversations.replies';

/** A message that somebody may answer to. */
export interface Place {
  readonly channel: string;
  readonly ts: string;
}

/** The message that a key names, in any of the forms that end in CHANNEL:TS, whatever stands behind. */
export function placeIn(key: string): Place | undefined {
  const [, channel, ts] = /:([CGD][A-Z0-9]+):(\d{10}\.\d{6})(?!\d)/.exec(key) ?? [];
  return channel === undefined || ts === undefined ? undefined : { channel, ts };
}

export interface Thread {
  readonly messages: readonly Message[];
  /** Why the whole thread was not seen; undefined: the message that was answered to stands in it. */
  readonly unseen: string | undefined;
}

/** Answers under the message itself, and under the one that began its thread. */
export async function threadOf(call: Call, { channel, ts }: Place, signal: AbortSignal): Promise<Thread> {
  const own = await repliesTo(call, { channel, ts }, signal);
  const asked = own.find((one) => one.ts === ts);
  if (asked === undefined) return { messages: own, unseen: 'the message that was answered to is not visible' };
  const { thread_ts: parent = ts } = asked;
  if (parent === ts) return { messages: own, unseen: undefined };
  try {
    const whole = await repliesTo(call, { channel, ts: parent }, signal);
    const isThere = whole.some((one) => one.ts === ts);
    return {
      messages: [...new Map([...own, ...whole].map((one) => [one.ts, one])).values()],
      unseen: isThere ? undefined : 'the message that was answered to does not stand in the thread that it names',
    };
  } catch (error) {
    if (!(error instanceof Unbelievable)) throw error;
    return { messages: own, unseen: `the thread in which it was answered: ${error.message}` };
  }
}

async function repliesTo(call: Call, place: Place, signal: AbortSignal): Promise<Message[]> {
  const found: Message[] = [];
  const seen = new Set<string>();
  for (let cursor = ''; ; ) {
    const args = { ...place, limit: 200, include_all_metadata: true, ...(cursor ? { cursor } : {}) };
    const checked = messagePage.safeParse(bodyOf(await patiently(call, signal, args), repliesMethod));
    if (!checked.success) throw new Unbelievable(`${repliesMethod} answered another shape than agreed`);
    const { messages, has_more, response_metadata } = checked.data;
    found.push(...messages);
    cursor = response_metadata?.next_cursor ?? '';
    if (cursor === '' && has_more === true)
      throw new Unbelievable(`${repliesMethod} has another page, and does not say where`);
    if (cursor === '') return found;
    if (seen.has(cursor)) throw new Unbelievable(`${repliesMethod}: the pages go in a circle`);
    if (found.length > 20_000) throw new Unbelievable(`${repliesMethod}: there are more than 20,000 messages`);
    seen.add(cursor);
  }
}

/** A limit that is over in a moment is waited for; reading changes nothing. */
async function patiently(call: Call, signal: AbortSignal, args: Readonly<Record<string, unknown>>): Promise<Called> {
  for (let attempt = 1; ; attempt += 1) {
    const called = await call(repliesMethod, args);
    if (called.end !== 'limited' || called.retryAfterMs > 30_000 || attempt === 4) return called;
    await sleep(called.retryAfterMs, undefined, { signal });
  }
}
