// What is the status of an event, given the operations that it led to? The one function that says so.
import type { OperationState } from '../../model/operation.ts';

export type EventStatus = 'processing' | 'processed' | 'retryable_error' | 'permanent_error' | 'unknown_result';

export interface OperationStanding {
  readonly state: OperationState;
  /** Failures with the present retry budget: 0 is a first try. */
  readonly failures: number;
}

/** Whatever needs a person first, then what still goes on, then what was given up. No effect wanted is processed. */
export function eventStatus(operations: readonly OperationStanding[]): EventStatus {
  const open = operations.filter(({ state }) => state === 'planned' || state === 'sent' || state === 'refused');
  if (operations.some(({ state }) => state === 'unknown')) return 'unknown_result';
  if (open.some(({ failures }) => failures > 0)) return 'retryable_error';
  if (open.length > 0) return 'processing';
  return operations.some(({ state }) => state === 'dead') ? 'permanent_error' : 'processed';
}
