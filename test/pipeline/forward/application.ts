// An application behind the sidecar, and the sidecar in front of it, in this process.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import { applicationRules } from '../../../src/pipeline/filter/application-rules.ts';
import { slackFilter } from '../../../src/pipeline/filter/slack-filter.ts';
import type { ForwardOptions } from '../../../src/pipeline/forward/options.ts';
import { serve } from '../../../src/pipeline/serve.ts';
import { signatureSchemeOf } from '../../../src/providers/signatures.ts';
import { secret, signed } from '../ingress/signed.ts';

export const appSecret = 'secret-between-sidecar-and-app';

export interface Got {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** The sidecar's signature over the raw bytes. */
  readonly verdict: string | undefined;
}

export type Answer = (got: Got, response: ServerResponse, n: number) => void | Promise<void>;

/** `answer` ends the response, or lets it hang. */
export async function application(answer: Answer, port = 0): Promise<{ url: string; got: Got[]; stop: () => void }> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const headers = request.headers as Record<string, string>;
    const verdict = signatureSchemeOf('slack')?.verify({ body, headers }, [appSecret], Date.now() as Instant);
    const one = { body: String(body), headers: request.headers, verdict };
    got.push(one);
    await answer(one, response, got.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, got, stop };
}

export async function inFront(
  database: string,
  url: string,
  forward: Partial<ForwardOptions> = {},
  deadlineMs = 2_500,
) {
  const serving = await serve({
    database,
    port: 0,
    receivers: [
      {
        path: '/slack/events',
        provider: 'slack',
        secrets: () => [secret],
        filter: slackFilter({ ...applicationRules, apps: ['A0DEMO1'] }),
        deadlineMs,
      },
    ],
    forward: { url, secret: () => appSecret, pollMs: 50, retry: { baseMs: 5 }, ...forward },
  });
  onTestFinished(() => serving.stop());
  const address = `http://127.0.0.1:${serving.port}/slack/events`;
  const form = 'application/x-www-form-urlencoded';
  return {
    metrics: async () => (await fetch(`http://127.0.0.1:${serving.port}/metrics`)).text(),
    isReady: async () => (await fetch(`http://127.0.0.1:${serving.port}/readyz`)).ok,
    post: (body: string) => fetch(address, signed(body)),
    command: (fields: Record<string, string>) =>
      fetch(address, signed(String(new URLSearchParams(fields)), { type: form })),
    interact: (payload: object) =>
      fetch(address, signed(String(new URLSearchParams({ payload: JSON.stringify(payload) })), { type: form })),
  };
}
