// Real workers that are stopped beyond their lease and go on: does one that is not the newest commit anything?
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { messageEvent, signed } from '../../../pipeline/ingress/signed.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';
import { runMain } from '../../../run-main.ts';
import { receiverAt, start } from './child.ts';
import { outside } from './outside.ts';

const plan = ['--plan', fileURLToPath(new URL('plan.js', import.meta.url))];
const patient = { timeout: 25_000, interval: 100 };
const key = 'slack:T0DEMO1:C9:1732900001.000100';

/** The answer to the first request comes when `answer` is called; `answers` are those to all later ones. */
async function paused(context: TestContext, path: string, answers: Readonly<Record<string, string>>) {
  const url = await migratedDatabase(context);
  let answer = (_: string) => {};
  const first = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const { asked, created } = await outside((at, n) => (at === path && n === 1 ? first : (answers[at] ?? '')));
  const serve = start(url, 'serve', '--listen', '127.0.0.1:0', '--app', 'A0DEMO1');
  await fetch(await receiverAt(serve), signed(messageEvent(1)));
  const work = () => start(url, 'work', ...plan, '--lease', '1', '--verbose');
  const stopped = work();
  await expect.poll(() => asked.filter((one) => one === path).length, patient).toBe(1);
  stopped.pause();
  const other = work();
  const database = await opened(url);
  const rows = (of: string) => () => database.query(of);
  return { url, stopped, other, created, answer, rows };
}

const events = 'select status, attempt_count, result_id from dedupe.inbound_events';
const operations = 'select state, attempt, external_id, last_error_code as error from dedupe.operations';
const attempts = 'select queue, attempt, outcome from dedupe.attempts order by queue, attempt';
/** What the one that was stopped says of itself: it lost its lease, or its commit was refused. */
const given = /attempt 1: (?:superseded|retry)/;
const tasks = 'select source_event_key from dedupe.tasks';

test('a worker that is stopped in its plan and goes on when another has made the task makes none', async (context) => {
  const { stopped, other, answer, rows } = await paused(context, '/plan', { '/plan': 'local' });
  await expect.poll(rows(events), patient).toMatchObject([{ status: 'processed', attempt_count: 2 }]);
  const before = [await rows(events)(), await rows(tasks)(), await rows(attempts)()];
  answer('local');
  stopped.resume();
  await stopped.said(given);
  expect([await rows(events)(), await rows(tasks)(), await rows(attempts)()]).toEqual(before);
  expect(before.slice(1)).toEqual([
    [{ source_event_key: key }],
    [
      { queue: 'dedupe', attempt: 1, outcome: 'lost' },
      { queue: 'dedupe', attempt: 2, outcome: 'done' },
    ],
  ]);
  for (const one of [stopped, other]) expect(await one.kill('SIGTERM')).toEqual({ code: 0 });
});

test('one that would plan another effect than the one that stands adds none', async (context) => {
  const { stopped, answer, rows, created } = await paused(context, '/plan', { '/plan': 'local' });
  await expect.poll(rows(events), patient).toMatchObject([{ status: 'processed', attempt_count: 2 }]);
  answer('jira');
  stopped.resume();
  await stopped.said(given);
  expect(created).toEqual([]);
  expect(await rows(operations)()).toHaveLength(1);
  expect(await rows(tasks)()).toHaveLength(1);
});

test('a worker that is stopped between sent and the answer proves by its late answer what was unknown', async (context) => {
  const { stopped, created, answer, rows } = await paused(context, '/create', { '/plan': 'jira' });
  const unknown = { state: 'unknown', attempt: 1, external_id: null, error: 'lease_lost' };
  await expect.poll(rows(operations), patient).toEqual([unknown]);
  answer('OPS-7');
  await sleep(300);
  expect(await rows(operations)()).toEqual([unknown]);
  stopped.resume();
  await expect
    .poll(rows(operations), patient)
    .toEqual([{ state: 'confirmed', attempt: 1, external_id: 'OPS-7', error: null }]);
  expect(await rows(events)()).toMatchObject([{ status: 'processed', result_id: 'OPS-7' }]);
  expect(await rows(`select reconcile_history -> -1 ->> 'what' as what from dedupe.operations`)()).toEqual([
    { what: 'late-answer' },
  ]);
  expect(created).toEqual([key]);
});

test('an operation that was settled and sent again meanwhile keeps its answer, and the late one is known as surplus', async (context) => {
  const { url, stopped, created, answer, rows } = await paused(context, '/create', {
    '/plan': 'jira',
    '/create': 'OPS-8',
  });
  await expect.poll(rows(operations), patient).toMatchObject([{ state: 'unknown' }]);
  const settle = ['settle', key, '--absent', '--because', 'looked', '--apply', '--database', url];
  expect((await runMain(settle, { now: Date.now })).code).toBe(0);
  await expect
    .poll(rows(operations), patient)
    .toMatchObject([{ state: 'confirmed', attempt: 2, external_id: 'OPS-8' }]);
  answer('OPS-7');
  stopped.resume();
  const surplus = `select external_id, entry ->> 'external_id' as surplus from dedupe.operations,
    jsonb_array_elements(reconcile_history) entry where entry ->> 'what' = 'surplus'`;
  await expect.poll(rows(surplus), patient).toEqual([{ external_id: 'OPS-8', surplus: 'OPS-7' }]);
  expect(created).toEqual([key, key]);
});
