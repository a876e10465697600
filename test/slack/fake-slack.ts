// Slack's Web API as its reference publishes it, over a small workspace, with the faults that it answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FakeMessage {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly user?: string;
  readonly bot_id?: string;
  readonly app_id?: string;
  readonly text?: string;
  readonly team?: string;
  readonly metadata?: object;
}

export interface Workspace {
  /** By token: what auth.test answers, with the scopes of the header. */
  readonly tokens?: Readonly<Record<string, { readonly scopes?: string } & Readonly<Record<string, unknown>>>>;
  readonly channels?: Readonly<
    Record<
      string,
      {
        readonly info?: object;
        readonly messages: readonly FakeMessage[];
        /** Given by the history of the channel, and by no thread. */
        readonly threadless?: readonly FakeMessage[];
        readonly members?: readonly string[];
      }
    >
  >;
  readonly bots?: Readonly<Record<string, string>>;
  readonly authorizations?: Readonly<Record<string, readonly object[]>>;
  readonly logs?: readonly object[];
  readonly manifests?: Readonly<Record<string, object>>;
}

export interface FakeSlack {
  readonly url: string;
  /** Method and arguments of each question, in order. */
  readonly asked: { readonly method: string; readonly args: Readonly<Record<string, string>> }[];
  /** By method, what it answers instead: a word of Slack's, a status, or a limit that is over after so many answers. */
  faults: Record<string, string | number | { readonly limited: number; readonly retryAfter: string }>;
}

type Args = Readonly<Record<string, string>>;

export async function fakeSlack(workspace: Workspace): Promise<FakeSlack> {
  const asked: FakeSlack['asked'] = [];
  const fake: { faults: FakeSlack['faults'] } = { faults: {} };
  const limits = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const method = (request.url ?? '').replace('/api/', '');
    const args = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    asked.push({ method, args });
    const say = (status: number, body: object, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const fault = fake.faults[method];
    if (typeof fault === 'number') return say(fault, {});
    if (typeof fault === 'string')
      return say(200, {
        ok: false,
        error: fault,
        ...(fault === 'missing_scope' ? { needed: 'channels:history' } : {}),
      });
    if (fault !== undefined && (limits.get(method) ?? 0) < fault.limited) {
      limits.set(method, (limits.get(method) ?? 0) + 1);
      return say(429, { ok: false, error: 'ratelimited' }, { 'retry-after': fault.retryAfter });
    }
    const { scopes = '', ...own } = workspace.tokens?.[token] ?? {};
    if (workspace.tokens && workspace.tokens[token] === undefined)
      return say(200, { ok: false, error: 'invalid_auth' });
    say(200, answerOf(workspace, method, args, own, token), { 'x-oauth-scopes': scopes });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}/api`, asked });
}

function answerOf(workspace: Workspace, method: string, args: Args, own: object, token: string): object {
  const channel = workspace.channels?.[args.channel ?? ''];
  switch (method) {
    case 'auth.test':
      return { ok: true, team_id: 'T1', user_id: 'U0', ...own };
    case 'conversations.replies': {
      if (channel === undefined) return no('channel_not_found');
      const root = channel.messages.find(({ ts }) => ts === args.ts);
      if (root === undefined) return no('thread_not_found');
      const isReply = root.thread_ts !== undefined && root.thread_ts !== root.ts;
      const all = isReply
        ? [root]
        : channel.messages.filter(({ ts, thread_ts }) => ts === args.ts || thread_ts === args.ts);
      const from = Number(args.cursor ?? 0);
      const next = from + Math.min(Number(args.limit), 2) < all.length ? String(from + 2) : '';
      return {
        ok: true,
        messages: all.slice(from, from + 2),
        has_more: next !== '',
        response_metadata: { next_cursor: next },
      };
    }
    case 'chat.postMessage':
      return { ok: true, channel: args.channel, ts: '1732999999.000100' };
    case 'conversations.history': {
      if (channel === undefined) return no('channel_not_found');
      const { oldest = '', latest = '9', limit = '100' } = args;
      const within = [...channel.messages, ...(channel.threadless ?? [])].filter(
        ({ ts }) => args.inclusive === 'true' && ts >= oldest && ts <= latest,
      );
      return { ok: true, messages: within.slice(0, Number(limit)), has_more: false };
    }
    case 'conversations.info':
      return channel === undefined
        ? no('channel_not_found')
        : { ok: true, channel: { id: args.channel, ...channel.info } };
    case 'conversations.members':
      return channel === undefined ? no('channel_not_found') : { ok: true, members: channel.members ?? [] };
    case 'users.conversations': {
      const me = String((own as { user_id?: string }).user_id ?? 'U0');
      const mine = Object.entries(workspace.channels ?? {}).filter(([, one]) => one.members?.includes(me));
      return { ok: true, channels: mine.map(([id]) => ({ id, name: 'secret-name' })) };
    }
    case 'bots.info': {
      const app_id = workspace.bots?.[args.bot ?? ''];
      return app_id === undefined ? no('bot_not_found') : { ok: true, bot: { id: args.bot, app_id, name: 'bot' } };
    }
    case 'apps.event.authorizations.list': {
      if (!token.startsWith('xapp-')) return no('not_allowed_token_type');
      const authorizations = workspace.authorizations?.[args.event_context ?? ''];
      return authorizations === undefined ? no('invalid_event_context') : { ok: true, authorizations };
    }
    case 'team.integrationLogs':
      return {
        ok: true,
        logs: workspace.logs ?? [],
        paging: { count: 1000, total: workspace.logs?.length ?? 0, page: 1, pages: 1 },
      };
    case 'apps.manifest.export': {
      const manifest = workspace.manifests?.[args.app_id ?? ''];
      return manifest === undefined ? no('app_not_found') : { ok: true, manifest };
    }
    default:
      return no('unknown_method');
  }
}

function no(error: string) {
  return { ok: false, error };
}
