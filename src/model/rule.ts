// The one contract of all rules: causes (over a timeline), lint (over a subscription file), audit (over code and runtime facts).
import type { Advice } from './advice.ts';

/** `shown`: every link is a fact. `consistent`: a link is inferred. `open`: a gap prevents deciding. No percentages. */
export const certainties = ['shown', 'consistent', 'open'] as const;
export type Certainty = (typeof certainties)[number];

export const severities = ['error', 'warning', 'note'] as const;
export type Severity = (typeof severities)[number];

/** A place in a file. Lines and columns count from 1; the end is exclusive. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** What stands there, in a few words, when it is the related place of a finding. */
  readonly note?: string;
}

/** A replacement that is safe to make without understanding the program. */
export interface Edit {
  readonly location: Location;
  readonly replacement: string;
}

/** Data first: the words are made from `args` by the rule's `say`. */
export interface Finding<Args = unknown> {
  readonly rule: string;
  readonly args: Args;
  readonly certainty: Certainty;
  /** Numbers of the facts that it stands on, in the order in which a reader should look at them. Empty for files. */
  readonly facts: readonly number[];
  readonly location?: Location;
  readonly related?: readonly Location[];
  readonly edit?: Edit;
  /** Instead of the rule's own, where this case is worse or less sure than the usual one. */
  readonly severity?: Severity;
}

export interface Rule<Input, Args = unknown> {
  /** Stable for ever, equal to the file's name, one id space over causes, lint and audit. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** What goes wrong, in two or three sentences, for `dedupe explain`. */
  readonly problem: string;
  /** What to change, the most effective step first; one sentence each. */
  readonly fix: readonly string[];
  /** What explain adds: an example, what confirms or refutes it, links. A rule whose trace is in a hurry keeps it in src/advice. */
  readonly advice?: Advice;
  /** Pure and synchronous. No finding means "not this", never "could not look". */
  check(input: Input): Finding<Args>[];
  /** One sentence that says what happened, from the arguments alone. */
  say(args: Args): string;
}
