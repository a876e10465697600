// The flags that every command shares. The whole list; a command adds only what nobody else has.
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Values as typed, before configuration and environment are looked at; undefined was not given. */
export interface SharedFlags {
  readonly database?: string;
  readonly logs?: readonly string[];
  readonly config?: string;
  readonly format?: string;
  readonly output?: readonly { readonly format: string; readonly file: string }[];
  readonly since?: string;
  readonly until?: string;
  readonly time?: 'relative' | 'iso' | 'raw';
  readonly color?: 'auto' | 'always' | 'never';
  readonly plain?: boolean;
  /** False after `--no-input`: never ask, even on a terminal. */
  readonly input?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

export const sharedNames = [
  'database',
  'logs',
  'config',
  'format',
  'output',
  'since',
  'until',
  'time',
  'color',
  'plain',
  'input',
  'verbose',
  'debug',
] as const satisfies (keyof SharedFlags)[];

export function addSharedFlags(program: Command, formats: readonly string[]): void {
  const shared = (flags: string, text: string) => new Option(flags, text).helpGroup('Shared options:');
  program.addOption(shared('--database <url>', 'postgres://… or pglite:DIR (also DEDUPE_DATABASE_URL)'));
  program.addOption(
    shared('--logs <path>', 'log file, folder, quoted glob, or - for standard input; repeat for more').argParser(
      append,
    ),
  );
  program.addOption(shared('--config <file>', 'configuration file instead of the one found upwards'));
  if (formats.length > 0) {
    program.addOption(shared('--format <name>', 'what standard output gets').choices(formats));
    program.addOption(
      shared('--output <format=file>', 'write a format to a file as well; repeat for more').argParser(
        (text: string, before: { format: string; file: string }[] | undefined) => [
          ...(before ?? []),
          formatAndFile(text, formats),
        ],
      ),
    );
  }
  program.addOption(shared('--since <time>', 'nothing before this: 30m, 24h, 7d, or ISO 8601 with a zone'));
  program.addOption(shared('--until <time>', 'nothing after this'));
  program.addOption(shared('--time <form>', 'how times are shown').choices(['relative', 'iso', 'raw']));
  program.addOption(shared('--color <when>', 'colour (NO_COLOR is honoured)').choices(['auto', 'always', 'never']));
  program.addOption(shared('--plain', 'one record per line, for grep; no boxes, no colour'));
  program.addOption(shared('--no-input', 'never ask, even on a terminal').default(undefined));
  program.addOption(shared('--verbose', 'show everything that is folded otherwise'));
  program.addOption(shared('--debug', 'show where an error came from'));
}

function append(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function formatAndFile(text: string, formats: readonly string[]): { format: string; file: string } {
  const at = text.indexOf('=');
  const format = text.slice(0, at);
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError(`Write it as FORMAT=FILE, for example ${formats[0]}=out.txt.`);
  if (!formats.includes(format)) throw new InvalidArgumentError(`Allowed formats are ${formats.join(', ')}.`);
  return { format, file: text.slice(at + 1) };
}
