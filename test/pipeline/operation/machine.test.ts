// Does any order of claims, answers, crashes and proofs ever let a second create out?
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationStates } from '../../../src/model/operation.ts';
import { moved, type Standing, type Step } from '../../../src/pipeline/operation/machine.ts';

const planned: Standing = { state: 'planned', attempt: 0, leaseOver: true };

/** Steps as careless workers would try them: with attempts that are old, current or made up, and leases that end at any time. */
const anyStep = fc.record({
  kind: fc.constantFrom('claim', 'send', 'answer', 'expire', 'prove', 'retry', 'give-up', 'redrive', 'lease-ends'),
  back: fc.nat(2),
  outcome: fc.constantFrom('done', 'refused', 'unknown'),
  proof: fc.constantFrom('found', 'absent'),
});
type Drawn = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

function stepOf({ kind, back, outcome, proof }: Drawn, now: Standing): Step | undefined {
  const attempt = Math.max(0, now.attempt - back);
  if (kind === 'lease-ends') return undefined;
  if (kind === 'claim' || kind === 'expire') return { step: kind };
  if (kind === 'answer') return { step: kind, attempt, outcome } as Step;
  return (kind === 'prove' ? { step: kind, attempt, proof } : { step: kind, attempt }) as Step;
}

test('no path creates twice: between two sends lies a proof that the first made nothing', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 60 }), (drawn) => {
      let now = planned;
      let mayExist = 0;
      for (const one of drawn) {
        if (one.kind === 'lease-ends') now = { ...now, leaseOver: true };
        const step = stepOf(one, now);
        const then = step && moved(now, step);
        if (!step || !then) continue;
        if (step.step === 'send') mayExist += 1;
        if (step.step === 'answer' && step.outcome === 'refused') mayExist -= 1;
        if (step.step === 'prove' && step.proof === 'absent') mayExist -= 1;
        expect(mayExist).toBeLessThanOrEqual(1);
        expect(then.attempt).toBeGreaterThanOrEqual(now.attempt);
        now = then;
      }
    }),
    { numRuns: 3_000 },
  );
});

test('unknown is left by a proof only, or by an own answer that names the object', () => {
  fc.assert(
    fc.property(anyStep, fc.nat(4), fc.boolean(), (drawn, attempt, leaseOver) => {
      const now: Standing = { state: 'unknown', attempt, leaseOver };
      const step = stepOf(drawn, now);
      const then = step && moved(now, step);
      if (!step || !then) return;
      expect(['prove', 'answer']).toContain(step.step);
      if (step.step === 'answer') expect([step.outcome, then.state]).toEqual(['done', 'confirmed']);
    }),
  );
});

test('whoever holds an older attempt moves nothing, in no state', () => {
  for (const state of operationStates)
    for (const step of ['send', 'retry', 'give-up', 'redrive'] as const)
      expect(moved({ state, attempt: 3, leaseOver: true }, { step, attempt: 2 })).toBeUndefined();
  for (const state of operationStates) {
    const stale = { attempt: 2, outcome: 'done' } as const;
    expect(moved({ state, attempt: 3, leaseOver: false }, { step: 'answer', ...stale })).toBeUndefined();
    expect(
      moved({ state, attempt: 3, leaseOver: false }, { step: 'prove', attempt: 2, proof: 'found' }),
    ).toBeUndefined();
  }
});

describe('a job that runs again', () => {
  test('may take what is planned when the lease is over, and not before', () => {
    expect(moved({ state: 'planned', attempt: 1, leaseOver: true }, { step: 'claim' })).toMatchObject({ attempt: 2 });
    expect(moved({ state: 'planned', attempt: 1, leaseOver: false }, { step: 'claim' })).toBeUndefined();
  });

  test('makes what was sent unknown, once the lease is over', () => {
    const sent: Standing = { state: 'sent', attempt: 1, leaseOver: true };
    expect(moved(sent, { step: 'claim' })).toBeUndefined();
    expect(moved(sent, { step: 'expire' })?.state).toBe('unknown');
    expect(moved({ ...sent, leaseOver: false }, { step: 'expire' })).toBeUndefined();
  });

  test.each(['confirmed', 'refused', 'unknown', 'dead'] as const)('takes nothing that is %s', (state) => {
    expect(moved({ state, attempt: 1, leaseOver: true }, { step: 'claim' })).toBeUndefined();
    expect(moved({ state, attempt: 1, leaseOver: true }, { step: 'send', attempt: 1 })).toBeUndefined();
  });
});

test('what waits to be sent again and is found is confirmed, unless a worker has it or it was never sent', () => {
  const found = (attempt: number, leaseOver: boolean) =>
    moved({ state: 'planned', attempt, leaseOver }, { step: 'prove', attempt, proof: 'found' })?.state;
  expect([found(2, true), found(2, false), found(0, true)]).toEqual(['confirmed', undefined, undefined]);
  const absent = { step: 'prove', attempt: 2, proof: 'absent' } as const;
  expect(moved({ state: 'planned', attempt: 2, leaseOver: true }, absent)).toBeUndefined();
});

test('nothing is sent that nobody has claimed', () => {
  expect(moved(planned, { step: 'send', attempt: 0 })).toBeUndefined();
});
