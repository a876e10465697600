// A small Python app behind a real sidecar, both killed as it comes: does it make each object once, or is it said that nobody knows?
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { messageEvent, secret, signed } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { receiverAt, run, start } from '../processes/child.ts';
import { outside } from '../processes/outside.ts';

const file = fileURLToPath(new URL('app.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const patient = { timeout: 30_000, interval: 50 };
const never = () => new Promise<string>(() => {});
const key = 'slack:T0DEMO1:C9:1732900001.000100';

async function behind(context: TestContext, ...more: string[]) {
  if (!hasPython) context.skip('needs python3');
  const url = await migratedDatabase(context);
  const app = () =>
    run('python3', [file], { SLACK_SIGNING_SECRET: secret, DEDUPE_TEST_TARGET: process.env.DEDUPE_TEST_TARGET ?? '' });
  const first = app();
  const forward = new URL(await receiverAt(first)).href;
  const sidecar = () =>
    start(url, 'serve', '--app', 'A0DEMO1', '--listen', '127.0.0.1:0', '--forward', forward, ...more);
  const database = await opened(url);
  const states = () =>
    database.query(`select e.status, e.result_id, o.state, o.attempt from dedupe.inbound_events e
      left join dedupe.operations o on o.source_event_key = e.source_event_key order by e.event_id`);
  return { first, sidecar, states };
}

test('each event reaches the app once, commands get their answer, and the sidecar stops when it is asked to', async (context) => {
  const { created } = await outside((_, n) => `OPS-${n}`);
  const { sidecar, states } = await behind(context);
  const child = sidecar();
  const address = await receiverAt(child);
  for (let n = 0; n < 3; n += 1) expect((await fetch(address, signed(messageEvent(1)))).status).toBe(200);
  await expect
    .poll(states, patient)
    .toEqual([{ status: 'processed', result_id: 'OPS-1', state: 'confirmed', attempt: 1 }]);
  expect(created).toEqual([`1 ${key}`]);
  const command = { command: '/task', team_id: 'T0DEMO1', api_app_id: 'A0DEMO1', trigger_id: '1.2.a' };
  const form = { type: 'application/x-www-form-urlencoded' };
  const answer = await fetch(address, signed(String(new URLSearchParams(command)), form));
  expect(await answer.json()).toEqual({ text: 'on it' });
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await fetch(new URL(path, address))).status).toBe(200);
  expect(await child.kill('SIGTERM')).toEqual({ code: 0 });
});

test('an app that dies over an event leaves it unknown', async (context) => {
  const { created } = await outside(never);
  const { first, sidecar, states } = await behind(context);
  await fetch(await receiverAt(sidecar()), signed(messageEvent(1)));
  await expect.poll(() => created, patient).toHaveLength(1);
  await first.kill('SIGKILL');
  await expect.poll(states, patient).toMatchObject([{ status: 'unknown_result', state: 'unknown', attempt: 1 }]);
});

test('a sidecar that is killed while the app works leaves it unknown, and the next one does not ask again', async (context) => {
  const { created } = await outside(never);
  const { sidecar, states } = await behind(context, '--forward-timeout', '2');
  const child = sidecar();
  await fetch(await receiverAt(child), signed(messageEvent(1)));
  await expect.poll(() => created, patient).toHaveLength(1);
  await child.kill('SIGKILL');
  await receiverAt(sidecar());
  await expect.poll(states, patient).toMatchObject([{ status: 'unknown_result', attempt: 1 }]);
  await sleep(1_500);
  expect(created).toHaveLength(1);
});

test('where the app is declared idempotent, the next sidecar asks again under the same key', async (context) => {
  const { created } = await outside((_, n) => (n === 1 ? never() : 'OPS-1'));
  const { sidecar, states } = await behind(context, '--forward-timeout', '2', '--idempotent-for', '24h');
  const child = sidecar();
  await fetch(await receiverAt(child), signed(messageEvent(1)));
  await expect.poll(() => created, patient).toHaveLength(1);
  await child.kill('SIGKILL');
  await receiverAt(sidecar());
  await expect
    .poll(states, { ...patient, timeout: 90_000 })
    .toMatchObject([{ status: 'processed', result_id: 'OPS-1' }]);
  expect(created).toEqual([`1 ${key}`, `2 ${key}`]);
});
