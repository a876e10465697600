// Can one payload fit two listeners? https://docs.slack.dev/tools/bolt-js/concepts/actions
import type { Listener } from './slack-app.ts';
import type { Wanted } from './wanted.ts';

/** An example of what fits both; undefined: they exclude each other, or that cannot be seen. */
export function overlap(a: Listener, b: Listener): string | undefined {
  if (isForMessages(a) && isForMessages(b)) return messagesMeet(a, b);
  if (a.kind !== b.kind || a.extras.length > 0 || b.extras.length > 0) return undefined;
  if (!['command', 'action', 'shortcut', 'view', 'options'].includes(a.kind)) return undefined;
  if (!a.wanted || !b.wanted) return undefined;
  return meet(a.wanted, b.wanted);
}

function meet(a: Wanted, b: Wanted): string | undefined {
  if (a.is === 'computed' || b.is === 'computed') return undefined;
  if (a.is === 'fields' || b.is === 'fields') return undefined;
  if (a.is === 'text' && b.is === 'text') return undefined;
  if (a.is === 'regex' && b.is === 'regex') return undefined;
  const [text, regex] = a.is === 'text' ? [a, b] : [b, a];
  if (text.is !== 'text' || regex.is !== 'regex') return undefined;
  return matches(regex, text.value) ? text.value : undefined;
}

function isForMessages({ kind, wanted }: Listener): boolean {
  return kind === 'message' || (kind === 'event' && wanted?.is === 'text' && wanted.value === 'message');
}

/** Bolt for JavaScript asks whether the text is in the message; without one it hears them all. https://docs.slack.dev/tools/bolt-js/concepts/message-listening */
function messagesMeet(a: Listener, b: Listener): string | undefined {
  const [one, two] = [patternOf(a), patternOf(b)];
  if (one === 'computed' || two === 'computed' || (a.kind === b.kind && sameWanted(a.wanted, b.wanted)))
    return undefined;
  if (!one || !two) {
    const named = one ?? two;
    if (!named) return a.kind === b.kind ? undefined : 'every message';
    return named.is === 'text' ? `a message with "${named.value}"` : `a message that fits /${named.source}/`;
  }
  const example = one.is === 'text' && two.is === 'text' ? wider(one.value, two.value) : meet(one, two);
  return example === undefined ? undefined : `a message with "${example}"`;
}

function wider(a: string, b: string): string | undefined {
  return a.includes(b) ? a : b.includes(a) ? b : undefined;
}

type Pattern = Extract<Wanted, { is: 'text' | 'regex' }>;

/** Undefined: all messages. A middleware may leave any out. */
function patternOf({ kind, wanted, extras }: Listener): Pattern | 'computed' | undefined {
  const rest = extras.filter(({ form }) => kind === 'event' || (form !== 'text' && form !== 'regex'));
  if (rest.length > 0) return 'computed';
  if (kind === 'event' || !wanted) return undefined;
  return wanted.is === 'text' || wanted.is === 'regex' ? wanted : 'computed';
}

function matches({ source, flags }: Extract<Wanted, { is: 'regex' }>, text: string): boolean {
  try {
    return new RegExp(source, flags.replace(/[gy]/g, '')).test(text);
  } catch {
    return false;
  }
}

export function sameWanted(a: Wanted | undefined, b: Wanted | undefined): boolean {
  if (!a || !b || a.is !== b.is) return false;
  if (a.is === 'text' && b.is === 'text') return a.value === b.value;
  if (a.is === 'regex' && b.is === 'regex') return a.source === b.source && a.flags === b.flags;
  if (a.is !== 'fields' || b.is !== 'fields') return false;
  const [x, y] = [Object.entries(a.fields), Object.entries(b.fields)];
  return x.length === y.length && x.length > 0 && x.every(([key, value]) => sameWanted(value, b.fields[key]));
}
