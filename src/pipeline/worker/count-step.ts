// One claim in numbers.

import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';

/** `isInside`: of an effect that is made within the attempt of its event, which is counted by itself. */
export function countStep(
  counters: Counters,
  role: 'worker' | 'outbox',
  step: WorkerStep,
  { isInside = false } = {},
): void {
  const { ended } = step;
  counters.count('dedupe_claims_total', { role, ended });
  if (ended === 'retry') counters.count('dedupe_work_retries_total', { role, reason: step.errorCode });
  // An event that is planned has its tries before it.
  const isThrough = ended !== 'retry' && ended !== 'superseded' && ended !== 'planned';
  if (isThrough && !isInside) counters.observe('dedupe_event_attempts', step.attempt);
}
