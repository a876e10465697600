// Slack messages, for bots whose effect is a reply: the key stands in the metadata of the message, and names the message that is
// answered (slack:TEAM:CHANNEL:TS). Its thread is read whole; the history of a channel gives no replies, so it is never asked for one.
// https://docs.slack.dev/reference/methods/conversations.replies, /chat.postMessage, /messaging/message-metadata
import * as z from 'zod/mini';
import { shownAddress } from '../model/clean/shown-address.ts';
import { parseSlackTs } from '../model/instant.ts';
import type { Created, Target, TargetAbilities, TargetAdapter, TargetRecord } from '../model/target.ts';
import { usualToken } from '../slack/usual-token.ts';
import { type Call, openWebClient } from '../slack/web-client.ts';
import { createClient } from './http/client.ts';
import { believing, probeBy } from './http/look.ts';
import { Unbelievable } from './http/question.ts';
import { address, connection, credential, spanOr, variable } from './http/settings.ts';
import { bodyOf, createdOf } from './slack/called.ts';
import { fetchOver } from './slack/fetch.ts';
import { refuseKeyless } from './slack/keyless.ts';
import { sendable } from './slack/sending.ts';
import { type Message, placeIn, repliesMethod, threadOf } from './slack/thread.ts';

const settings = z.strictObject({
  ...connection,
  url: z.optional(address()),
  channel: z.string().check(z.regex(/^[CGD][A-Z0-9]+$/)),
  token_env: variable(),
});

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: undefined,
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: false,
  namesCreator: true,
  leavesOut:
    'messages that were deleted, edited so that the key is gone, or posted elsewhere than in the thread that the key names',
  createMaximumMs: 120_000,
};

export const slack: TargetAdapter<z.output<typeof settings>> = {
  id: 'slack',
  title: 'Slack message, key in its metadata',
  abilities,
  settings,
  open(given, world): Target {
    const { channel, url = 'https://slack.com/api' } = given;
    const token = credential(world, given.token_env ?? usualToken);
    const client = createClient({ ...given, url }, {}, world);
    const calls = (signal: AbortSignal): Call =>
      openWebClient(token, { apiUrl: `${url}/`, fetch: fetchOver(client, signal), timeoutMs: 30_000 });

    async function mayRead(signal: AbortSignal): Promise<string> {
      bodyOf(await calls(signal)('conversations.history', { channel, limit: 1 }), 'conversations.history');
      return `the history of ${channel} answers`;
    }

    const find: Target['find'] = async (key, signal, made) => {
      const place = placeIn(key);
      if (place === undefined)
        return { answer: 'cannot-see', reason: 'the key names no message, so no thread', asked: key };
      const asked = `${repliesMethod} ${place.channel} ${place.ts}`;
      return believing(asked, async () => {
        const call = calls(signal);
        const { messages, unseen } = await threadOf(call, place, signal);
        const [first, ...rest] = carrying(messages, key, place.channel);
        if (first) return { answer: 'found', records: [first, ...rest], asked };
        if (unseen !== undefined) throw new Unbelievable(unseen);
        if (made !== undefined) await refuseKeyless(call, messages, place, made);
        return { answer: 'none', store: 'primary', control: 'the message that was answered to is visible', asked };
      });
    };

    return {
      id: world.name,
      title: slack.title,
      identity: `${shownAddress(url)} channel ${channel}`,
      abilities: { ...abilities, createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs) },
      find,
      findWindow: (from, to, marker, signal) => find(marker, signal, { from, to }),
      async create(operation, request, signal): Promise<Created> {
        const call = calls(signal);
        const given = await sendable(call, request, operation.idempotencyKey);
        return 'not' in given
          ? given.not
          : createdOf(await call('chat.postMessage', given.args), operation.idempotencyKey);
      },
      probe: (signal) => probeBy(async () => ({ believed: true, control: await mayRead(signal) })),
      close: () => client.close(),
    };
  },
};

function carrying(messages: readonly Message[], key: string, channel: string): TargetRecord[] {
  return messages
    .filter(({ metadata }) => metadata?.event_payload?.source_event_key === key)
    .map(({ ts, user, bot_id }) => ({
      id: `${channel}:${ts}`,
      url: undefined,
      createdAt: parseSlackTs(ts),
      createdBy: bot_id ?? user,
      key,
      state: 'open' as const,
    }));
}
