// What is asked about an operation whose result nobody knows, and what can be answered.
import type { Instant } from './instant.ts';
import type { OperationState } from './operation.ts';
import type { TargetRecord } from './target.ts';

/**
 * `one`: it exists. `several`: it exists more than once. `none-proved`: the primary store, seen whole, does not have it, and
 * nothing can be under way any more. `none-after-wait`: a search index does not have it. `not-yet`: it is not there, and may
 * still come. `unreachable`: nobody answered. `cannot-see`: the answer cannot be believed.
 */
export const reconcileVerdicts = [
  'one',
  'several',
  'none-proved',
  'none-after-wait',
  'not-yet',
  'unreachable',
  'cannot-see',
] as const;
export type ReconcileVerdict = (typeof reconcileVerdicts)[number];

/** `confirm`, `release`: what --apply does. `verify`: it was released before, and one object is all there is. */
export type ReconcileAction = 'confirm' | 'release' | 'verify' | 'stay';

export interface Candidate {
  readonly sourceEventKey: string;
  readonly workspaceId: string;
  /** The source event key without the action. */
  readonly baseKey: string;
  readonly eventId: string | undefined;
  readonly target: string;
  readonly state: OperationState;
  readonly attempt: number;
  /** What the target was given with the create, and what is looked for. */
  readonly key: string;
  readonly externalId: string | undefined;
  /** Undefined: nobody wrote it down. */
  readonly sentAt: Instant | undefined;
  /** The first request with this key: an object cannot be older. Undefined: nobody wrote down when that was. */
  readonly firstSentAt: Instant | undefined;
  readonly finishedAt: Instant | undefined;
  /** The request was cut off by then at the latest. Undefined: nobody wrote it down. */
  readonly leaseEnd: Instant | undefined;
  /** When a look after an unproven one is due; undefined: at any time. */
  readonly nextLookAt: Instant | undefined;
  /** Other workspaces that gave this target the same key: an object with it may be theirs. */
  readonly sharedWith?: readonly string[] | undefined;
}

/** What was asked and what answered, so that a person can ask again. */
export interface Proof {
  readonly asked: string;
  readonly store: 'primary' | 'index' | undefined;
  /** Why it may be believed, or why not. */
  readonly because: string;
}

export interface Judged {
  readonly verdict: ReconcileVerdict;
  readonly action: ReconcileAction;
  readonly records: readonly TargetRecord[];
  /** The one of several that stays; the only one where there is one. */
  readonly keep: TargetRecord | undefined;
  /** Until when nothing can follow from an empty answer. */
  readonly until: Instant | undefined;
  readonly proof: Proof;
}
