// Do the statements do what their names say, on a real server and between two sessions?
import { expect, test } from 'vitest';
import type { Database, Queryable } from '../../../src/postgres/database.ts';
import { claimOperation } from '../../../src/store/operations/claim-operations.ts';
import { expireOperations, findExpired } from '../../../src/store/operations/expire-operations.ts';
import { noteSurplus } from '../../../src/store/operations/note-surplus.ts';
import { planOperations } from '../../../src/store/operations/plan-operations.ts';
import { proveOperation } from '../../../src/store/operations/prove-operation.ts';
import { redriveOperation } from '../../../src/store/operations/redrive-operation.ts';
import { sendOperation } from '../../../src/store/operations/send-operation.ts';
import { settleOperation } from '../../../src/store/operations/settle-operation.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';
import { base, claim, effect, keyOf, open } from './ledger.ts';

test('an effect is written once, whoever writes it again', async (context) => {
  const database = await open(context);
  await planOperations(database, [effect('slack:T1:b'), effect('slack:T1:a')]);
  await planOperations(database, [{ ...effect('slack:T1:a'), request: Buffer.from('other') }]);
  const rows = await database.query('select source_event_key, request from dedupe.operations order by 1');
  expect(rows.map((row) => [row.source_event_key, String(row.request)])).toEqual([
    ['slack:T1:a', '{"a":1}'],
    ['slack:T1:b', '{"a":1}'],
  ]);
});

test('two workers at once never hold the same operation', async (context) => {
  const url = await migratedDatabase(context);
  const sessions = await Promise.all([opened(url), opened(url), opened(url)]);
  const keys = Array.from({ length: 40 }, (_, i) => `slack:T1:${i}`);
  await planOperations(sessions[0] as Database, keys.map(effect));
  const held = (await Promise.all(sessions.flatMap((one) => [claim(one, 7), claim(one, 7), claim(one, 7)]))).flat();
  expect(held.map((one) => one.source_event_key).sort()).toEqual(keys.sort());
  expect(held.every((one) => one.attempt === 1)).toBe(true);
});

test('who asks for one operation waits for its row; who asks for any passes it by', async (context) => {
  const url = await migratedDatabase(context);
  const [holder, one, any] = [await opened(url), await opened(url), await opened(url)];
  await planOperations(holder, [effect('k')]);
  const claimer = { instanceId: 'w1', deploymentVersion: undefined, filterVersion: undefined };
  let claimed: Promise<unknown> | undefined;
  await holder.transaction(async (inside) => {
    await inside.query("select 1 from dedupe.operations where source_event_key = 'k' for update");
    claimed = claimOperation(one, { sourceEventKey: 'k', workspaceId: 'T1' }, { leaseMs: 1_000, claimer });
    expect(await claim(any)).toEqual([]);
    await expect.poll(() => waiting(inside)).toBe(1);
  });
  expect(await claimed).toMatchObject({ source_event_key: 'k', attempt: 1 });
});

async function waiting(database: Queryable): Promise<unknown> {
  const [row] = await database.query(
    "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row?.waiting;
}

test('a worker takes only what it can reach', async (context) => {
  const database = await open(context);
  await planOperations(database, [effect('slack:T1:a'), { ...effect('slack:T1:b'), target: 'linear' }]);
  expect((await claim(database, 10)).map((one) => one.target)).toEqual(['jira']);
});

test('one of two senders with the same claim is let through', async (context) => {
  const url = await migratedDatabase(context);
  const [one, two] = [await opened(url), await opened(url)];
  await planOperations(one, [effect('k')]);
  await claim(one);
  const let_ = await Promise.all([sendOperation(one, keyOf('k', 1), 1_000), sendOperation(two, keyOf('k', 1), 1_000)]);
  expect(let_.filter((age) => age !== undefined)).toHaveLength(1);
});

test('a sent operation whose lease is over becomes unknown, its attempt lost; the late answer then proves it', async (context) => {
  const database = await open(context);
  await planOperations(database, [effect('k')]);
  await claim(database);
  await sendOperation(database, keyOf('k', 1), 0);
  expect(await claim(database)).toEqual([]);
  expect(await findExpired(database, 10)).toEqual([base]);
  expect(await expireOperations(database, base)).toMatchObject([{ source_event_key: 'k', state: 'unknown' }]);
  expect(await settleOperation(database, keyOf('k', 1), { to: 'planned', errorCode: 'late' })).toBeUndefined();
  expect(await settleOperation(database, keyOf('k', 1), { to: 'confirmed', externalId: 'OPS-1' })).toMatchObject({
    state: 'confirmed',
  });
  const [row] = await database.query('select external_id, reconcile_history from dedupe.operations');
  expect(row).toMatchObject({
    external_id: 'OPS-1',
    reconcile_history: [
      { what: 'lease-lost', from: 'sent', attempt: 1 },
      { what: 'late-answer', from: 'unknown', to: 'confirmed' },
    ],
  });
  expect(await database.query('select outcome from dedupe.attempts')).toEqual([{ outcome: 'done' }]);
});

test('what a superseded attempt created is kept as surplus, once its own object is another one', async (context) => {
  const database = await open(context);
  await planOperations(database, [effect('k')]);
  await claim(database);
  await sendOperation(database, keyOf('k', 1), 0);
  await expireOperations(database, base);
  await proveOperation(database, keyOf('k', 1), { proof: 'absent', evidence: 'search said none' });
  await claim(database);
  expect(await settleOperation(database, keyOf('k', 1), { to: 'confirmed', externalId: 'OPS-1' })).toBeUndefined();
  await noteSurplus(database, keyOf('k', 1), 'OPS-1');
  const [row] = await database.query('select state, reconcile_history -> -1 as last from dedupe.operations');
  expect(row).toMatchObject({ state: 'planned', last: { what: 'surplus', external_id: 'OPS-1', late_attempt: 1 } });
});

test('a redrive keeps the attempt, starts the budget again, and is done by one of two', async (context) => {
  const url = await migratedDatabase(context);
  const [one, two] = [await opened(url), await opened(url)];
  await planOperations(one, [effect('k')]);
  await claim(one);
  await sendOperation(one, keyOf('k', 1), 1_000);
  await settleOperation(one, keyOf('k', 1), { to: 'dead', errorCode: 'invalid' });
  expect(await one.query('select source_event_key, last_error_code from dedupe.dead_letters')).toHaveLength(1);
  const done = await Promise.all([redriveOperation(one, keyOf('k', 1)), redriveOperation(two, keyOf('k', 1))]);
  expect(done.filter((each) => each !== undefined)).toMatchObject([{ state: 'planned', attempt: 1 }]);
  expect(await one.query('select attempt, failures, finished_at from dedupe.operations')).toEqual([
    { attempt: 1, failures: 0, finished_at: null },
  ]);
});

test('a refusal waits for its delay', async (context) => {
  const database = await open(context);
  await planOperations(database, [effect('k')]);
  await claim(database);
  await sendOperation(database, keyOf('k', 1), 1_000);
  const end = { to: 'planned', proof: 'refused', errorCode: 'http_429', delayMs: 60_000 } as const;
  await settleOperation(database, keyOf('k', 1), end);
  expect(await claim(database)).toEqual([]);
  expect(await database.query('select state, failures, last_error_code from dedupe.operations')).toEqual([
    { state: 'planned', failures: 1, last_error_code: 'http_429' },
  ]);
});
