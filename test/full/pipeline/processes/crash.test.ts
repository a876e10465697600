// Real processes and SIGKILL: does every accepted event end with exactly one object, or say that it is not known?
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Database } from '../../../../src/postgres/database.ts';
import { messageEvent, signed } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { lockTable } from '../../../table-lock.ts';
import { receiverAt, start } from './child.ts';
import { outside } from './outside.ts';

const serving = ['serve', '--listen', '127.0.0.1:0', '--app', 'A0DEMO1'];
const plan = ['--plan', fileURLToPath(new URL('plan.js', import.meta.url))];
const patient = { timeout: 25_000, interval: 100 };

const post = (url: string, body: string) => fetch(url, signed(body));
const ended = (database: Database) =>
  database.query('select status, count(*)::int from dedupe.inbound_events group by 1 order by 1');
const tasks = async (database: Database) => (await database.query('select 1 from dedupe.tasks')).length;

const never = () => new Promise<string>(() => {});

test('serve and work together: one task for each event, and both stop when they are asked to', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const serve = start(url, ...serving);
  const work = start(url, 'work');
  const address = await receiverAt(serve);
  const health = new URL('/healthz', address);
  const ready = new URL('/readyz', address);
  expect([(await fetch(health)).status, (await fetch(ready)).status]).toEqual([200, 200]);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => post(address, messageEvent(i % 20))));
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
  await expect.poll(() => ended(database), patient).toEqual([{ status: 'processed', count: 20 }]);
  expect(await tasks(database)).toBe(20);
  expect(await serve.kill('SIGTERM')).toEqual({ code: 0 });
  expect(await work.kill('SIGTERM')).toEqual({ code: 0 });
  const rows = await database.query('select role, stopped_at is not null as stopped from dedupe.instances order by 1');
  expect(rows).toEqual([
    { role: 'ingress', stopped: true },
    { role: 'worker', stopped: true },
  ]);
  expect(await database.query('select 1 from dedupe.deliveries where answered_at is null')).toEqual([]);
});

test('an intake that is killed before the commit has answered nobody, and the retry is taken once', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const first = start(url, ...serving);
  const address = await receiverAt(first);
  const letGo = await lockTable(url, 'deliveries');
  const waiting = post(address, messageEvent(1)).then(
    (answer) => answer.status,
    () => 'no answer',
  );
  const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => database.query(blocked), patient).toHaveLength(1);
  await first.kill('SIGKILL');
  expect(await waiting).toBe('no answer');
  await letGo();
  const second = start(url, ...serving);
  const again = await post(await receiverAt(second), messageEvent(1));
  expect(again.status).toBe(200);
  expect(await database.query('select event_id from dedupe.inbound_events')).toEqual([{ event_id: 'Ev1' }]);
});

test('a worker that is killed in its plan leaves one task, made by the next', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const { asked } = await outside((_, n) => (n === 1 ? never() : 'local'));
  const serve = start(url, ...serving);
  await post(await receiverAt(serve), messageEvent(1));
  const first = start(url, 'work', ...plan, '--lease', '1');
  await expect.poll(() => asked.length, patient).toBe(1);
  await first.kill('SIGKILL');
  start(url, 'work', ...plan, '--lease', '1');
  await expect.poll(() => ended(database), patient).toEqual([{ status: 'processed', count: 1 }]);
  expect(await tasks(database)).toBe(1);
  const attempts = await database.query('select attempt, outcome from dedupe.attempts order by attempt');
  expect(attempts).toEqual([
    { attempt: 1, outcome: 'lost' },
    { attempt: 2, outcome: 'done' },
  ]);
});

test('a worker that is killed after the local create and before the commit leaves one task, made by the next', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const serve = start(url, ...serving);
  await post(await receiverAt(serve), messageEvent(1));
  // The task is inserted, then the ledger: who waits for the ledger has created and not committed.
  const letGo = await lockTable(url, 'operations');
  const first = start(url, 'work', '--lease', '1');
  const stuck = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into dedupe.operations%'`;
  await expect.poll(() => database.query(stuck), patient).toHaveLength(1);
  await first.kill('SIGKILL');
  await letGo();
  start(url, 'work', '--lease', '1');
  await expect.poll(() => ended(database), patient).toEqual([{ status: 'processed', count: 1 }]);
  expect(await tasks(database)).toBe(1);
});

