// Do the statements move exactly what the state machine allows?
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationState } from '../../../src/model/operation.ts';
import { moved, type Standing, type Step } from '../../../src/pipeline/operation/machine.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { abandonOperation } from '../../../src/store/operations/abandon-operation.ts';
import { expireOperations } from '../../../src/store/operations/expire-operations.ts';
import { planOperations } from '../../../src/store/operations/plan-operations.ts';
import { proveOperation } from '../../../src/store/operations/prove-operation.ts';
import { redriveOperation } from '../../../src/store/operations/redrive-operation.ts';
import { sendOperation } from '../../../src/store/operations/send-operation.ts';
import { settleOperation } from '../../../src/store/operations/settle-operation.ts';
import { base, claim, effect, keyOf, open } from './ledger.ts';

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
  if (kind === 'expire') await expireOperations(database, base);
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
