// From a command line to a command with its options and its context. The only user of the argument parser's errors.
import { CommanderError, Option, Command as Program } from 'commander';
import { findCommand } from './command-line.ts';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { loadConfig } from './config/load.ts';
import { type Context, createContext, type Io } from './context.ts';
import { DedupeError } from './errors.ts';
import { addSharedFlags, type SharedFlags, sharedNames, valuedFlags } from './flags.ts';

export interface Prepared {
  readonly command: Command;
  readonly options: unknown;
  readonly context: Context;
}

export async function prepare(argv: readonly string[], io: Io): Promise<Prepared> {
  const at = findCommand(argv, valuedFlags);
  const load = commands[argv[at] as string];
  if (load === undefined) throw new Error(`the command at ${at} is not in the list`);
  const command = await load();
  const program = programOf(command);
  parse(program, argv.toSpliced(at, 1));
  const { own, shared } = split(program);
  const { config, request } = await loadConfig(io, shared, command.formats);
  return { command, options: command.options.parse(own), context: createContext(io, config, request) };
}

export function programOf(command: Command): Program {
  const program = new Program(`dedupe ${command.name}`).description(command.summary).exitOverride();
  program.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  program.allowExcessArguments(false).showSuggestionAfterError(true);
  command.configure(program);
  addSharedFlags(program, command.formats);
  program.addHelpOption(new Option('-h, --help', 'show this page').helpGroup('Shared options:'));
  return program;
}

function parse(program: Program, words: readonly string[]): void {
  refuseSwallowedFlag(program, words);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [sentence = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
    throw misuse(program, sentence, rest.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' '), error);
  }
  refuseEmpty(program);
}

/** `--logs --plain` is a flag whose value was forgotten; a file of that name is written `--logs=--plain`. */
function refuseSwallowedFlag(program: Program, words: readonly string[]): void {
  const valued = new Set(program.options.filter((option) => option.required).map((option) => option.long));
  const known = new Set(program.options.map((option) => option.long));
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (word === '--') return;
    if (valued.has(word) && next !== undefined && known.has(next))
      throw misuse(program, `${word} needs a value, and ${next} is a flag of its own`);
  }
}

function refuseEmpty(program: Program): void {
  for (const option of program.options) {
    const value: unknown = program.opts()[option.attributeName()];
    if ([value].flat().includes('')) throw misuse(program, `${option.long} needs a value that is not empty`);
  }
  if (program.args.includes('')) throw misuse(program, 'an argument is empty');
}

function misuse(program: Program, sentence: string, hint = '', cause?: unknown): DedupeError {
  const more = `${program.name()} --help shows how it is called.`;
  return new DedupeError('DEDUPE_USAGE', sentence, { hint: [hint, more].filter(Boolean).join(' '), cause });
}

function split(program: Program): { own: Record<string, unknown>; shared: SharedFlags } {
  const own: Record<string, unknown> = {};
  const shared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(program.opts())) {
    if (value === undefined) continue;
    (sharedNames.includes(name) ? shared : own)[name] = value;
  }
  if (program.registeredArguments.length > 0) own.args = program.args;
  return { own, shared: shared as SharedFlags };
}
