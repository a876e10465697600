// Cleaning for evidence that will be judged again: two texts that are masked to the same one stay two texts.

import { hidesNamesOf } from '../model/clean/people.ts';
import { cleanedWithout } from '../model/clean.ts';

/** A cleaner that remembers: equal texts stay equal, unequal ones unequal, in everything that it is given. Names are those of `whole`. */
export function distinctCleaner(whole: unknown): <T>(value: T) => T {
  const clean = cleanedWithout(hidesNamesOf(whole));
  const shown = new Map<string, string>();
  const taken = new Map<string, number>();
  const text = (original: string): string => {
    const known = shown.get(original);
    if (known !== undefined) return known;
    const once: string = clean(original);
    const n = (taken.get(once) ?? 0) + 1;
    taken.set(once, n);
    const own = n === 1 ? once : `${once} (${n})`;
    shown.set(original, own);
    return own;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return <T>(value: T) => walk(value) as T;
}
