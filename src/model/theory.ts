// A theory that people state about duplicates and that often does not fit: its text, and the numbers that speak against it.
import type { Refutation } from './cause.ts';
import type { Timeline } from './timeline/timeline.ts';

export interface Theory {
  /** Stable for ever, equal to the file's name, in the same id space as the rules. */
  readonly id: string;
  /** As people say it, in one sentence. */
  readonly title: string;
  /** Why it is said, and what is true instead. */
  readonly problem: string;
  /** What in the evidence speaks against it. */
  readonly signs: readonly string[];
  /** Where to look instead. */
  readonly fix: readonly string[];
  /** Pure. Undefined: nothing here speaks against it, which does not make it true. */
  refute(timeline: Timeline): Omit<Refutation, 'rule'> | undefined;
}
