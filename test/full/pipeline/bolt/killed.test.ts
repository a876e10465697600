// A real Bolt app in a process of its own, killed in the middle of a listener: is anything made twice, or lost in silence?
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { slackApi } from '../../../pipeline/bolt/app.ts';
import { messageEvent, secret, signed } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { type Child, receiverAt, run } from '../processes/child.ts';
import { outside } from '../processes/outside.ts';

const file = fileURLToPath(new URL('app.js', import.meta.url));
const patient = { timeout: 25_000, interval: 50 };
const never = () => new Promise<string>(() => {});

/** A message of which the listener for `word` is told. */
function told(n: number, word: string): string {
  const whole = JSON.parse(messageEvent(n));
  return JSON.stringify({ ...whole, event: { ...whole.event, text: word } });
}

async function app(database: string, more: Record<string, string> = {}): Promise<() => Child> {
  const slack = await slackApi();
  const env = { DEDUPE_DATABASE_URL: database, DEDUPE_SIGNING_SECRET: secret, DEDUPE_TEST_SLACK: slack.url };
  return () =>
    run(process.execPath, [file], { ...env, DEDUPE_TEST_TARGET: process.env.DEDUPE_TEST_TARGET ?? '', ...more });
}

async function events(url: string) {
  const database = await opened(url);
  return () => database.query('select status, result_id from dedupe.inbound_events order by event_id');
}

test('a listener that is cut off after its effect began is unknown, and no other process runs it again', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside((path) => (path === '/create' ? never() : ''));
  const start = await app(url);
  const first = start();
  expect((await fetch(await receiverAt(first), signed(told(1, 'raw')))).status).toBe(200);
  await expect.poll(() => created.length, patient).toBe(1);
  await first.kill('SIGKILL');
  const second = await receiverAt(start());
  expect((await fetch(second, signed(told(1, 'raw')))).status).toBe(200);
  await expect.poll(await events(url), patient).toEqual([{ status: 'unknown_result', result_id: null }]);
  await sleep(1_500);
  expect(created).toHaveLength(1);
});

test('a listener that is cut off after an effect of the ledger is run again, and finds it', async (context) => {
  const url = await migratedDatabase(context);
  const { created, asked } = await outside((path, n) => {
    if (path === '/after' && n === 1) return never();
    return path === '/create' ? `OPS-${n}` : '';
  });
  const start = await app(url);
  const first = start();
  await fetch(await receiverAt(first), signed(told(1, 'effect')));
  await expect.poll(() => asked, patient).toContain('/after');
  await first.kill('SIGKILL');
  start();
  await expect.poll(await events(url), patient).toEqual([{ status: 'processed', result_id: 'OPS-1' }]);
  expect(created).toEqual(['slack:T0DEMO1:C9:1732900001.000100#ticket']);
  expect(asked.filter((path) => path === '/before')).toHaveLength(2);
});

test('an effect that is cut off itself is unknown, and is not made again', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside((path) => (path === '/create' ? never() : ''));
  const start = await app(url, { DEDUPE_TEST_ONLY_EFFECTS: 'yes' });
  const first = start();
  await fetch(await receiverAt(first), signed(told(1, 'effect')));
  await expect.poll(() => created.length, patient).toBe(1);
  await first.kill('SIGKILL');
  start();
  await expect.poll(await events(url), patient).toEqual([{ status: 'unknown_result', result_id: null }]);
  await sleep(1_500);
  expect(created).toHaveLength(1);
});

test('a listener that is cut off before its first effect runs again only where it is declared to do nothing else', async (context) => {
  const url = await migratedDatabase(context);
  const { created } = await outside((path, n) => {
    if (path === '/before' && n === 1) return never();
    return path === '/create' ? `OPS-${n}` : '';
  });
  const [plain, declared] = [await app(url), await app(url, { DEDUPE_TEST_ONLY_EFFECTS: 'yes' })];
  const rows = await events(url);
  const first = plain();
  await fetch(await receiverAt(first), signed(told(1, 'effect')));
  const running = "select 1 from dedupe.operations where state = 'sent'";
  const database = await opened(url);
  await expect.poll(() => database.query(running), patient).toHaveLength(1);
  await sleep(200);
  await first.kill('SIGKILL');
  const second = plain();
  await expect.poll(rows, patient).toEqual([{ status: 'unknown_result', result_id: null }]);
  await sleep(800);
  expect(created).toEqual([]);
  await second.kill('SIGTERM');
  declared();
  await expect.poll(rows, patient).toEqual([{ status: 'processed', result_id: 'OPS-1' }]);
  expect(created).toHaveLength(1);
});
