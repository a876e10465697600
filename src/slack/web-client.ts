// One call of Slack's Web API, and its end by meaning. The only user of @slack/web-api: with its own retries off, since it would
// post again by itself, and with a limit told instead of waited for.
import type { FetchFunction } from '@slack/web-api';

export type Called =
  | { readonly end: 'answered'; readonly body: Readonly<Record<string, unknown>> }
  /** Slack's own word, such as `channel_not_found`. */
  | { readonly end: 'platform'; readonly error: string; readonly needed?: string | undefined }
  | { readonly end: 'limited'; readonly retryAfterMs: number }
  | { readonly end: 'http'; readonly status: number }
  /** Nobody answered; `cause` is what the given fetch threw. */
  | { readonly end: 'none'; readonly cause: unknown };

export interface WebClientOptions {
  readonly apiUrl: string;
  readonly fetch: FetchFunction;
  readonly timeoutMs: number;
}

export type Call = (method: string, args: Readonly<Record<string, unknown>>) => Promise<Called>;

/** The library is loaded by the first call. */
export function openWebClient(token: string, { apiUrl, fetch, timeoutMs }: WebClientOptions): Call {
  let opened: Promise<import('@slack/web-api').WebClient> | undefined;

  async function open() {
    const { WebClient, LogLevel } = await import('@slack/web-api');
    return new WebClient(token, {
      slackApiUrl: apiUrl,
      fetch,
      timeout: timeoutMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      // It logs what it sends where it meets trouble.
      logLevel: LogLevel.ERROR,
      logger: silent,
    });
  }

  return async (method, args) => {
    opened ??= open();
    const client = await opened;
    try {
      return { end: 'answered', body: { ...(await client.apiCall(method, { ...args })) } };
    } catch (error) {
      return endOf(error);
    }
  };
}

function endOf(error: unknown): Called {
  const given = (error ?? {}) as { code?: string; data?: { error?: string; needed?: string } } & Record<
    string,
    unknown
  >;
  switch (given.code) {
    case 'slack_webapi_platform_error':
      return { end: 'platform', error: String(given.data?.error ?? 'unknown_error'), needed: given.data?.needed };
    case 'slack_webapi_rate_limited_error':
      return { end: 'limited', retryAfterMs: Number(given.retryAfter) * 1000 };
    case 'slack_webapi_http_error':
      return { end: 'http', status: Number(given.statusCode) };
    default:
      return { end: 'none', cause: given.original ?? error };
  }
}

const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => 'error' as never,
  setName: () => {},
};
