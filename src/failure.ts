// How an error is told: one sentence and a hint on standard error, JSON when JSON was asked for.
import type { Io } from './context.ts';
import { DedupeError } from './errors.ts';
import type { ExitCode } from './exit.ts';
import { createWriter } from './io.ts';

export function reportFailure(error: unknown, argv: readonly string[], io: Io): ExitCode {
  const err = createWriter(io.stderr);
  const known = error instanceof DedupeError ? error : unforeseen(error, io);
  if (wantsJson(argv)) {
    const { code, message, hint, exit } = known;
    err.line(JSON.stringify({ error: { code, message, hint: hint || null, exit } }));
  } else {
    err.line(`error: ${known.message}`);
    for (const line of known.hint.split('\n').filter(Boolean)) err.line(`  ${line}`);
    err.line(`  (${known.code})`);
  }
  if (beforeEnd(argv).includes('--debug')) err.line(stackOf(error));
  return known.exit;
}

/** Anything that is not a DedupeError is a fault of this program, and says so. */
function unforeseen(error: unknown, io: Io): DedupeError {
  if (io.signal.aborted) return new DedupeError('DEDUPE_INTERRUPTED', 'interrupted', { cause: error });
  const what = (error instanceof Error ? error.message : String(error)).split('\n')[0];
  return new DedupeError('DEDUPE_BUG', `this is a fault in dedupe itself: ${what}`, {
    hint: 'Run it again with --debug and report what it prints.',
    cause: error,
  });
}

/** Asked of the words, since the error may be that they cannot be parsed. The last `--format` counts, as it does there. */
function wantsJson(argv: readonly string[]): boolean {
  const words = beforeEnd(argv);
  const formats = words.map((word, i) => (word === '--format' ? words[i + 1] : /^--format=(.*)$/.exec(word)?.[1]));
  return formats.findLast((format) => format !== undefined) === 'json';
}

function beforeEnd(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
