// main(argv, io) → exit code. The only catch: whatever goes wrong below ends here as one sentence and one status.
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { helpTopic } from './command-line.ts';
import type { Io } from './context.ts';
import { DedupeError } from './errors.ts';
import { Exit, type ExitCode } from './exit.ts';
import { reportFailure } from './failure.ts';
import { createWriter } from './io.ts';

export { outputTo } from './plain-output.ts';

export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return reportFailure(error, argv, io);
  }
}

/** A full disk behind `>`: the answer is not whole, and no status that means one may say so. */
export function outputFailed(cause: Error, argv: readonly string[], io: Io): ExitCode {
  const sentence = `the answer could not be written to standard output: ${cause.message}`;
  return reportFailure(new DedupeError('DEDUPE_FILE_UNWRITABLE', sentence, { cause }), argv, io);
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const out = createWriter(io, 'stdout');
  if (argv[0] === '--version' || argv[0] === '-V') {
    out.line(manifest.version);
    return Exit.clean;
  }
  const topic = helpTopic(argv);
  if (topic !== undefined) {
    out.document(await helpPage(topic));
    return Exit.clean;
  }
  if (argv.length === 0) {
    const err = createWriter(io, 'stderr');
    err.document(await helpPage(''));
    err.line('\nerror: no command given');
    return Exit.misuse;
  }
  const { prepare } = await import('./program.ts');
  const { command, options, context } = await prepare(argv, io);
  return command.run(options, context);
}

/** The build has rendered every page; they are absent when run from source. */
async function helpPage(topic: string): Promise<string> {
  try {
    return readFileSync(`${import.meta.dirname}/help/${topic || 'dedupe'}.txt`, 'utf8');
  } catch {
    return (await import('./help.ts')).helpText(topic);
  }
}
