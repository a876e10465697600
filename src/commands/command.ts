// What a file in this folder exports: one command of the command line.
import type { Command as Program } from 'commander';
import type * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export interface Command<Options = unknown> {
  readonly name: string;
  readonly summary: string;
  /** Shown first in the help: whole command lines that work. */
  readonly examples: readonly string[];
  /** Formats that `--format` and `--output` accept; the first is the default. Empty: the command writes no document. */
  readonly formats: readonly string[];
  /** Adds arguments and the options that only this command has; the shared flags are there already. */
  configure(program: Program): void;
  /** Strict: an option that the schema does not name is a bug found by the first test. Arguments arrive as `args`. */
  readonly options: z.ZodMiniType<Options>;
  run(options: Options, context: Context): Promise<ExitCode>;
}

/** Keeps the type of the options while the list of commands holds them all. */
export function defineCommand<Options>(command: Command<Options>): Command<Options> {
  return command;
}
