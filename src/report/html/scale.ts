// Where a moment stands on a drawing: a race of 20 ms and a wait of five minutes have to be readable side by side.

export interface Break {
  /** Left and right edge, and the milliseconds that are folded between them. */
  readonly from: number;
  readonly to: number;
  readonly ms: number;
}

export interface Scale {
  x(ms: number): number;
  readonly breaks: readonly Break[];
}

/** A wait this long has nothing in it to look at. */
const foldedMs = 15_000;
const foldedWidth = 44;
/** Two moments stay this far apart, however close they were, as long as there is room. */
const leastWidth = 9;
const outsideShare = 0.3;

/**
 * Between two neighbouring moments the width grows with the square root of what lay between them; long waits are folded to
 * one width. Order is kept, and equal moments stand at one place. `core` is where the story is: what lies around it is squeezed.
 */
export function scaleOf(
  moments: readonly number[],
  left: number,
  right: number,
  core: { readonly from: number; readonly to: number } = { from: -Infinity, to: Infinity },
): Scale {
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const weightOf = (gap: number, i: number) => {
    const isOutside = (sorted[i] ?? 0) < core.from || (sorted[i + 1] ?? 0) > core.to;
    return Math.sqrt(gap) * (isOutside ? outsideShare : 1);
  };
  const gaps = sorted.slice(1).map((moment, i) => moment - (sorted[i] ?? moment));
  const room = right - left;
  const hasDetail = gaps.some((gap) => gap < foldedMs);
  const fits = gaps.filter((gap) => gap >= foldedMs).length * foldedWidth < room / 2;
  const isFolded = (gap: number) => gap >= foldedMs && hasDetail && fits;
  const least = Math.min(leastWidth, (room * 0.6) / Math.max(1, gaps.length));
  const fixed = gaps.reduce((sum, gap) => sum + (isFolded(gap) ? foldedWidth : least), 0);
  const weight = gaps.reduce((sum, gap, i) => sum + (isFolded(gap) ? 0 : weightOf(gap, i)), 0);
  const places = new Map<number, number>();
  const breaks: Break[] = [];
  let at = gaps.length === 0 ? left + room / 2 : left;
  for (const [i, moment] of sorted.entries()) {
    const gap = gaps[i - 1];
    if (gap !== undefined) {
      const width = isFolded(gap)
        ? foldedWidth
        : least + (Math.max(0, room - fixed) * weightOf(gap, i - 1)) / (weight || 1);
      if (isFolded(gap)) breaks.push({ from: round(at), to: round(at + width), ms: gap });
      at += width;
    }
    places.set(moment, round(Math.min(at, right)));
  }
  return { x: (ms) => places.get(ms) ?? left, breaks };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
