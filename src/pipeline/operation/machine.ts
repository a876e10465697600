// What may happen to an operation next? The one place that decides; the statements in the store compare and set the same.
import { type OperationState, operationMoves } from '../../model/operation.ts';

/** What decides about a move. `leaseOver` is by the clock of the database; true where there is no lease. */
export interface Standing {
  readonly state: OperationState;
  readonly attempt: number;
  readonly leaseOver: boolean;
}

/** Why an unknown operation may be left: it was seen, it was proven absent, or a repeat is declared to be harmless. */
export type Proof = 'found' | 'absent' | 'repeatable';

/** `attempt` is what whoever makes the step believes: one that is no longer the newest moves nothing. */
export type Step =
  /** A worker takes it; a job that runs again finds only what was never sent, or proven not executed. */
  | { readonly step: 'claim' }
  /** Committed before the first byte leaves. */
  | { readonly step: 'send'; readonly attempt: number }
  | { readonly step: 'answer'; readonly attempt: number; readonly outcome: 'done' | 'refused' | 'unknown' }
  /** Whoever sent it is gone. */
  | { readonly step: 'expire' }
  | { readonly step: 'prove'; readonly attempt: number; readonly proof: Proof }
  /** The retry policy has spoken about what is proven not executed. */
  | { readonly step: 'retry' | 'give-up'; readonly attempt: number }
  | { readonly step: 'redrive'; readonly attempt: number };

/** Undefined: nothing moves, and whoever tried must not go on. */
export function moved(now: Standing, step: Step): Standing | undefined {
  const to = next(now, step);
  if (to === undefined) return undefined;
  if (step.step === 'claim') return { state: to, attempt: now.attempt + 1, leaseOver: false };
  return { state: to, attempt: now.attempt, leaseOver: step.step !== 'send' };
}

function next(now: Standing, step: Step): OperationState | undefined {
  if ('attempt' in step && step.attempt !== now.attempt) return undefined;
  const to = wanted(now, step);
  return to === 'planned' && now.state === 'planned' ? to : to && operationMoves[now.state].find((one) => one === to);
}

function wanted({ state, attempt, leaseOver }: Standing, step: Step): OperationState | undefined {
  switch (step.step) {
    case 'claim':
      return state === 'planned' && leaseOver ? 'planned' : undefined;
    case 'send':
      return state === 'planned' && attempt > 0 ? 'sent' : undefined;
    case 'answer':
      return answered(state, step.outcome);
    case 'expire':
      return state === 'sent' && leaseOver ? 'unknown' : undefined;
    case 'prove':
      // An earlier request came through after all: whoever would send it again comes too late.
      if (state === 'planned') return step.proof === 'found' && attempt > 0 && leaseOver ? 'confirmed' : undefined;
      if (state !== 'unknown') return undefined;
      return step.proof === 'found' ? 'confirmed' : 'planned';
    case 'retry':
      return state === 'refused' ? 'planned' : undefined;
    case 'give-up':
      return state === 'refused' || (state === 'planned' && leaseOver) ? 'dead' : undefined;
    case 'redrive':
      return state === 'dead' ? 'planned' : undefined;
  }
}

/** An answer that comes when nobody waits for it any more is a proof when it names the object, and no proof otherwise. */
function answered(state: OperationState, outcome: 'done' | 'refused' | 'unknown'): OperationState | undefined {
  if (state === 'unknown') return outcome === 'done' ? 'confirmed' : undefined;
  if (state !== 'sent') return undefined;
  return ({ done: 'confirmed', refused: 'refused', unknown: 'unknown' } as const)[outcome];
}
