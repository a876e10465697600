// The same app over Socket Mode: envelopes are answered when their event is durable, and handled once.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { messageEvent } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { lockTable } from '../../../table-lock.ts';
import { run } from '../processes/child.ts';
import { outside } from '../processes/outside.ts';
import { type SocketServer, socketServer } from './socket-server.ts';

const file = fileURLToPath(new URL('app.js', import.meta.url));
const patient = { timeout: 25_000, interval: 50 };

function connect(url: string, slack: SocketServer) {
  const { DEDUPE_TEST_TARGET = '' } = process.env;
  const env = {
    DEDUPE_DATABASE_URL: url,
    DEDUPE_TEST_SLACK: slack.apiUrl,
    DEDUPE_TEST_SOCKET: 'yes',
    DEDUPE_TEST_TARGET,
  };
  return run(process.execPath, [file], env);
}

function event(envelopeId: string, more: object = {}) {
  const whole = JSON.parse(messageEvent(1));
  return {
    envelope_id: envelopeId,
    type: 'events_api',
    payload: { ...whole, event: { ...whole.event, text: 'raw' } },
    ...more,
  };
}

test('an event that comes in several envelopes is answered each time and handled once, over a kill', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside(() => 'OPS-1');
  const slack = await socketServer();
  const first = connect(url, slack);
  const said = await Promise.all([
    slack.send(event('e1')),
    slack.send(event('e2', { retry_attempt: 1, retry_reason: 'timeout' })),
  ]);
  expect(said).not.toContain(undefined);
  const database = await opened(url);
  const status = () => database.query('select status from dedupe.inbound_events');
  await expect.poll(status, patient).toEqual([{ status: 'processed' }]);
  await first.kill('SIGKILL');
  const again = await socketServer();
  connect(url, again);
  expect(await again.send(event('e3', { retry_attempt: 2, retry_reason: 'timeout' }))).toBeDefined();
  expect(created).toHaveLength(1);
  const arrivals = await database.query(
    'select disposition, transport, retry_num from dedupe.deliveries order by received_at',
  );
  expect(arrivals.map(({ disposition }) => disposition).sort()).toEqual(['accepted', 'duplicate', 'duplicate']);
  expect(arrivals.every(({ transport }) => transport === 'socket')).toBe(true);
  expect(arrivals.map(({ retry_num }) => retry_num).sort()).toEqual([0, 1, 2]);
});

test('what is not durable in time is not answered, so that it comes again', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside(() => 'OPS-1');
  const slack = await socketServer();
  const child = connect(url, slack);
  await child.said(/listening/);
  const letGo = await lockTable(url, 'inbound_events');
  expect(await slack.send(event('e1'), 3_500)).toBeUndefined();
  await letGo();
  expect(await slack.send(event('e2'))).toBeDefined();
  await expect.poll(() => created, patient).toHaveLength(1);
});

test('a command gets its answer over the socket', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside(() => 'OPS-1');
  const slack = await socketServer();
  const child = connect(url, slack);
  await child.said(/listening/);
  const payload = {
    command: '/task',
    team_id: 'T0DEMO1',
    api_app_id: 'A0DEMO1',
    user_id: 'U1',
    trigger_id: '1.2.a',
    channel_id: 'C9',
  };
  expect(await slack.send({ envelope_id: 'c1', type: 'slash_commands', payload })).toEqual({ text: 'on it' });
  expect(await slack.send({ envelope_id: 'c2', type: 'slash_commands', payload })).toEqual({});
  expect(created).toEqual(['1.2.a']);
});
