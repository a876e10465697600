// What `dedupe explain` says of a rule beyond its problem, signs and fix. Apart from the rules, so that a trace does not load it.

export interface Example {
  readonly language: 'TypeScript' | 'Python' | 'SQL' | 'shell' | 'YAML';
  /** One entry a line, ready to be copied. */
  readonly code: readonly string[];
}

export interface Advice {
  /** Where code helps: short, and correct as it stands but for the names. */
  readonly example?: Example;
  /** What one can look at to be sure that it is this. */
  readonly confirmedBy: readonly string[];
  /** What would speak against it. */
  readonly refutedBy: readonly string[];
  /** Official documentation only. */
  readonly links: readonly string[];
  /** The fix changes these: it begins with a backup and a test case. */
  readonly touches?: readonly ('data' | 'payments' | 'access')[];
}
