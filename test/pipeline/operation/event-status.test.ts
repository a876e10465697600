// Does the status of an event say what has happened to its effects?
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationStates } from '../../../src/model/operation.ts';
import { eventStatus } from '../../../src/pipeline/operation/event-status.ts';

const of = (...states: (typeof operationStates)[number][]) => states.map((state) => ({ state, failures: 0 }));

test.each([
  [of(), 'processed'],
  [of('confirmed'), 'processed'],
  [of('confirmed', 'planned'), 'processing'],
  [of('sent'), 'processing'],
  [of('confirmed', 'dead'), 'permanent_error'],
  [of('dead', 'planned'), 'processing'],
  [of('unknown', 'confirmed'), 'unknown_result'],
  [of('unknown', 'dead', 'planned'), 'unknown_result'],
  [[{ state: 'planned', failures: 1 } as const], 'retryable_error'],
  [[{ state: 'refused', failures: 1 } as const], 'retryable_error'],
])('%j is %s', (operations, status) => {
  expect(eventStatus(operations)).toBe(status);
});

test('processed is said only when every effect is confirmed, and in no order of them otherwise', () => {
  const one = fc.record({ state: fc.constantFrom(...operationStates), failures: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(one), (operations) => {
      const status = eventStatus(operations);
      expect(status === 'processed').toBe(operations.every(({ state }) => state === 'confirmed'));
      expect(eventStatus([...operations].reverse())).toBe(status);
    }),
  );
});
