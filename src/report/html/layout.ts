// Every mark gets a place: rows inside its lane, so that no bar and no label lies on another.
import { widthOf } from '../width.ts';
import type { Lane, Mark } from './lanes.ts';
import { type Scale, scaleOf } from './scale.ts';

export interface Sheet {
  readonly width: number;
  /** Where lane titles stand: left of the lane on a wide sheet, above it on a narrow one. */
  readonly titleWidth: number;
}

export interface Placed {
  readonly mark: Mark;
  readonly x: number;
  readonly right: number;
  readonly lease: { readonly x: number; readonly right: number } | undefined;
  /** Middle of its row. */
  readonly y: number;
  readonly labelAt: 'inside' | 'right' | 'left';
}

export interface PlacedLane {
  readonly lane: Lane;
  readonly top: number;
  readonly height: number;
  readonly titleY: number;
  readonly marks: readonly Placed[];
}

export interface Layout {
  readonly scale: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly lanes: readonly PlacedLane[];
}

const rowHeight = 26;
const axisHeight = 30;
const padding = 8;
/** Half of a mark that has no length. */
export const halfMark = 6;

export function layoutOf(lanes: readonly Lane[], { width, titleWidth }: Sheet): Layout {
  const [left, right] = [titleWidth + 12, width - 14];
  const moments = lanes.flatMap(({ marks }) =>
    marks.flatMap(({ from, to, lease }) => [from, ...(to === undefined ? [] : [to]), ...(lease ? [lease.to] : [])]),
  );
  const scale = scaleOf(moments, left, right, storyOf(lanes));
  let top = axisHeight;
  const placed = lanes.map((lane) => {
    const head = titleWidth === 0 ? 20 : 0;
    const { marks, rows } = placeRows(lane.marks, scale, { left, right, top: top + head + padding });
    const height = head + rows * rowHeight + 2 * padding;
    const titleY = titleWidth === 0 ? top + 17 : top + padding + rowHeight / 2 + 4;
    const result = { lane, top, height, titleY, marks };
    top += height;
    return result;
  });
  return { scale, left, right, top: axisHeight, bottom: top, lanes: placed };
}

/** From the first to the last thing that happened to the event; processes start and stop around it. */
function storyOf(lanes: readonly Lane[]): { from: number; to: number } {
  const marks = lanes.flatMap((lane) => lane.marks).filter(({ kind }) => kind !== 'lifecycle');
  return {
    from: marks.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY),
    to: marks.reduce((last, { from, to = from }) => Math.max(last, to), Number.NEGATIVE_INFINITY),
  };
}

interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Greedy: kind by kind, so that one kind stands above the other, each in the first row that is free. */
function placeRows(marks: readonly Mark[], scale: Scale, room: Room): { marks: Placed[]; rows: number } {
  const taken: { from: number; to: number }[][] = [];
  const placed = [...marks]
    .sort((a, b) => rankOf(a) - rankOf(b) || a.from - b.from || a.n - b.n)
    .map((mark) => {
      const x = scale.x(mark.from);
      const right = mark.to === undefined ? x : scale.x(mark.to);
      const lease = mark.lease && { x: scale.x(mark.lease.from), right: scale.x(mark.lease.to) };
      const span = extent(mark, x, right, room);
      const from = Math.min(span.from, lease?.x ?? span.from) - 4;
      const to = Math.max(span.to, lease?.right ?? span.to) + 4;
      const free = taken.findIndex((row) => row.every((other) => to < other.from || from > other.to));
      const row = free < 0 ? taken.length : free;
      const others = taken[row] ?? [];
      others.push({ from, to });
      taken[row] = others;
      return { mark, x, right, lease, y: room.top + row * rowHeight + rowHeight / 2, labelAt: span.labelAt };
    });
  return { marks: placed, rows: Math.max(1, taken.length) };
}

function rankOf({ kind }: Mark): number {
  return ['lifecycle', 'delivery', 'run', 'attempt', 'call', 'operation', 'record'].indexOf(kind);
}

function extent(mark: Mark, x: number, right: number, room: Room) {
  const wide = labelWidth(mark);
  const [start, end] = [x - halfMark, Math.max(right, x + halfMark) + (mark.isOpen ? 12 : 0)];
  if (right - x > wide + 8) return { from: start, to: end, labelAt: 'inside' as const };
  if (end + 4 + wide <= room.right + 12) return { from: start, to: end + 4 + wide, labelAt: 'right' as const };
  return { from: start - 4 - wide, to: end, labelAt: 'left' as const };
}

/** Estimated for the widest of the fonts that a browser may take: a label may keep air, and must not lose letters. */
export function labelWidth({ n, label, fate }: Mark): number {
  const letters = [...`${n} ${label}${fate ? ` ${fate}` : ''}`];
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  if (/[a-z0-9]/.test(letter)) return 7.4;
  if (/[ .,:;'|!-]/.test(letter)) return 4.6;
  return Math.max(1, widthOf(letter)) === 1 ? 9 : 13;
}
