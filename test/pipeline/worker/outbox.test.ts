// Does every planned effect reach its target at most once, and is what nobody knows never asked again blindly?
import { expect, test } from 'vitest';
import { claimOperations } from '../../../src/store/operations/claim-operations.ts';
import { sendOperation } from '../../../src/store/operations/send-operation.ts';
import { arrived, done, fakeTarget, sender, signal, statuses, toJira, type World, worker, world } from './world.ts';

async function planned(at: World, ...numbers: number[]): Promise<void> {
  await arrived(at, ...numbers);
  await worker(at, toJira).runOnce(signal);
}

const claimer = { instanceId: 'gone', deploymentVersion: undefined, filterVersion: undefined };

test('each effect is asked for once, with the frozen bytes, by whoever of three takes it', async (context) => {
  const at = await world(context);
  const numbers = Array.from({ length: 30 }, (_, i) => i);
  await planned(at, ...numbers);
  const { target, asked } = fakeTarget((key) => done(`OPS-${key.split(':').at(-1)}`));
  const three = [1, 2, 3].map(() => sender(at, target, { batch: 7 }));
  for (let round = 0; round < 2; round += 1) await Promise.all(three.map((one) => one.runOnce(signal)));
  expect(asked.sort()).toEqual(numbers.map((n) => `slack:T1:C9:${n} {"n":${n}}`).sort());
  expect(await statuses(at)).toEqual(
    numbers
      .map((n) => `Ev${n}`)
      .sort()
      .map((id) => ['processed', `OPS-${id.slice(2)}`]),
  );
});

test('the state is committed before the target is asked', async (context) => {
  const at = await world(context);
  await planned(at, 1);
  const { target } = fakeTarget(async () => {
    expect(await at.database.query('select state, sent_at is not null as sent from dedupe.operations')).toEqual([
      { state: 'sent', sent: true },
    ]);
    return done('OPS-1');
  });
  expect(await sender(at, target).runOnce(signal)).toMatchObject({ done: [{ ended: 'processed', resultId: 'OPS-1' }] });
});

test('a lost answer is unknown and never asked for again', async (context) => {
  const at = await world(context);
  await planned(at, 1);
  const { target, asked } = fakeTarget(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET' })));
  const one = sender(at, target);
  expect(await one.runOnce(signal)).toMatchObject({ done: [{ ended: 'unknown', errorCode: 'ECONNRESET' }] });
  expect(await one.runOnce(signal)).toEqual({ step: 'idle' });
  expect(asked).toHaveLength(1);
  expect(await statuses(at)).toEqual([['unknown_result', null]]);
});

test('a worker that is gone between sent and the answer leaves unknown, one before sent leaves planned', async (context) => {
  const at = await world(context);
  await planned(at, 1, 2);
  const gone = await claimOperations(at.database, { limit: 2, leaseMs: 0, targets: ['jira'], claimer });
  const [first, second] = gone.map((row) => row.source_event_key);
  await sendOperation(at.database, { sourceEventKey: String(first), workspaceId: 'T1', attempt: 1 }, 0);
  const { target, asked } = fakeTarget(() => done('OPS-1'));
  await sender(at, target).runOnce(signal);
  expect(asked.map((one) => one.split(' ')[0])).toEqual([second]);
  const rows = await at.database.query(
    'select state, attempt from dedupe.operations order by source_event_key = $1 desc',
    [first],
  );
  expect(rows).toEqual([
    { state: 'unknown', attempt: 1 },
    { state: 'confirmed', attempt: 2 },
  ]);
  expect((await statuses(at)).map((row) => (row as unknown[])[0]).sort()).toEqual(['processed', 'unknown_result']);
});

test('an answer after the limit is a proof when it names the object', async (context) => {
  const at = await world(context);
  await planned(at, 1);
  let answer = (_: ReturnType<typeof done>) => {};
  const { target, asked } = fakeTarget(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  expect(await sender(at, target, { requestMs: 100 }).runOnce(signal)).toMatchObject({
    done: [{ ended: 'unknown', errorCode: 'no_answer_in_time' }],
  });
  answer(done('OPS-1'));
  await expect.poll(() => statuses(at)).toEqual([['processed', 'OPS-1']]);
  expect(asked).toHaveLength(1);
});

test('a refusal is tried again within its budget and then dead; a permanent one is dead at once', async (context) => {
  const at = await world(context);
  await planned(at, 1, 2);
  const { target, asked } = fakeTarget((key) =>
    key.endsWith(':2')
      ? { outcome: 'refused', reason: 'invalid_field', temporary: false }
      : { outcome: 'refused', reason: 'http_429', temporary: true },
  );
  const one = sender(at, target);
  for (let i = 0; i < 5; i += 1) await one.runOnce(signal);
  expect(asked).toHaveLength(4);
  expect(await at.database.query('select last_error_code, attempt from dedupe.dead_letters order by attempt')).toEqual([
    { last_error_code: 'invalid_field', attempt: 1 },
    { last_error_code: 'http_429', attempt: 3 },
  ]);
  expect(await statuses(at)).toEqual([
    ['permanent_error', null],
    ['permanent_error', null],
  ]);
});

test('under a declared key a lost answer is asked again with the same bytes', async (context) => {
  const at = await world(context);
  await planned(at, 1);
  const idempotencyKey = { name: 'Idempotency-Key', scope: 'account', lifetimeMs: 3_600_000 };
  const { target, asked } = fakeTarget(
    (_, n) => (n === 1 ? { outcome: 'unknown', reason: 'http_502' } : done('OPS-1')),
    { idempotencyKey },
  );
  const one = sender(at, target);
  expect(await one.runOnce(signal)).toMatchObject({ done: [{ ended: 'retry' }] });
  expect(await one.runOnce(signal)).toMatchObject({ done: [{ ended: 'processed' }] });
  expect(new Set(asked)).toEqual(new Set(['slack:T1:C9:1 {"n":1}']));
  const [row] = await at.database.query('select reconcile_history as history from dedupe.operations');
  expect(row).toMatchObject({ history: [{ what: 'repeatable', error_code: 'http_502' }] });
});

test('a sibling that is planned while its effect is under way follows it', async (context) => {
  const at = await world(context);
  await planned(at, 1);
  const { target } = fakeTarget(async () => {
    const { registerArrivals } = await import('../../../src/store/intake/register-arrivals.ts');
    const { arrival } = await import('./world.ts');
    await registerArrivals(at.database, [arrival(2, 'slack:T1:C9:1')]);
    await worker(at, toJira).runOnce(signal);
    return done('OPS-1');
  });
  await sender(at, target).runOnce(signal);
  expect(await statuses(at)).toEqual([
    ['processed', 'OPS-1'],
    ['processed', 'OPS-1'],
  ]);
});

test('two effects of one event that end at once leave it processed', async (context) => {
  const at = await world(context);
  await arrived(at, ...Array.from({ length: 10 }, (_, i) => i));
  const two = ({ body }: { body: Uint8Array }) =>
    ['a', 'b'].map((action) => ({ target: 'jira', action, request: body }));
  await worker(at, two).runOnce(signal);
  const { target } = fakeTarget((key) => done(key));
  await Promise.all([
    sender(at, target, { batch: 10 }).runOnce(signal),
    sender(at, target, { batch: 10 }).runOnce(signal),
  ]);
  expect((await statuses(at)).map((row) => (row as unknown[])[0])).toEqual(
    Array.from({ length: 10 }, () => 'processed'),
  );
});
