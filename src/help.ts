// The help pages: examples first. The same on every machine, so that the build can render them once.
import { Command as Program } from 'commander';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { programOf } from './program.ts';

const width = 100;

const exitCodes = `Exit codes:
  0    clean: one effect, two different actions, or no finding at the level that fails
  1    found: a duplicate, a lost event, a split stream, or findings at the level that fails
  2    misuse: the command line or the configuration cannot mean anything
  3    could not do the job or could not decide
  130  interrupted
`;

/** Help of one command, or of the whole program for empty text. */
export async function helpText(topic: string): Promise<string> {
  const load = commands[topic];
  return load ? commandPage(await load()) : programPage(await Promise.all(Object.values(commands).map((get) => get())));
}

function commandPage(command: Command): string {
  const program = programOf(command).configureHelp({ helpWidth: width });
  return `${examples(command.examples)}\n${program.helpInformation()}`;
}

function programPage(all: readonly Command[]): string {
  const program = new Program('dedupe')
    .usage('<command> [options]')
    .description('One inbound event, two tasks: find out why, prove it line by line, and say what to change.')
    .option('--version', 'print the version')
    .helpOption('-h, --help', 'show this page')
    .helpCommand('help [command]', 'show what a command does and takes; the same as --help behind it')
    .configureHelp({ helpWidth: width, subcommandTerm: (sub) => sub.name() });
  for (const { name, summary } of all) program.addCommand(new Program(name).description(summary));
  const first = all.slice(0, 3).flatMap((command) => command.examples.slice(0, 1));
  return `${examples(first)}\n${program.helpInformation()}\n${exitCodes}`;
}

function examples(lines: readonly string[]): string {
  return ['Examples:', ...lines.map((line) => `  $ ${line}`), ''].join('\n');
}
