// The flags of a call as the next call has to repeat them: what was typed, without what is secret.
import type { Config } from './config/load.ts';
import { mask } from './model/clean/mask.ts';
import { toIso } from './model/instant.ts';
import type { Word } from './model/word.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** In words of a command line, not yet quoted. Settings from files and variables hold for the next call by themselves. */
export function repeatedFlags({ logs, database, since, until, file, fileNamed }: Config, env: Env): Word[] {
  const typed = <T>(flag: string, { value, from }: { value: T | undefined; from: string }, text: (value: T) => Word) =>
    value === undefined || from !== flag ? [] : [flag, text(value)];
  return [
    ...(fileNamed && file !== undefined ? ['--config', file] : []),
    ...(logs.from === '--logs' ? logs.value.flatMap((path) => ['--logs', path]) : []),
    ...typed('--database', database, (url) => withoutSecret(url, env)),
    ...typed('--since', since, toIso),
    ...typed('--until', until, toIso),
  ];
}

/** Whoever typed the address had it from somewhere: mostly from a variable, which the shell has put in its place. */
function withoutSecret(url: string, env: Env): Word {
  if (mask(url) === url) return url;
  const usual = ['DEDUPE_DATABASE_URL', 'DATABASE_URL'];
  const names = [...usual, ...Object.keys(env).sort()].filter((name) => /^[A-Z_a-z]\w*$/.test(name));
  // One that is not set yet can be; one that holds another address would lead to another answer.
  const variable = names.find((name) => env[name] === url) ?? usual.find((name) => !env[name]);
  return variable === undefined ? 'postgres://…' : { variable };
}
