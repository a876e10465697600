// Which two listeners of one app fit one payload? https://docs.slack.dev/tools/bolt-js/concepts/actions
import type { Listener } from './slack-app.ts';
import type { Wanted } from './wanted.ts';

export interface Overlap {
  /** Places in the list. */
  readonly earlier: number;
  readonly later: number;
  /** An example of what fits both. */
  readonly both: string;
}

type Pattern = Extract<Wanted, { is: 'text' | 'regex' }>;
type Placed<W> = { readonly place: number; readonly kind: Listener['kind']; readonly wanted: W };

/** Listeners that can meet, by what they ask: nobody compares a command with a message, or a pattern with a pattern. */
interface Group {
  readonly all: Placed<undefined>[];
  readonly texts: Placed<Extract<Pattern, { is: 'text' }>>[];
  readonly regexes: Placed<Extract<Pattern, { is: 'regex' }>>[];
}

/**
 * In the order of the later ones, then of the earlier. Two that exclude each other, or of which that cannot be seen, are left
 * out. Apps have thousands of listeners: only those are compared of which one could fit what the other names.
 */
export function overlaps(listeners: readonly Listener[]): Overlap[] {
  const apps = new Map<Listener['app'], Map<string, Group>>();
  for (const [place, listener] of listeners.entries()) {
    const groups = apps.get(listener.app) ?? new Map<string, Group>();
    apps.set(listener.app, groups);
    placeInto(groups, listener, place);
  }
  return [...apps.values()]
    .flatMap((groups) => [...groups])
    .flatMap(([name, group]) => (name === messages ? messagesMeeting(group) : fitting(group, (text) => text)))
    .sort((a, b) => a.later - b.later || a.earlier - b.earlier);
}

const messages = 'messages';
const others: ReadonlySet<string> = new Set(['command', 'action', 'shortcut', 'view', 'options']);

function placeInto(groups: Map<string, Group>, listener: Listener, place: number): void {
  const { kind } = listener;
  const isMessage = isForMessages(listener);
  const wanted = isMessage ? patternOf(listener) : others.has(kind) ? namedBy(listener) : 'computed';
  if (wanted === 'computed') return;
  const name = isMessage ? messages : kind;
  const group = groups.get(name) ?? { all: [], texts: [], regexes: [] };
  groups.set(name, group);
  if (wanted === undefined) group.all.push({ place, kind, wanted });
  else if (wanted.is === 'text') group.texts.push({ place, kind, wanted });
  else group.regexes.push({ place, kind, wanted });
}

function isForMessages({ kind, wanted }: Listener): boolean {
  return kind === 'message' || (kind === 'event' && wanted?.is === 'text' && wanted.value === 'message');
}

/** Undefined: all messages. A middleware may leave any out. */
function patternOf({ kind, wanted, extras }: Listener): Pattern | 'computed' | undefined {
  const rest = extras.filter(({ form }) => kind === 'event' || (form !== 'text' && form !== 'regex'));
  if (rest.length > 0) return 'computed';
  if (kind === 'event' || !wanted) return undefined;
  return wanted.is === 'text' || wanted.is === 'regex' ? wanted : 'computed';
}

function namedBy({ wanted, extras }: Listener): Pattern | 'computed' {
  return extras.length === 0 && (wanted?.is === 'text' || wanted?.is === 'regex') ? wanted : 'computed';
}

/** Bolt for JavaScript asks whether the text is in the message; without one it hears them all. https://docs.slack.dev/tools/bolt-js/concepts/message-listening */
function messagesMeeting(group: Group): Overlap[] {
  const { all, texts, regexes } = group;
  const heard = all.flatMap((one, i) => [
    ...texts.map((other) => pair(one, other, `a message with "${other.wanted.value}"`)),
    ...regexes.map((other) => pair(one, other, `a message that fits /${other.wanted.source}/`)),
    ...all.slice(0, i).flatMap((other) => (one.kind === other.kind ? [] : pair(one, other, 'every message'))),
  ]);
  const wide = regexes.filter((one) => hearsAll(one.wanted));
  const anything = wide.flatMap((one) =>
    regexes.flatMap((other) =>
      other === one || (wide.includes(other) && other.place < one.place)
        ? []
        : pair(one, other, `a message that fits /${other.wanted.source}/`),
    ),
  );
  const withText = (text: string) => `a message with "${text}"`;
  return [...heard, ...anything, ...containing(group.texts, withText), ...fitting(group, withText)];
}

/** Whatever is written, as a pattern with an empty alternative does. */
function hearsAll(wanted: Extract<Pattern, { is: 'regex' }>): boolean {
  const pattern = compiled(wanted);
  return pattern !== undefined && ['x', '7 apples, please!', '\u00e9?'].every((text) => pattern.test(text));
}

function fitting({ texts, regexes }: Group, say: (text: string) => string): Overlap[] {
  return regexes.flatMap((one) => {
    const pattern = compiled(one.wanted);
    if (pattern === undefined) return [];
    return texts.flatMap((other) =>
      pattern.test(other.wanted.value) ? pair(one, other, say(other.wanted.value)) : [],
    );
  });
}

/** Texts that stand inside of others: each part of a text, of a length that some text has, is looked up. */
function containing(texts: Group['texts'], say: (text: string) => string): Overlap[] {
  const byText = new Map<string, Group['texts']>();
  for (const one of texts) {
    const same = byText.get(one.wanted.value);
    if (same) same.push(one);
    else byText.set(one.wanted.value, [one]);
  }
  const lengths = [...new Set([...byText.keys()].map((text) => text.length))];
  return texts.flatMap((wider) => {
    const text = wider.wanted.value;
    const inside = new Set<string>();
    for (const length of lengths)
      if (length < text.length)
        for (let from = 0; from + length <= text.length; from++) inside.add(text.slice(from, from + length));
    return [...inside].flatMap((part) => (byText.get(part) ?? []).map((one) => pair(one, wider, say(text))));
  });
}

function pair(a: { readonly place: number }, b: { readonly place: number }, both: string): Overlap {
  return { earlier: Math.min(a.place, b.place), later: Math.max(a.place, b.place), both };
}

function compiled({ source, flags }: Extract<Wanted, { is: 'regex' }>): RegExp | undefined {
  try {
    return new RegExp(source, flags.replace(/[gy]/g, ''));
  } catch {
    return undefined;
  }
}

/** Equal for two that ask for the same. Undefined: what it asks for cannot be seen, or it asks for nothing. */
export function nameOfWanted(wanted: Wanted | undefined): string | undefined {
  switch (wanted?.is) {
    case 'text':
      return JSON.stringify(wanted.value);
    case 'regex':
      return JSON.stringify([wanted.source, wanted.flags]);
    case 'fields': {
      const fields = Object.entries(wanted.fields).map(([key, value]) => [key, nameOfWanted(value)] as const);
      if (fields.length === 0 || fields.some(([, value]) => value === undefined)) return undefined;
      return JSON.stringify(Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))));
    }
    default:
      return undefined;
  }
}
