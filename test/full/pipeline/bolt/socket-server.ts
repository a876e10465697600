// Slack's side of Socket Mode, as far as a client can tell: it hands out a socket, sends envelopes and waits for their answers.
// https://docs.slack.dev/apis/events-api/using-socket-mode
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SocketServer {
  /** Slack's web API, for `apps.connections.open` and whatever a listener calls. */
  readonly apiUrl: string;
  /** Resolves with the client's answer to the envelope, or undefined when none came in time. */
  send(
    envelope: {
      readonly envelope_id: string;
      readonly type: string;
      readonly payload: unknown;
      readonly retry_attempt?: number;
      readonly retry_reason?: string;
    },
    waitMs?: number,
  ): Promise<unknown>;
}

export async function socketServer(): Promise<SocketServer> {
  const answers = new Map<string, (payload: unknown) => void>();
  let client: WebSocket | undefined;
  let connected = () => {};
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const server = createServer((request, response) => {
    request.resume();
    const address = server.address() as AddressInfo;
    const answer = { ok: true, url: `ws://127.0.0.1:${address.port}/link`, bot_id: 'B0BOT', user_id: 'U0BOT' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    client = socket;
    socket.on('message', (data) => {
      const { envelope_id, payload } = JSON.parse(String(data)) as { envelope_id: string; payload: unknown };
      answers.get(envelope_id)?.(payload);
    });
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A0DEMO1' } }));
    connected();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    async send(envelope, waitMs = 8_000) {
      await isConnected;
      const answer = new Promise((resolve) => {
        answers.set(envelope.envelope_id, resolve);
        setTimeout(() => resolve(undefined), waitMs).unref();
      });
      client?.send(JSON.stringify({ accepts_response_payload: envelope.type !== 'events_api', ...envelope }));
      return answer;
    },
  };
}
