// Everything that is wrong with a configuration, told at once: each problem with its place, what was found, what is allowed.
import { DedupeError } from '../errors.ts';

export interface Problem {
  /** What set it: `dedupe.config.yaml:3`, `DEDUPE_TIME`, `--since`. */
  readonly from: string;
  /** Whole: it names the place. */
  readonly sentence: string;
  readonly hint?: string;
}

/** Throws one error for all of them; returns when there is none. */
export function refuse(problems: readonly Problem[]): void {
  const [first, ...rest] = problems.toSorted((a, b) => a.from.localeCompare(b.from, 'en', { numeric: true }));
  if (first === undefined) return;
  const code = problems.every(({ from }) => from.startsWith('--')) ? 'DEDUPE_USAGE' : 'DEDUPE_CONFIG_INVALID';
  if (rest.length === 0) throw new DedupeError(code, first.sentence, { hint: first.hint ?? '' });
  throw new DedupeError(code, `the configuration has ${problems.length} problems`, {
    hint: [first, ...rest].map((problem) => [problem.sentence, problem.hint].filter(Boolean).join('. ')).join('\n'),
  });
}

/** A problem at a place in a file. */
export function inFile(from: string, sentence: string, hint = ''): Problem {
  return { from, sentence: `${from}: ${sentence}`, hint };
}

/** A value as an error may quote it: short, and not at all where it could hold a secret. */
export function describe(value: unknown, secret: boolean): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a group of keys';
  if (secret) return 'a value of another form (not shown, since it may hold a secret)';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? `${typeof value} ${value}` : `a ${typeof value}`;
}
