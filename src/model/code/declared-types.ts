// What a declared type says of a value: an instance of that class, or what Bolt hands over under that name.
import type { Value } from './value.ts';

export function ofType(named: Value | undefined): Value | undefined {
  if (named?.is === 'class') return { is: 'instance', def: named.def };
  if (named?.is !== 'outside') return undefined;
  return { is: 'outside', path: handedByBolt(named.path) ?? `${named.path}()`, made: undefined };
}

/** https://docs.slack.dev/tools/bolt-js/reference: the arguments of a listener, and each of them alone. */
function handedByBolt(path: string): string | undefined {
  const [, name] = /^@slack\/bolt\.(\w+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (/MiddlewareArgs$/.test(name)) return 'slack';
  return alone.find(([pattern]) => pattern.test(name))?.[1];
}

const alone: readonly (readonly [pattern: RegExp, path: string])[] = [
  [/^SayFn$/, 'slack.say'],
  [/^RespondFn$/, 'slack.respond'],
  [/^AckFn$/, 'slack.ack'],
  [/^SlashCommand$/, 'slack.command'],
];
