// Can one payload fit two listeners? https://docs.slack.dev/tools/bolt-js/concepts/actions
import type { Listener } from './slack-app.ts';
import type { Wanted } from './wanted.ts';

/** An example of what fits both; undefined: they exclude each other, or that cannot be seen. */
export function overlap(a: Listener, b: Listener): string | undefined {
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
