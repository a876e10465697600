// The application itself as a target: what it is given is sent once, and what it says decides like any other system's answer.
import type { Operation } from '../../model/operation.ts';
import type { Created, Target } from '../../model/target.ts';
import { type Frozen, thaw } from './frozen.ts';

/** Gives one event to the application. Never rejects for what the application does. */
export type Deliver = (operation: Operation, event: Frozen, signal: AbortSignal) => Promise<Created>;

/** What stands in the ledger where the application named nothing that it made: unlike a word, it is one event's alone. */
export const unnamed = ({ sourceEventKey }: Pick<Operation, 'sourceEventKey'>): string => sourceEventKey;

export function appTarget(id: string, title: string, deliver: Deliver, keyLifetimeMs: number | undefined): Target {
  const blind = { answer: 'cannot-see', reason: 'an application cannot be searched', asked: '' } as const;
  return {
    id,
    title,
    abilities: {
      idempotencyKey:
        keyLifetimeMs === undefined
          ? undefined
          : { name: 'Idempotency-Key', scope: 'application', lifetimeMs: keyLifetimeMs },
      uniqueField: undefined,
      findBy: 'none',
      indexLagMs: undefined,
      listsByTime: false,
      namesCreator: false,
      leavesOut: undefined,
      createMaximumMs: Number.POSITIVE_INFINITY,
    },
    find: async () => blind,
    findWindow: async () => blind,
    probe: async () => ({ visible: false, evidence: blind.reason }),
    create: (operation, request, signal) => deliver(operation, thaw(request), signal),
  };
}
