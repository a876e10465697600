// From a command line to a command with its options and its context. The only user of the argument parser's errors.
import { CommanderError, Command as Program } from 'commander';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { loadConfig } from './config.ts';
import { type Context, createContext, type Io } from './context.ts';
import { DedupeError } from './errors.ts';
import { addSharedFlags, type SharedFlags, sharedNames } from './flags.ts';
import { suggestion } from './nearest.ts';

export interface Prepared {
  readonly command: Command;
  readonly options: unknown;
  readonly context: Context;
}

export async function prepare(argv: readonly string[], io: Io): Promise<Prepared> {
  const at = argv.findIndex((word) => Object.hasOwn(commands, word));
  const first = argv.find((word) => !word.startsWith('-')) ?? '';
  if (at < 0) {
    if (first === '') throw new DedupeError('DEDUPE_USAGE', 'no command given', { hint: 'dedupe --help lists them.' });
    throw new DedupeError('DEDUPE_UNKNOWN_COMMAND', `there is no command "${first}"`, {
      hint: suggestion(first, Object.keys(commands)),
    });
  }
  const command = await load(argv[at] as string);
  const program = programOf(command);
  parse(program, argv.toSpliced(at, 1));
  const { own, shared } = split(program);
  const { config, request } = await loadConfig(io, shared, command.formats);
  return { command, options: command.options.parse(own), context: createContext(io, config, request) };
}

/** Help of one command, or of the program for empty text. Width is fixed, so that it can be rendered at build time. */
export async function helpText(topic: string): Promise<string> {
  if (topic !== '') return programOf(await load(topic)).helpInformation();
  const program = new Program('dedupe').description(
    'One inbound event, two tasks: find out why, prove it line by line, and say what to change.',
  );
  for (const name of Object.keys(commands)) {
    const command = await load(name);
    program.addCommand(configured(new Program(name), command));
  }
  program.helpCommand(false).configureHelp({ helpWidth, subcommandTerm: (sub) => sub.name() });
  program.option('--version', 'print the version');
  const examples = ['dedupe demo', 'dedupe trace Ev08SAMPLE1 --logs app.jsonl', 'dedupe trace --help'];
  return `${examplesText(examples)}\n${program.helpInformation()}`;
}

const helpWidth = 100;

async function load(name: string): Promise<Command> {
  const loader = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (loader) return loader();
  throw new DedupeError('DEDUPE_UNKNOWN_COMMAND', `there is no command "${name}"`, {
    hint: suggestion(name, Object.keys(commands)),
  });
}

function programOf(command: Command): Program {
  const program = configured(new Program(`dedupe ${command.name}`), command);
  program.addHelpText('beforeAll', '');
  return program;
}

function configured(program: Program, command: Command): Program {
  program.summary(command.summary).description(command.summary).exitOverride().configureHelp({ helpWidth });
  program.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  program.allowExcessArguments(false).showSuggestionAfterError(true);
  command.configure(program);
  addSharedFlags(program, command.formats);
  return program;
}

function examplesText(examples: readonly string[]): string {
  return ['Examples:', ...examples.map((line) => `  $ ${line}`), ''].join('\n');
}

function parse(program: Program, words: readonly string[]): void {
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [sentence = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
    throw new DedupeError('DEDUPE_USAGE', sentence, {
      hint: [...rest, `${program.name()} --help shows how it is called.`].join(' '),
      cause: error,
    });
  }
}

function split(program: Program): { own: Record<string, unknown>; shared: SharedFlags } {
  const own: Record<string, unknown> = {};
  const shared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(program.opts())) {
    if (value === undefined) continue;
    ((sharedNames as readonly string[]).includes(name) ? shared : own)[name] = value;
  }
  if (program.registeredArguments.length > 0) own.args = program.args;
  return { own, shared: shared as SharedFlags };
}
