// One claim in numbers.

import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';

export function countStep(counters: Counters, role: 'worker' | 'outbox', step: WorkerStep): void {
  const { ended } = step;
  counters.count('dedupe_claims_total', { role, ended });
  if (ended === 'retry') counters.count('dedupe_work_retries_total', { role, reason: step.errorCode });
  const isThrough = ended !== 'retry' && ended !== 'superseded';
  if (role === 'worker' && isThrough) counters.observe('dedupe_event_attempts', step.attempt);
}
