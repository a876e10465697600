// The one HTTP client of all targets: deadlines, size limit, proxy, private CA; credentials stay with their host.
import type { Dispatcher } from 'undici';
import { DedupeError } from '../../errors.ts';
import { notSentCode } from '../../model/not-sent.ts';
import type { TargetWorld } from '../../model/target.ts';
import { markingConnector } from './connector.ts';
import { type Answer, NoAnswer, type Question } from './question.ts';
import { proxyFor, tlsOf } from './way.ts';

export interface ClientSettings {
  readonly url: string;
  /** PEM files: a private authority; a certificate and its key where the target wants to know who asks. */
  readonly ca_file?: string | undefined;
  readonly cert_file?: string | undefined;
  readonly key_file?: string | undefined;
}

export interface HttpClient {
  /** Once, without a repeat. Throws NoAnswer. Redirects are answers, never followed: credentials go to one host only. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** A target that has said nothing for so long will hardly say it later; the caller's own limit may be shorter. */
const silenceMs = 30_000;
const connectMs = 10_000;
/** A page of a hundred issues with long texts has about 2 MB. */
const longestAnswer = 16 * 1024 * 1024;
const userAgent = 'event-dedupe (npm package)';

/**
 * `headers` and `secrets` (parameters of the query) hold the credentials. They are sent to the origin of `settings.url` and
 * to no other, and stand in no question that is shown.
 */
export function createClient(
  settings: ClientSettings,
  headers: Readonly<Record<string, string>>,
  world: TargetWorld,
  secrets: Readonly<Record<string, string>> = {},
): HttpClient {
  const { origin, protocol } = new URL(settings.url);
  const proxy = proxyFor(protocol, world);
  let opened: Promise<{ request: typeof import('undici').request; dispatcher: Dispatcher }> | undefined;

  async function open() {
    // Loaded when something is asked: most commands ask nobody.
    const { request, Agent, EnvHttpProxyAgent, buildConnector } = await import('undici');
    const tls = await tlsOf(settings, world);
    const { env } = world;
    const common = { headersTimeout: silenceMs, bodyTimeout: silenceMs, connectTimeout: connectMs };
    const dispatcher =
      proxy === undefined
        ? new Agent({ ...common, connect: markingConnector(buildConnector({ timeout: connectMs, ...tls })) })
        : new EnvHttpProxyAgent({
            ...common,
            ...{ httpProxy: proxy, httpsProxy: proxy },
            noProxy: env.no_proxy || env.NO_PROXY || '',
            requestTls: tls,
            connect: tls,
          });
    return { request, dispatcher };
  }

  return {
    async ask(question, signal) {
      const url = new URL(question.url, settings.url);
      if (url.origin !== origin) throw new NoAnswer('other_host', false);
      for (const [name, value] of Object.entries(secrets)) url.searchParams.set(name, value);
      opened ??= open();
      const { request, dispatcher } = await opened;
      try {
        const answer = await request(url, {
          method: question.method,
          dispatcher,
          // A connection that was kept open may be closed by the other side just as the request leaves.
          reset: question.method !== 'GET',
          headers: {
            accept: 'application/json',
            'cache-control': 'no-cache',
            'user-agent': userAgent,
            ...headers,
            ...question.headers,
          },
          ...(question.body === undefined ? {} : { body: question.body }),
          signal,
        });
        return { status: answer.statusCode, headers: flat(answer.headers), text: await textOf(answer.body) };
      } catch (error) {
        throw error instanceof NoAnswer ? error : noAnswer(error);
      }
    },
    async close() {
      const open = await opened?.catch(() => undefined);
      await open?.dispatcher.destroy();
    },
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > longestAnswer) throw new NoAnswer('answer_too_long', true);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function noAnswer(error: unknown): NoAnswer | DedupeError {
  if (error instanceof DedupeError) return error;
  const early = notSentCode(error);
  return new NoAnswer(early ?? codeOf(error), early === undefined, error);
}

/** Several addresses of one host fail together; the first failure stands for all that are alike. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) {
    const codes = new Set(error.errors.map(codeOf));
    return codes.size === 1
      ? ([...codes][0] as string)
      : ([...codes].find((code) => notSentCode({ code }) === undefined) ?? [...codes][0] ?? 'error');
  }
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  if (typeof code === 'string' && /^[\w.:-]{1,60}$/.test(code)) return code;
  return error instanceof Error ? error.name : 'error';
}
