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
    if (known.hint) err.line(`  ${known.hint}`);
    err.line(`  (${known.code})`);
  }
  if (argv.includes('--debug')) err.line(stackOf(error));
  return known.exit;
}

/** Anything that is not a DedupeError is a fault of this program, and says so. */
function unforeseen(error: unknown, io: Io): DedupeError {
  if (io.signal.aborted) return new DedupeError('DEDUPE_INTERRUPTED', 'interrupted', { cause: error });
  const what = error instanceof Error ? error.message : String(error);
  return new DedupeError('DEDUPE_BUG', `this is a fault in dedupe itself: ${what}`, {
    hint: 'Run it again with --debug and report what it prints.',
    cause: error,
  });
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some((word, i) => word === '--format=json' || (word === '--format' && argv[i + 1] === 'json'));
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
