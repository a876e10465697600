// A list that a person reads is short, and says how much it left out.

export interface Few<T> {
  readonly shown: readonly T[];
  readonly left: number;
}

export function few<T>(items: readonly T[], most: number): Few<T> {
  // One entry more is no longer than the line that would count it.
  if (items.length <= most + 1) return { shown: items, left: 0 };
  return { shown: items.slice(0, most), left: items.length - most };
}

export function count(n: number): string {
  return n.toLocaleString('en-US');
}
