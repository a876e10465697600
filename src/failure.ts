// How an error is told: one sentence and a hint on standard error, JSON when JSON was asked for.
import type { Io } from './context.ts';
import { DedupeError } from './errors.ts';
import { Exit, type ExitCode } from './exit.ts';
import { createWriter } from './io.ts';
import { visible } from './model/clean/visible.ts';
import type { ErrorDocument } from './model/error-document.ts';

export function reportFailure(error: unknown, argv: readonly string[], io: Io): ExitCode {
  const err = createWriter(io, 'stderr');
  const known = asDedupeError(error, io);
  const { code, message, hint, exit } = known;
  const stack = beforeEnd(argv).includes('--debug') ? stackOf(error) : undefined;
  if (wantsJson(argv)) {
    const document: ErrorDocument = { error: { code, message, hint: hint || null, exit, ...(stack && { stack }) } };
    err.line(JSON.stringify(document));
    return exit;
  }
  // No error has colours of ours: one that stands in it came from outside.
  const lines = (text: string) => text.split('\n').map(visible);
  err.line(`error: ${lines(message).join('\n')}`);
  for (const line of lines(hint).filter(Boolean)) err.line(`  ${line}`);
  err.line(`  (${code})`);
  if (stack) err.line(stack);
  return exit;
}

/** Whatever breaks after Ctrl-C broke because of it. Else, anything that is not a DedupeError is a fault of this program. */
function asDedupeError(error: unknown, io: Io): DedupeError {
  if (error instanceof DedupeError && (!io.signal.aborted || error.exit === Exit.interrupted)) return error;
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

/** Ten causes deep: a chain that is longer goes in circles. */
function stackOf(error: unknown, depth = 10): string {
  if (!(error instanceof Error) || depth === 0) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause, depth - 1)}`;
  return `${error.stack ?? error.message}${cause}`;
}
