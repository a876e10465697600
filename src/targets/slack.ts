// Slack messages, for bots whose effect is a reply: the key stands in the metadata of the message, and the thread is read whole.
// A key that names its message (slack:TEAM:CHANNEL:TS) is looked for in that thread, else in the channel of the settings by time.
// https://docs.slack.dev/reference/methods/conversations.replies, /chat.postMessage, /messaging/message-metadata
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import { shownAddress } from '../model/clean/shown-address.ts';
import { type Instant, parseSlackTs } from '../model/instant.ts';
import type { Created, Found, Target, TargetAbilities, TargetAdapter, TargetRecord } from '../model/target.ts';
import { usualToken } from '../slack/usual-token.ts';
import { type Call, type Called, openWebClient } from '../slack/web-client.ts';
import { createClient } from './http/client.ts';
import { believing, probeBy } from './http/look.ts';
import { NoAnswer, Unbelievable } from './http/question.ts';
import { address, connection, credential, spanOr, variable } from './http/settings.ts';
import { fetchOver } from './slack/fetch.ts';

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
  listsByTime: true,
  namesCreator: true,
  leavesOut: 'messages that were deleted, or posted elsewhere than in the thread that the key names',
  createMaximumMs: 120_000,
};

const message = z.object({
  ts: z.string(),
  user: z.optional(z.string()),
  bot_id: z.optional(z.string()),
  metadata: z.optional(z.object({ event_payload: z.optional(z.looseObject({})) })),
});
type Message = z.output<typeof message>;
const page = z.object({
  messages: z.array(message),
  response_metadata: z.optional(z.object({ next_cursor: z.optional(z.string()) })),
});

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

    async function messages(method: string, args: Record<string, unknown>, signal: AbortSignal): Promise<Message[]> {
      const call = calls(signal);
      const found: Message[] = [];
      for (let cursor = ''; ; ) {
        const called = await patiently(call, signal, method, {
          ...args,
          limit: 200,
          include_all_metadata: true,
          ...(cursor ? { cursor } : {}),
        });
        const checked = page.safeParse(bodyOf(called, method));
        if (!checked.success) throw new Unbelievable(`${method} answered another shape than agreed`);
        found.push(...checked.data.messages);
        const next = checked.data.response_metadata?.next_cursor ?? '';
        if (next === '' || next === cursor) return found;
        if (found.length > 20_000) throw new Unbelievable(`${method}: there are more than 20,000 messages`);
        cursor = next;
      }
    }

    const found = (all: readonly Message[], key: string, where: string): TargetRecord[] =>
      all
        .filter(({ metadata }) => metadata?.event_payload?.source_event_key === key)
        .map(({ ts, user, bot_id }) => ({
          id: `${where}:${ts}`,
          url: undefined,
          createdAt: parseSlackTs(ts),
          createdBy: bot_id ?? user,
          key,
          state: 'open' as const,
        }));

    async function lookIn(
      method: string,
      args: Record<string, unknown>,
      key: string,
      signal: AbortSignal,
    ): Promise<Found> {
      const asked = `${method} ${Object.values(args).join(' ')}`;
      return believing(asked, async () => {
        const all = await messages(method, args, signal);
        const [first, ...rest] = found(all, key, String(args.channel));
        if (first) return { answer: 'found', records: [first, ...rest], asked };
        // The message that is answered to stands first in its thread; without it the thread was not seen.
        if (args.ts !== undefined && !all.some(({ ts }) => ts === args.ts))
          throw new Unbelievable('the message that was answered to is not visible');
        const control = args.ts === undefined ? await mayRead(signal) : 'the message that was answered to is visible';
        return { answer: 'none', store: 'primary', control, asked };
      });
    }

    async function mayRead(signal: AbortSignal): Promise<string> {
      bodyOf(await calls(signal)('conversations.history', { channel, limit: 1 }), 'conversations.history');
      return `the history of ${channel} answers`;
    }

    return {
      id: world.name,
      title: slack.title,
      identity: `${shownAddress(url)} channel ${channel}`,
      abilities: { ...abilities, createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs) },
      find(key, signal) {
        const [, own, ts] = /:([CGD][A-Z0-9]+):(\d{10}\.\d{6})/.exec(key) ?? [];
        if (own === undefined)
          return Promise.resolve({
            answer: 'cannot-see',
            reason: 'the key names no message, so no thread',
            asked: key,
          });
        return lookIn('conversations.replies', { channel: own, ts }, key, signal);
      },
      findWindow: (from, to, marker, signal) =>
        lookIn('conversations.history', { channel, oldest: seconds(from), latest: seconds(to) }, marker, signal),
      async create(operation, request, signal): Promise<Created> {
        const args = argumentsOf(request);
        const payload = args?.metadata?.event_payload;
        if (payload?.source_event_key !== operation.idempotencyKey)
          return { outcome: 'refused', reason: 'request_without_key', temporary: false };
        return createdOf(await calls(signal)('chat.postMessage', { ...args }));
      },
      probe: (signal) => probeBy(async () => ({ believed: true, control: await mayRead(signal) })),
      close: () => client.close(),
    };
  },
};

/** A limit that is over in a moment is waited for; reading changes nothing. */
async function patiently(
  call: Call,
  signal: AbortSignal,
  method: string,
  args: Record<string, unknown>,
): Promise<Called> {
  for (let attempt = 1; ; attempt += 1) {
    const called = await call(method, args);
    if (called.end !== 'limited' || called.retryAfterMs > 30_000 || attempt === 4) return called;
    await sleep(called.retryAfterMs, undefined, { signal });
  }
}

/** Words by which Slack says that something broke inside, perhaps after the message was posted. */
const inside: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'request_timeout',
]);

function bodyOf(called: Called, method: string): unknown {
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

function createdOf(called: Called): Created {
  switch (called.end) {
    case 'answered': {
      const { channel, ts } = called.body;
      if (typeof ts !== 'string') return { outcome: 'unknown', reason: 'answer_without_id' };
      return { outcome: 'done', id: `${String(channel)}:${ts}`, url: undefined, existed: false };
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

interface Arguments extends Readonly<Record<string, unknown>> {
  readonly metadata?: { readonly event_payload?: Readonly<Record<string, unknown>> };
}

function argumentsOf(request: Uint8Array): Arguments | undefined {
  try {
    return JSON.parse(Buffer.from(request).toString('utf8')) ?? undefined;
  } catch {
    return undefined;
  }
}

function seconds(at: Instant): string {
  return (at / 1000).toFixed(6);
}
