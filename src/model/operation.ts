// One intended effect in the ledger, and the states it can be in. States say what has happened, not what is hoped.
import type { Instant } from './instant.ts';

/**
 * `planned`: written with the business row, nothing sent. `sent`: committed before the first byte left.
 * `confirmed`: it exists, external id known. `refused`: proven not executed. `unknown`: sent, and nobody knows;
 * leaves only by proof. `dead`: given up by the retry policy, with its reason.
 */
export const operationStates = ['planned', 'sent', 'confirmed', 'refused', 'unknown', 'dead'] as const;
export type OperationState = (typeof operationStates)[number];

/** The only moves. Whoever makes one compares state and attempt first, in one statement. */
export const operationMoves: Readonly<Record<OperationState, readonly OperationState[]>> = {
  planned: ['sent', 'dead'],
  sent: ['confirmed', 'refused', 'unknown'],
  confirmed: [],
  refused: ['planned', 'dead'],
  unknown: ['confirmed', 'planned'],
  dead: ['planned'],
};

export interface Operation {
  readonly sourceEventKey: string;
  readonly workspaceId: string;
  readonly target: string;
  readonly state: OperationState;
  /** Grows at every claim for ever; a claim that is no longer the newest cannot commit. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** Undefined until the target named it. */
  readonly externalId: string | undefined;
  readonly plannedAt: Instant;
  readonly sentAt: Instant | undefined;
  readonly finishedAt: Instant | undefined;
  readonly leaseUntil: Instant | undefined;
  readonly lastErrorCode: string | undefined;
}
