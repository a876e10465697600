// The known name that a typo probably meant.
import { closest, distance } from 'fastest-levenshtein';

/** Undefined when nothing is near enough to be worth a suggestion: more than a third of the letters differ. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const name = closest(typed.toLowerCase(), [...known]);
  const allowed = Math.max(2, Math.floor(Math.max(typed.length, name.length) / 3));
  const near = distance(typed.toLowerCase(), name.toLowerCase()) <= allowed;
  return near || (typed.length >= 3 && name.startsWith(typed)) ? name : undefined;
}

/** `Did you mean "lint"?` or the whole list, for the hint of an error. */
export function suggestion(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known);
  return name === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${name}"?`;
}
