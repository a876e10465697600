// The flags of a call as the next call has to repeat them: what was typed, without what is secret.
import type { Config } from './config/load.ts';
import { toIso } from './model/instant.ts';

/** In words of a command line, not yet quoted. Settings from files and variables hold for the next call by themselves. */
export function repeatedFlags({ logs, database, since, until, file, fileNamed }: Config): string[] {
  const typed = <T>(
    flag: string,
    { value, from }: { value: T | undefined; from: string },
    text: (value: T) => string,
  ) => (value === undefined || from !== flag ? [] : [flag, text(value)]);
  return [
    ...(fileNamed && file !== undefined ? ['--config', file] : []),
    ...(logs.from === '--logs' ? logs.value.flatMap((path) => ['--logs', path]) : []),
    ...typed('--database', database, withoutPassword),
    ...typed('--since', since, toIso),
    ...typed('--until', until, toIso),
  ];
}

/** psql and the driver find the password in their own files and variables. */
function withoutPassword(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/[^:/?#@]*):.*@/is, '$1@')
    .replace(/([?&])[^=&#]*(?:password|passwd|passphrase|secret|token)[^=&#]*=[^&#]*&?/gi, '$1')
    .replace(/[?&]$/, '');
}
