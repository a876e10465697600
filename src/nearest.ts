// The known name that a typo probably meant.
import { distance } from 'fastest-levenshtein';

/** Undefined when nothing is near enough to be worth a suggestion: more than a third of the letters differ. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const small = typed.toLowerCase();
  const begun = small.length >= 3 ? known.find((name) => name.toLowerCase().startsWith(small)) : undefined;
  if (begun !== undefined) return begun;
  const far = (name: string) => distance(small, name.toLowerCase());
  const allowed = (name: string) => Math.max(2, Math.floor(Math.max(typed.length, name.length) / 3));
  const near = known.filter((name) => far(name) <= Math.min(allowed(name), name.length - 1));
  return near.sort((a, b) => far(a) - far(b))[0];
}

/** `Did you mean "lint"?` or the whole list, for the hint of an error. */
export function suggestion(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known);
  if (name !== undefined) return `Did you mean "${name}"?`;
  return known.length === 0 ? '' : `Known: ${known.join(', ')}.`;
}
