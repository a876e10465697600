// A rule over a timeline: one named reason why one event had more than one effect.
import type { FactKind } from './fact-fields.ts';
import type { Rule } from './rule.ts';
import type { Timeline } from './timeline/timeline.ts';
import type { Verdict } from './trace-document.ts';

/** Families of the catalogue: what kind of repetition it was. */
export type Family =
  | 'REDELIVERY'
  | 'OVERLAP'
  | 'LOOP'
  | 'FANOUT'
  | 'SPLIT'
  | 'GUARD'
  | 'REEXECUTION'
  | 'AMBIGUOUS_WRITE'
  | 'PARTIAL_COMMIT'
  | 'REPEATED_ACTION'
  | 'TARGET';

/** A theory that was tested and does not fit, with the reason: the numbers speak against it. */
export interface Refutation {
  readonly rule: string;
  readonly reason: string;
  readonly facts: readonly number[];
}

/** The chain in which a duplicate is made; the primary finding deviates at its earliest link. */
export const chainLinks = [
  'delivery',
  'guard',
  'run',
  'job',
  'attempt',
  'call',
  'record',
] as const satisfies FactKind[];
export type ChainLink = (typeof chainLinks)[number];

export interface Cause<Args = unknown> extends Rule<Timeline, Args> {
  readonly family: Family;
  /** What a trace answers when this is the primary finding; `duplicate` when left out, where something was made twice. */
  readonly verdict?: Extract<Verdict, 'duplicate' | 'not-a-duplicate' | 'split' | 'lost'>;
  /** It says what the evidence lost, not what went wrong: primary only where nothing else deviates. */
  readonly isEvidenceGap?: boolean;
  /** The link of delivery → guard → run → job → attempt → call → record at which things went wrong. */
  readonly deviatesAt: ChainLink;
  /** For a cause of several forms, where this finding deviates; `deviatesAt` when left out. */
  linkOf?(args: Args): ChainLink;
  /** How it shows itself: what to look for in the evidence. */
  readonly signs: readonly string[];
  /** The comparisons that prove a finding, one short clause each: "#1 was answered after #3 had arrived (4.20 s > 3 s)". */
  because(args: Args): readonly string[];
  /** Asked only when `check` found nothing: why this theory does not fit, or undefined when nothing speaks for or against. */
  refute?(timeline: Timeline): Omit<Refutation, 'rule'> | undefined;
}
