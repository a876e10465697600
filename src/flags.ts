// The flags that every command shares. The whole list; a command adds only what nobody else has.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Key, type KeyName, keyList } from './config/keys.ts';

/** Values as typed, before configuration and environment are looked at; undefined was not given. */
export interface SharedFlags extends Readonly<Partial<Record<KeyName, unknown>>> {
  readonly config?: string;
  readonly format?: string;
  readonly output?: readonly { readonly format: string; readonly file: string }[];
  /** False after `--no-input`: never ask, even on a terminal. */
  readonly input?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

/** `--database` of `--database <url>`. */
export function flagName({ flag = '' }: Pick<Key, 'flag'>): string {
  return flag.split(' ')[0] ?? '';
}

interface SharedFlag {
  readonly flags: string;
  readonly text: string;
  /** Only for commands that write a document. */
  readonly document?: true;
}

/** Flags that are no setting: they say what to do now, so no file and no variable can hold them. */
const others: readonly SharedFlag[] = [
  { flags: '--config <file>', text: 'configuration file instead of the one found upwards' },
  { flags: '--format <name>', text: 'what standard output gets', document: true },
  { flags: '--output <format=file>', text: 'write a format to a file as well; repeat for more', document: true },
  { flags: '--no-input', text: 'never ask, even on a terminal' },
  { flags: '--verbose', text: 'show everything that is folded otherwise' },
  { flags: '--debug', text: 'show where an error came from' },
];

const settings: readonly SharedFlag[] = keyList.flatMap(([, { flag, env, summary }]) =>
  flag === undefined ? [] : [{ flags: flag, text: env === undefined ? summary : `${summary} (${env})` }],
);

const shared: readonly SharedFlag[] = [...settings, ...others];

/** `database`, `logs`, …, `input`: what the parser calls them. */
export const sharedNames: readonly string[] = shared.map(({ flags }) => new Option(flags).attributeName());

/** Those that are followed by a value: `--database`, `--logs`, … */
export const valuedFlags: readonly string[] = shared
  .filter(({ flags }) => flags.includes('<'))
  .map(({ flags }) => flagName({ flag: flags }));

export function addSharedFlags(program: Command, formats: readonly string[]): void {
  for (const { flags, text, document } of shared) {
    if (document && formats.length === 0) continue;
    program.addOption(special(new Option(flags, text).helpGroup('Shared options:'), formats));
  }
}

function special(option: Option, formats: readonly string[]): Option {
  const name = option.attributeName();
  if (name === 'format') return option.choices(formats);
  if (name === 'input') return option.default(undefined);
  if (name === 'logs')
    return option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  if (name !== 'output') return option;
  return option.argParser((text: string, before: Output[] | undefined) => [
    ...(before ?? []),
    formatAndFile(text, formats, before ?? []),
  ]);
}

interface Output {
  readonly format: string;
  readonly file: string;
}

function formatAndFile(text: string, formats: readonly string[], before: readonly Output[]): Output {
  const at = text.indexOf('=');
  const format = text.slice(0, at);
  const file = text.slice(at + 1);
  if (at < 1 || file === '')
    throw new InvalidArgumentError(`Write it as FORMAT=FILE, for example ${formats[0]}=out.txt.`);
  if (!formats.includes(format)) throw new InvalidArgumentError(`Allowed formats are ${formats.join(', ')}.`);
  if (file === '-') throw new InvalidArgumentError('Standard output is what --format is for.');
  if (before.some((output) => output.file === file)) throw new InvalidArgumentError('This file is named twice.');
  return { format, file };
}
