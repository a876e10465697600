// The last look at an anonymised trace before anybody gets it: is a name or a secret still in it?
import { mask } from '../model/clean.ts';

/** Where, and never what: places such as `facts[3].fields.key`. Empty: nothing was found. */
export function leftBehind(value: unknown, originals: readonly string[]): string[] {
  const names = originals.filter((name) => name.length >= 5 && /\d/.test(name) && /\D/.test(name));
  const known = new Set(names.map((name) => name.toLowerCase()));
  const places: string[] = [];
  walk(value, '', (text, place) => {
    const tokens = text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
    const isNamed = tokens.some((token) => known.has(token) || token.split('-').some((part) => known.has(part)));
    if (isNamed || mask(text) !== text) places.push(place);
  });
  return places;
}

function walk(value: unknown, place: string, look: (text: string, place: string) => void): void {
  if (typeof value === 'string') look(value, place);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const inside = Array.isArray(value) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`;
    if (!Array.isArray(value)) look(key, inside);
    walk(item, inside, look);
  }
}
