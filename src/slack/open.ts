// A connection with one token: each look is one method of the Web API that only reads.
// Scopes, limits and shapes: https://docs.slack.dev/reference/methods
import * as z from 'zod/mini';
import { type Asking, ask } from './ask.ts';
import { ownerOf } from './auth-test.ts';
import type { Looked, SlackConnection, SlackMessage, SlackThread } from './connection.ts';
import { authorizationsOf } from './installations.ts';
import { messageOf, messagePage } from './messages.ts';
import { openWebClient, type WebClientOptions } from './web-client.ts';

export interface SlackWorld {
  readonly apiUrl: string;
  /** The way to the network; told when nobody waits any more. */
  readonly fetchFor: (signal: AbortSignal) => WebClientOptions['fetch'];
}

const timeoutMs = 20_000;
/** A thread that is longer is a conversation, and its beginning tells what was answered to what. */
const mostMessages = 1_000;

const text = z.nullish(z.string());
const flag = z.nullish(z.boolean());

export function askingWith(token: string, { apiUrl, fetchFor }: SlackWorld, signal: AbortSignal): Asking {
  return { call: openWebClient(token, { apiUrl, fetch: fetchFor(signal), timeoutMs }), signal };
}

export function openSlack(token: string, world: SlackWorld): SlackConnection {
  const asking = (signal: AbortSignal) => askingWith(token, world, signal);
  const look = async <S extends z.ZodMiniType, T>(
    [method, args]: readonly [string, Readonly<Record<string, unknown>>],
    shape: S,
    read: (body: z.output<S>) => T,
    signal: AbortSignal,
  ): Promise<Looked<T>> => {
    const looked = await ask(asking(signal), method, args, shape);
    return looked.answer === 'found' ? { answer: 'found', value: read(looked.value) } : looked;
  };

  async function replies(channel: string, ts: string, signal: AbortSignal) {
    const found: SlackMessage[] = [];
    for (let cursor = ''; ; ) {
      const args = { channel, ts, limit: 200, include_all_metadata: true, ...(cursor ? { cursor } : {}) };
      const page = await ask(asking(signal), 'conversations.replies', args, messagePage);
      if (page.answer !== 'found') return page;
      found.push(...page.value.messages.map((raw) => messageOf(channel, raw)));
      const next = page.value.response_metadata?.next_cursor ?? '';
      const isCut = next === '' ? page.value.has_more === true : next === cursor || found.length >= mostMessages;
      if (next === '' || isCut) return { answer: 'found' as const, value: { messages: found, isCut, isAlone: false } };
      cursor = next;
    }
  }

  /** A message of which Slack gives no thread can be there all the same. */
  async function alone(channel: string, ts: string, signal: AbortSignal): Promise<Looked<SlackThread>> {
    const args = { channel, oldest: ts, latest: ts, inclusive: true, limit: 1, include_all_metadata: true };
    const page = await ask(asking(signal), 'conversations.history', args, messagePage);
    if (page.answer !== 'found') return page;
    const messages = page.value.messages.map((raw) => messageOf(channel, raw)).filter((message) => message.ts === ts);
    return messages.length === 0
      ? { answer: 'none' }
      : { answer: 'found', value: { messages, isCut: false, isAlone: true } };
  }

  return {
    identity: (signal) => ownerOf(asking(signal)),
    async thread(channel, ts, signal) {
      const own = await replies(channel, ts, signal);
      if (own.answer === 'none') return alone(channel, ts, signal);
      if (own.answer !== 'found') return own;
      const asked = own.value.messages.find((message) => message.ts === ts);
      if (asked === undefined) return alone(channel, ts, signal);
      // Of a reply Slack answers the reply alone, or its whole thread.
      if (asked.threadTs === undefined || asked.threadTs === ts || own.value.messages.length > 1) return own;
      const whole = await replies(channel, asked.threadTs, signal);
      return whole.answer === 'found' && whole.value.messages.some((message) => message.ts === ts) ? whole : own;
    },
    bot: (botId, workspaceId, signal) =>
      look(
        ['bots.info', { bot: botId, ...(workspaceId === undefined ? {} : { team_id: workspaceId }) }],
        z.object({ bot: z.object({ id: z.string(), app_id: text, user_id: text }) }),
        ({ bot }) => ({ botId: bot.id, appId: bot.app_id ?? undefined, userId: bot.user_id ?? undefined }),
        signal,
      ),
    channel: (channel, signal) =>
      look(
        ['conversations.info', { channel }],
        z.object({
          channel: z.object({
            is_ext_shared: flag,
            is_org_shared: flag,
            shared_team_ids: z.nullish(z.array(z.string())),
          }),
        }),
        ({ channel: one }) => ({
          isExternallyShared: one.is_ext_shared === true,
          isOrgShared: one.is_org_shared === true,
          workspaces: one.shared_team_ids ?? [],
        }),
        signal,
      ),
    authorizations: (eventContext, signal) => authorizationsOf(asking(signal), eventContext),
  };
}
