// main(argv, io) → exit code. The only catch: whatever goes wrong below ends here as one sentence and one status.
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { commands } from './commands/index.ts';
import type { Io } from './context.ts';
import { Exit, type ExitCode } from './exit.ts';
import { reportFailure } from './failure.ts';
import { createWriter } from './io.ts';

export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return reportFailure(error, argv, io);
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const out = createWriter(io.stdout);
  if (argv[0] === '--version' || argv[0] === '-V') {
    out.line(manifest.version);
    return Exit.clean;
  }
  const topic = helpTopic(argv);
  if (topic !== undefined) {
    out.document(prerendered(topic) ?? (await (await import('./program.ts')).helpText(topic)));
    return Exit.clean;
  }
  if (argv.length === 0) {
    createWriter(io.stderr).document(prerendered('') ?? (await (await import('./program.ts')).helpText('')));
    return Exit.misuse;
  }
  const { prepare } = await import('./program.ts');
  const { command, options, context } = await prepare(argv, io);
  return command.run(options, context);
}

/** The command whose help is asked for, empty text for the whole program's, undefined when it is not. */
function helpTopic(argv: readonly string[]): string | undefined {
  if (argv[0] === 'help') return argv[1] ?? '';
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  if (!words.includes('--help') && !words.includes('-h')) return undefined;
  return words.find((word) => Object.hasOwn(commands, word)) ?? '';
}

/** Help is the same on every machine, so the build renders it once; absent when run from source. */
function prerendered(topic: string): string | undefined {
  if (topic !== '' && !Object.hasOwn(commands, topic)) return undefined;
  try {
    return readFileSync(new URL(`./help/${topic || 'dedupe'}.txt`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
