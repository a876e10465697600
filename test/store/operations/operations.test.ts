// Do the statements move exactly what the state machine allows, on a real server and between two sessions?
import fc from 'fast-check';
import { expect, type TestContext, test } from 'vitest';
import type { OperationState } from '../../../src/model/operation.ts';
import { moved, type Standing, type Step } from '../../../src/pipeline/operation/machine.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { abandonOperation } from '../../../src/store/operations/abandon-operation.ts';
import { claimOperations } from '../../../src/store/operations/claim-operations.ts';
import { expireOperations } from '../../../src/store/operations/expire-operations.ts';
import { noteSurplus } from '../../../src/store/operations/note-surplus.ts';
import { planOperations } from '../../../src/store/operations/plan-operations.ts';
import { proveOperation } from '../../../src/store/operations/prove-operation.ts';
import { redriveOperation } from '../../../src/store/operations/redrive-operation.ts';
import { sendOperation } from '../../../src/store/operations/send-operation.ts';
import { settleOperation } from '../../../src/store/operations/settle-operation.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';

const claimer = { instanceId: 'worker-1', deploymentVersion: undefined, filterVersion: undefined };
const claim = (database: Database, limit = 1, leaseMs = 60_000) =>
  claimOperations(database, { limit, leaseMs, targets: ['jira'], claimer });

const effect = (sourceEventKey: string) => ({
  sourceEventKey,
  workspaceId: 'T1',
  provider: 'slack',
  eventId: 'Ev1',
  target: 'jira',
  action: '',
  idempotencyKey: sourceEventKey,
  request: Buffer.from('{"a":1}'),
});
const keyOf = (sourceEventKey: string, attempt: number) => ({ sourceEventKey, workspaceId: 'T1', attempt });

async function open(context: TestContext): Promise<Database> {
  return opened(await migratedDatabase(context));
}

interface Row {
  readonly state: OperationState;
  readonly attempt: number;
  readonly over: boolean;
}

async function standing(database: Database, key: string): Promise<Standing> {
  const [row] = await database.query<Row>(
    `select state, attempt, lease_expires_at is null or lease_expires_at <= clock_timestamp() as over
     from dedupe.operations where source_event_key = $1`,
    [key],
  );
  if (!row) throw new Error('the row is gone');
  return { state: row.state, attempt: row.attempt, leaseOver: row.over };
}

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
  expect(await expireOperations(database, 10)).toMatchObject([{ source_event_key: 'k', state: 'unknown' }]);
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
  await expireOperations(database, 10);
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

const anyTry = fc.record({
  kind: fc.constantFrom('claim', 'send', 'done', 'lost', 'expire', 'found', 'absent', 'give-up', 'redrive', 'refused'),
  back: fc.nat(1),
  /** Whether the lease of this step is over at once. */
  short: fc.boolean(),
});
type Try = typeof anyTry extends fc.Arbitrary<infer T> ? T : never;

/** The same try against the machine; a refusal is settled by the policy in the same statement. */
function stepsOf({ kind, back }: Try, attempt: number): Step[] {
  const own = { attempt: Math.max(0, attempt - back) };
  if (kind === 'claim' || kind === 'expire') return [{ step: kind }];
  if (kind === 'done') return [{ step: 'answer', outcome: 'done', ...own }];
  if (kind === 'lost') return [{ step: 'answer', outcome: 'unknown', ...own }];
  if (kind === 'refused')
    return [
      { step: 'answer', outcome: 'refused', ...own },
      { step: 'retry', ...own },
    ];
  if (kind === 'found' || kind === 'absent') return [{ step: 'prove', proof: kind, ...own }];
  return [{ step: kind, ...own }];
}

async function attemptInSql(database: Database, { kind, back, short }: Try, attempt: number): Promise<void> {
  const own = keyOf('k', Math.max(0, attempt - back));
  const leaseMs = short ? 0 : 60_000;
  if (kind === 'claim') await claim(database, 1, leaseMs);
  if (kind === 'send') await sendOperation(database, own, leaseMs);
  if (kind === 'expire') await expireOperations(database, 1);
  if (kind === 'done') await settleOperation(database, own, { to: 'confirmed', externalId: 'OPS-1' });
  if (kind === 'lost') await settleOperation(database, own, { to: 'unknown', errorCode: 'reset' });
  if (kind === 'refused') await settleOperation(database, own, { to: 'planned', proof: 'refused', errorCode: 'busy' });
  if (kind === 'found') await proveOperation(database, own, { proof: 'found', externalId: 'OPS-1', evidence: 'seen' });
  if (kind === 'absent') await proveOperation(database, own, { proof: 'absent', evidence: 'search said none' });
  if (kind === 'give-up') await abandonOperation(database, own, 'no adapter');
  if (kind === 'redrive') await redriveOperation(database, own);
}

test('statements and machine agree on every step of a random history', async (context) => {
  const database = await open(context);
  await fc.assert(
    fc.asyncProperty(fc.array(anyTry, { minLength: 1, maxLength: 15 }), async (tries) => {
      await database.script('truncate dedupe.operations, dedupe.attempts');
      await planOperations(database, [effect('k')]);
      for (const one of tries) {
        const before = await standing(database, 'k');
        // A worker gives up what it holds: the machine says so of a lease that is over, the statement of the attempt.
        const seen = one.kind === 'give-up' ? { ...before, leaseOver: true } : before;
        const after = stepsOf(one, before.attempt).reduce((now, step) => moved(now, step) ?? now, seen);
        await attemptInSql(database, one, before.attempt);
        const { state, attempt } = await standing(database, 'k');
        expect({ one, before, state, attempt }).toEqual({ one, before, state: after.state, attempt: after.attempt });
      }
    }),
    { numRuns: 60 },
  );
});