test('a worker that is killed between sent and the answer leaves unknown, and nobody asks again', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const { created } = await outside((path) => (path === '/create' ? never() : 'jira'));
  const serve = start(url, ...serving);
  await post(await receiverAt(serve), messageEvent(1));
  const first = start(url, 'work', ...plan, '--lease', '1');
  await expect.poll(() => created.length, patient).toBe(1);
  await first.kill('SIGKILL');
  const second = start(url, 'work', ...plan, '--lease', '1');
  await expect.poll(() => ended(database), patient).toEqual([{ status: 'unknown_result', count: 1 }]);
  await second.said(/working/);
  await sleep(1_500);
  expect(created).toEqual(['slack:T0DEMO1:C9:1732900001.000100']);
  expect(await database.query('select state, attempt, last_error_code from dedupe.operations')).toEqual([
    { state: 'unknown', attempt: 1, last_error_code: 'lease_lost' },
  ]);
});

test('workers that are killed at any time, one after the other, lose and double nothing', async (context) => {
  const url = await migratedDatabase(context);
  const database = await opened(url);
  const { created } = await outside((path, n) => (path === '/create' ? `OPS-${n}` : 'jira'));
  const serve = start(url, ...serving);
  const address = await receiverAt(serve);
  const numbers = Array.from({ length: 60 }, (_, i) => i);
  const answers = await Promise.all(numbers.map((n) => post(address, messageEvent(n))));
  expect(answers.every((one) => one.status === 200)).toBe(true);
  for (const ms of [250, 400, 300, 550, 350]) {
    const killed = start(url, 'work', ...plan, '--lease', '1');
    await sleep(ms);
    await killed.kill('SIGKILL');
  }
  start(url, 'work', ...plan, '--lease', '1');
  start(url, 'work', ...plan, '--lease', '1');
  const open = "select 1 from dedupe.inbound_events where status not in ('processed', 'unknown_result')";
  await expect.poll(() => database.query(open), patient).toEqual([]);
  expect(new Set(created).size).toBe(created.length);
  const rows = await database.query('select state, source_event_key from dedupe.operations');
  expect(rows).toHaveLength(60);
  for (const row of rows) {
    expect(['confirmed', 'unknown']).toContain(row.state);
    if (row.state === 'confirmed') expect(created).toContain(row.source_event_key);
  }
});

test('a database that is gone for some seconds loses nothing: 503 is repeated, and everything ends once', async (context) => {
  const url = await migratedDatabase(context);
  const name = new URL(url).pathname.slice(1);
  const admin = await opened(Object.assign(new URL(url), { pathname: '/postgres' }).href);
  const serve = start(url, ...serving);
  const address = await receiverAt(serve);
  const work = start(url, 'work', '--lease', '2');
  await work.said(/working/);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const during = await Promise.all([1, 2, 3].map((n) => post(address, messageEvent(n))));
  expect(during.map((one) => one.status)).toEqual([503, 503, 503]);
  expect((await fetch(new URL('/readyz', address))).status).toBe(503);
  const waiting = post(address, messageEvent(4));
  await sleep(500);
  await admin.query(`alter database ${name} allow_connections true`);
  expect((await waiting).status).toBe(200);
  for (const n of [1, 2, 3]) expect((await post(address, messageEvent(n))).status).toBe(200);
  const database = await opened(url);
  await expect.poll(() => ended(database), patient).toEqual([{ status: 'processed', count: 4 }]);
  expect(await tasks(database)).toBe(4);
  expect(work.stderr()).toContain('trying again');
});

test('the embedded engine is refused', async () => {
  for (const name of ['serve', 'work']) {
    const child = start('pglite:/nowhere', name, ...(name === 'serve' ? ['--app', 'A1'] : []));
    await child.said(/DEDUPE_EMBEDDED_REFUSED/);
  }
});
