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
  // Unknown: it waited for a harmless repeat of what may have come through, and what it would send is no longer kept.
  planned: ['sent', 'confirmed', 'unknown', 'dead'],
  sent: ['confirmed', 'refused', 'unknown'],
  confirmed: [],
  refused: ['planned', 'dead'],
  unknown: ['confirmed', 'planned'],
  dead: ['planned'],
};

/** What an event has come to, derived from its operations; `received` is nobody's yet. */
export const eventStatuses = [
  'received',
  'processing',
  'processed',
  'retryable_error',
  'permanent_error',
  'unknown_result',
] as const;

/** `queue` of an attempt at an operation; its job id is the source event key. */
export const outboxQueue = 'outbox';
/** `queue` of an attempt at an event. */
export const eventQueue = 'dedupe';

/** The target that stands for the application itself: an operation there is the handling of one event. */
export const appTargetOf = (provider: string): string => `app:${provider}`;

/** The target of what an application's listeners make one by one: the action behind the key tells the effects apart. */
export const effectTargetOf = (provider: string): string => `effect:${provider}`;

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

/** Given to the application, which named nothing that it made: the row stands for the handling of one event, and for no object. */
export function isHandling(fields: Readonly<Record<string, unknown>>): boolean {
  const { target, provider = 'slack', external_id, source_event_key } = fields;
  if (target !== appTargetOf(String(provider))) return false;
  return external_id === undefined || external_id === source_event_key;
}
