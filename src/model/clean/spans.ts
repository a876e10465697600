// Where in a text the secrets stand, also when hidden characters are sprinkled inside, and how they are cut out.

/** From `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const masked = '***';

/** Each match of a global pattern. `matchAll` would compile its pattern anew for each of the many short texts. */
export function eachMatch(pattern: RegExp, text: string, take: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) take(match);
}

/** A text without its hidden characters, and the way back to the places in the original. */
interface Bare {
  readonly text: string;
  place(index: number): number;
}

export function without(text: string, hidden: RegExp): Bare {
  /** For each kept piece: where it starts in the bare text, and how much had been left out before it. */
  const starts: number[] = [];
  const shifts: number[] = [];
  let bare = '';
  let from = 0;
  const keep = (until: number) => {
    if (until === from) return;
    starts.push(bare.length);
    shifts.push(from - bare.length);
    bare += text.slice(from, until);
  };
  for (const match of text.matchAll(hidden)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  keep(text.length);
  return { text: bare, place: (index) => index + (shifts[lastAtMost(starts, index)] ?? 0) };
}

/** Each span, and whatever they cover together, becomes one mask. What `kept` finds inside stays behind it: a colour's end, say. */
export function cut(text: string, spans: readonly Span[], kept?: RegExp): string {
  if (spans.length === 0) return text;
  let out = '';
  let from = 0;
  for (const { start, end } of merged(spans)) {
    out += text.slice(from, start) + masked + (kept ? (text.slice(start, end).match(kept)?.join('') ?? '') : '');
    from = end;
  }
  return out + text.slice(from);
}

function merged(spans: readonly Span[]): Span[] {
  const together: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = together.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else together.push({ start, end });
  }
  return together;
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
