// The name of a list that differs by a slip of the keyboard. Stricter than a guess at what was meant: silence is better.

/** At most two letters added, lost, exchanged or swapped, and far fewer than the name has; undefined when no name is so near. */
export function nearName(typed: string, known: readonly string[]): string | undefined {
  const allowed = typed.length < 8 ? 1 : 2;
  const near = known.filter(
    (name) => Math.abs(name.length - typed.length) <= allowed && distance(typed, name) <= allowed,
  );
  return near.toSorted((a, b) => distance(typed, a) - distance(typed, b))[0];
}

/** Damerau-Levenshtein with adjacent swaps. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const before = rows[i - 1] as number[];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
