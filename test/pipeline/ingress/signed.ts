// Requests as Slack makes them, signed with a secret that exists in these tests only.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Instant } from '../../../src/model/instant.ts';
import { createCounters } from '../../../src/pipeline/counters.ts';
import { slackFilter } from '../../../src/pipeline/filter/slack-filter.ts';
import { httpListener } from '../../../src/pipeline/ingress/http-listener.ts';
import { createIngress, type IngressOptions } from '../../../src/pipeline/ingress/ingress.ts';
import { sign } from '../../../src/providers/slack/signature.ts';
import { createSessions, type Sessions } from '../../../src/store/sessions.ts';
import { eventCallback, message } from '../../providers/slack/payloads.ts';

export const secret = 'secret-of-these-tests';

export function signed(body: string, { at = Date.now(), by = secret, type = 'application/json' } = {}): RequestInit {
  const timestamp = String(Math.floor(at / 1000));
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': sign(by, timestamp, Buffer.from(body)),
    },
  };
}

/** The `n`-th message of a channel, as its own event. */
export function messageEvent(n: number, more: object = {}): string {
  const ts = `17329${String(n).padStart(5, '0')}.000100`;
  return JSON.stringify(eventCallback({ ...message, ts, event_ts: ts }, { event_id: `Ev${n}`, ...more }));
}

export interface Running {
  readonly url: string;
  readonly counters: ReturnType<typeof createCounters>;
  post(body: string, how?: Parameters<typeof signed>[1]): Promise<Response>;
  drain(): Promise<void>;
}

export async function receiver(
  database: string | Sessions,
  more: { readonly options?: Partial<IngressOptions>; readonly deadlineMs?: number; readonly bodyLimit?: number } = {},
): Promise<Running> {
  const sessions = typeof database === 'string' ? createSessions(database, { limitMs: 5_000 }) : database;
  const counters = createCounters();
  const ingress = createIngress({
    sessions,
    receivers: [
      {
        path: '/slack/events',
        provider: 'slack',
        secrets: () => ['secret-that-comes', secret],
        filter: slackFilter({ apps: ['A0DEMO1'] }),
        deadlineMs: more.deadlineMs ?? 20_000,
      },
    ],
    instance: { instanceId: 'ingress-1', deploymentVersion: 'v1' },
    counters,
    clock: () => Date.now() as Instant,
    ...more.options,
  });
  const server = createServer(httpListener(ingress, more.bodyLimit === undefined ? {} : { bodyLimit: more.bodyLimit }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sessions.close();
  });
  return { url, counters, post: (body, how) => fetch(url, signed(body, how)), drain: () => ingress.drain() };
}
