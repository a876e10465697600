// Which word of a command line is the command, and whose help is asked for. Flags may stand before the command.
import { commands } from './commands/index.ts';
import { DedupeError } from './errors.ts';
import { suggestion } from './nearest.ts';

export const commandNames: readonly string[] = Object.keys(commands);

/**
 * Position of the command. A word behind a flag that takes a value is that value; a word behind a flag that only some
 * command knows is taken for its value unless it is a command.
 */
export function findCommand(argv: readonly string[], valuedFlags: readonly string[]): number {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === '--') break;
    if (valuedFlags.includes(word)) at++;
    else if (isCommand(word)) return at;
    else if (!word.startsWith('-') && !isUnknownFlag(argv[at - 1], valuedFlags)) throw unknownCommand(word);
  }
  throw new DedupeError('DEDUPE_USAGE', 'no command given', { hint: 'dedupe --help lists them.' });
}

function isUnknownFlag(word: string | undefined, valuedFlags: readonly string[]): boolean {
  return (
    word?.startsWith('--') === true && !word.includes('=') && !switches.includes(word) && !valuedFlags.includes(word)
  );
}

/** Known to take no value, so that a word behind one is never taken for it. */
const switches = ['--help', '--version', '--plain', '--no-input', '--verbose', '--debug'];

export function isCommand(word: string): boolean {
  return Object.hasOwn(commands, word);
}

export function unknownCommand(word: string): DedupeError {
  return new DedupeError('DEDUPE_UNKNOWN_COMMAND', `there is no command "${word}"`, {
    hint: suggestion(word, [...commandNames, 'help']),
  });
}

/** The command whose help is asked for, empty text for the whole program's, undefined when none is. */
export function helpTopic(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const named = words.filter((word) => !word.startsWith('-'));
  if (words[0] === 'help') return onlyTopic(named.slice(1));
  if (!words.includes('--help') && !words.includes('-h')) return undefined;
  return named.find(isCommand) ?? onlyTopic(named);
}

function onlyTopic(words: readonly string[]): string {
  const [topic = '', extra] = words;
  if (topic !== '' && !isCommand(topic)) throw unknownCommand(topic);
  if (extra !== undefined)
    throw new DedupeError('DEDUPE_USAGE', `help is for one command, and "${extra}" is a word too many`);
  return topic;
}
