// What the exit status tells a script. The whole list; nothing else is ever returned.
export const Exit = {
  /** Clean: single, not-a-duplicate, or no finding at the fail level. */
  clean: 0,
  /** Found: duplicate, lost, split, or findings at the fail level. */
  found: 1,
  /** Misuse: the command line or the configuration cannot mean anything. */
  misuse: 2,
  /** Could not do the job or could not decide. */
  failed: 3,
  /** Interrupted by the user; what was known has been printed. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof Exit)[keyof typeof Exit];
