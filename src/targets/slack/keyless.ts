// A reply of our own that shows no metadata at all: Slack may have dropped it, so it may be the one that is looked for.
import * as z from 'zod/mini';
import { parseSlackTs } from '../../model/instant.ts';
import type { MadeBetween } from '../../model/target.ts';
import type { Call } from '../../slack/web-client.ts';
import { Unbelievable } from '../http/question.ts';
import { bodyOf } from './called.ts';
import type { Message, Place } from './thread.ts';

const account = z.object({ user_id: z.optional(z.string()), bot_id: z.optional(z.string()) });

/** Throws Unbelievable where one of that time may be the one. */
export async function refuseKeyless(
  call: Call,
  messages: readonly Message[],
  { channel, ts: asked }: Place,
  { from, to }: MadeBetween,
): Promise<void> {
  const bare = messages.filter(({ ts, metadata }) => {
    const at = parseSlackTs(ts) ?? from;
    return ts !== asked && metadata?.event_payload === undefined && at >= from && at <= to;
  });
  if (bare.length === 0) return;
  const { user_id, bot_id } = account.parse(bodyOf(await call('auth.test', {}), 'auth.test'));
  const isKnown = user_id !== undefined || bot_id !== undefined;
  const maybe = bare.filter(({ user, bot_id: bot }) => {
    const isOwn = (user !== undefined && user === user_id) || (bot !== undefined && bot === bot_id);
    return isOwn || (user === undefined && bot === undefined) || (!isKnown && bot !== undefined);
  });
  if (maybe.length === 0) return;
  const [some, names] = [
    maybe.length === 1 ? 'one reply' : `${maybe.length} replies`,
    maybe.slice(0, 3).map(({ ts }) => `${channel}:${ts}`),
  ];
  throw new Unbelievable(
    `${some} of this account and of that time without metadata, which Slack may have dropped, may be the one: message ${names.join(', ')}${maybe.length > names.length ? ', …' : ''}`,
  );
}
