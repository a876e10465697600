// The one door to the outside: foreign text is made visible and secrets are masked before anything is printed or saved.
import { safeJson } from './clean/json-text.ts';
import { mask, maskDocument } from './clean/mask.ts';
import { isSecretName } from './clean/pairs.ts';
import { hidesNamesOf } from './clean/people.ts';
import { masked } from './clean/spans.ts';
import { visible, visibleDocument } from './clean/visible.ts';

export { mask } from './clean/mask.ts';
export { escapeForJson, escapeOf, visible } from './clean/visible.ts';

declare const brand: unique symbol;

/** A value all of whose texts went through `clean`. Renderers take nothing else. */
export type Clean<T> = T & { readonly [brand]: 'clean' };

/** Longer than any id that a person can use; a hostile field costs no more than this. */
const longest = 2000;
/** Read beyond the cut, so that a secret that straddles it is still recognised. */
const beyond = 4096;
const deepest = 64;

/**
 * Every text inside, keys too: control characters visible, secrets masked, nothing longer than 2,000 characters. The shape
 * stays; what lies deeper than 64 levels becomes `…`. Under a key that names a secret every text is masked, and names of people
 * that stand under `actor` or `created_by` are masked wherever they turn up.
 */
export function clean<T>(value: T): Clean<T> {
  return cleanedWithout(hidesNamesOf(value))(value);
}

/** A cleaner for parts of a value whose names are known: undefined where it has none. */
export function cleanedWithout(hide: ((text: string) => string) | undefined): <T>(value: T) => Clean<T> {
  const text = hide ? (one: string) => cleanText(hide(one)) : cleanText;
  return <T>(value: T) => cleaned(value, 0, false, text) as Clean<T>;
}

/**
 * The last gate before a stream: lets line ends, tabs and this program's own colours pass and nothing else that acts.
 * Masks as well, so that a text which nobody cleaned cannot carry a secret out. What is JSON stays JSON.
 */
export function safeForOutput(text: string): string {
  const json = safeJson(text);
  if (json !== undefined) return json;
  const once = maskDocument(text);
  const shown = visibleDocument(once);
  return shown === once ? once : maskDocument(shown);
}

function cleaned(value: unknown, depth: number, secret: boolean, shown: (text: string) => string): unknown {
  if (typeof value === 'string') return secret && value !== '' ? masked : shown(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1, secret, shown));
  const entries = Object.entries(value).map(
    ([key, item]) => [shown(key), cleaned(item, depth + 1, isSecretName(key), shown)] as const,
  );
  const all = Object.fromEntries(entries);
  return Object.keys(all).length === entries.length ? all : Object.fromEntries(apart(entries));
}

/** Two keys that are masked to the same text stay two keys. */
function apart(entries: readonly (readonly [string, unknown])[]): [string, unknown][] {
  const taken = new Map<string, number>();
  return entries.map(([key, item]) => {
    const n = (taken.get(key) ?? 0) + 1;
    taken.set(key, n);
    return [n === 1 ? key : `${key} (${n})`, item];
  });
}

/** Names of fields and of sources come again with every fact. */
const seen = new Map<string, string>();
const remembered = { texts: 5_000, letters: 200 };

function cleanText(text: string): string {
  if (text.length > remembered.letters) return cleanedText(text);
  const before = seen.get(text);
  if (before !== undefined) return before;
  const shown = cleanedText(text);
  if (seen.size < remembered.texts) seen.set(text, shown);
  return shown;
}

function cleanedText(text: string): string {
  const head = text.length > longest + beyond ? text.slice(0, longest + beyond) : text;
  // Masked first, as a reader would see it; and again, since an escape is more text behind a name like `token:`.
  const once = mask(head);
  const seenAs = visible(once);
  const shown = seenAs === once ? once : mask(seenAs);
  if (shown.length <= longest || isCut(shown)) return shown;
  const end = /[\ud800-\udbff]/.test(shown[longest - 1] ?? '') ? longest - 1 : longest;
  const more = shown.length - end + (text.length - head.length);
  return `${shown.slice(0, end)}… (${more.toLocaleString('en-US')} more)`;
}

/** Cleaning twice, as a saved document is, cuts once. */
function isCut(text: string): boolean {
  return text.length <= longest + 40 && /\u2026 \([\d,]+ more\)$/.test(text);
}
