// A real Bolt app behind a durable receiver, with Slack's API played by a server of this test.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, type ExpressReceiver, HTTPReceiver, LogLevel } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import { type DurableOptions, durable } from '../../../src/pipeline/bolt/index.ts';
import { secret, signed } from '../ingress/signed.ts';

export interface Slack {
  readonly url: string;
  /** Method and text of what was called, in order. */
  readonly calls: [method: string, text: string | null][];
}

export async function slackApi(): Promise<Slack> {
  const calls: Slack['calls'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const method = (request.url ?? '').split('/').at(-1) ?? '';
    calls.push([method, new URLSearchParams(body).get('text')]);
    const answer = { ok: true, ts: `${calls.length}.000100`, bot_id: 'B0BOT', user_id: 'U0BOT', team_id: 'T0DEMO1' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`, calls };
}

/** The app listens until the test has finished. */
export async function boltApp(
  database: string,
  listeners: (app: App) => void,
  options: Partial<DurableOptions> = {},
  Receiver: typeof HTTPReceiver | typeof ExpressReceiver = HTTPReceiver,
) {
  const slack = await slackApi();
  const receiver = durable(new Receiver({ signingSecret: secret, logLevel: LogLevel.ERROR }), {
    database,
    pollMs: 50,
    retry: { baseMs: 5, attempts: 4 },
    ...options,
  });
  const app = new App({
    token: 'xoxb-of-this-test',
    receiver,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.url },
    logger: { ...silent, getLevel: () => LogLevel.ERROR, setLevel: () => {}, setName: () => {} },
  });
  listeners(app);
  const server = (await app.start(0)) as { address(): AddressInfo };
  onTestFinished(async () => void (await app.stop()));
  const url = `http://127.0.0.1:${server.address().port}/slack/events`;
  const form = (fields: Record<string, string>) =>
    fetch(url, signed(String(new URLSearchParams(fields)), { type: 'application/x-www-form-urlencoded' }));
  return {
    app,
    url,
    receiver,
    slack,
    post: (body: string, headers: Record<string, string> = {}) => {
      const request = signed(body);
      return fetch(url, { ...request, headers: { ...request.headers, ...headers } });
    },
    command: form,
    interact: (payload: object) => form({ payload: JSON.stringify(payload) }),
  };
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
