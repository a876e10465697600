// The timeline as a picture: drawn when the page is written, so that it needs no script and stays as it was.
import { formatSpan } from '../../model/instant.ts';
import { glyph } from './glyphs.ts';
import type { Lane } from './lanes.ts';
import { type Layout, layoutOf, type Placed, type Sheet } from './layout.ts';
import { html, type Markup } from './markup.ts';
import { round } from './scale.ts';

export interface Drawn {
  readonly lanes: readonly Lane[];
  /** For each fact its place in the list of captions. */
  readonly captionOf: ReadonlyMap<number, number>;
  /** What a mark is called by whoever does not see it. */
  readonly nameOf: (n: number) => string;
}

const sheets: readonly (Sheet & { readonly name: string })[] = [
  { name: 'wide', width: 1040, titleWidth: 132 },
  { name: 'narrow', width: 372, titleWidth: 0 },
];

/** Two sheets of one content; the page shows the one that fits. */
export function drawing(drawn: Drawn): Markup[] {
  return sheets.map((sheet) => {
    const layout = layoutOf(drawn.lanes, sheet);
    return html`<svg class="sheet ${sheet.name}" viewBox="0 0 ${sheet.width} ${round(layout.bottom + 6)}" role="group" aria-label="Timeline">
${bandsOf(layout, sheet)}${breaksOf(layout)}${axisOf(layout)}${titlesOf(layout)}${linksOf(layout)}${marksOf(layout, drawn)}</svg>
`;
  });
}

function bandsOf({ lanes }: Layout, { width }: Sheet): Markup[] {
  return lanes.map(
    ({ top, height }, i) =>
      html`<rect class="lane${i % 2 === 0 ? ' even' : ''}" x="0" y="${top}" width="${width}" height="${height}"/>
`,
  );
}

function titlesOf({ lanes }: Layout): Markup[] {
  return lanes.map(
    ({ lane, titleY }) =>
      html`<text class="title" x="8" y="${titleY}">${short(lane.title)} <tspan class="what">${lane.what}</tspan></text>
`,
  );
}

function short(text: string): string {
  const points = [...text];
  return points.length <= 15 ? text : `${points.slice(0, 8).join('')}…${points.slice(-6).join('')}`;
}

function breaksOf({ scale, top, bottom }: Layout): Markup[] {
  return scale.breaks.map(({ from, to, ms }) => {
    const [middle, left, right] = [round((from + to) / 2), round(from + 6), round(to - 6)];
    return html`<rect class="fold" x="${left}" y="${top}" width="${round(right - left)}" height="${round(bottom - top)}"/><text class="span" x="${middle}" y="${top - 10}">${formatSpan(ms)}</text>
`;
  });
}

/** As many moments as have room for their time, the ones that tell most first. */
function axisOf({ scale, lanes, left, right, top, bottom }: Layout): Markup[] {
  const marks = lanes.flatMap((lane) => lane.marks.map(({ mark }) => mark));
  const ranked = marks.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.from - b.from);
  const taken = scale.breaks.map(({ from, to, ms }) => ({ x: (from + to) / 2, half: halfOf(formatSpan(ms)) }));
  const ticks: Markup[] = [];
  for (const { from } of ranked) {
    const text = relative(from);
    const half = halfOf(text);
    const x = scale.x(from);
    const middle = Math.min(Math.max(x, left - 10 + half), right + 10 - half);
    if (taken.some((other) => Math.abs(other.x - middle) < half + other.half)) continue;
    taken.push({ x: middle, half });
    ticks.push(
      html`<line class="grid" x1="${x}" x2="${x}" y1="${top - 4}" y2="${bottom}"/><text class="tick" x="${middle}" y="${top - 10}">${text}</text>
`,
    );
  }
  return ticks;
}

function rankOf(kind: string): number {
  const place = ['delivery', 'record', 'attempt', 'call', 'run'].indexOf(kind);
  return place < 0 ? 9 : place;
}

/** Half of what a label takes on the axis, with air. */
function halfOf(text: string): number {
  return text.length * 3.1 + 5;
}

export function relative(ms: number): string {
  const sign = ms < 0 ? '' : '+';
  return Math.abs(ms) < 59_995 ? `${sign}${(ms / 1000).toFixed(2)} s` : `${sign}${formatSpan(ms)}`;
}

/** From what came out to what it came out of; dashed where no witness says so. */
function linksOf({ lanes }: Layout): Markup[] {
  const placed = new Map(lanes.flatMap(({ marks }) => marks.map((one) => [one.mark.n, one] as const)));
  return [...placed.values()].flatMap((child) => {
    const parent = child.mark.parent && placed.get(child.mark.parent.n);
    if (!parent || parent.y === child.y) return [];
    const kind = child.mark.parent?.isInferred ? 'link inferred' : 'link';
    const start = Math.max(parent.x, Math.min(child.x, parent.right));
    return [
      html`<path class="${kind}" d="${wayOf(start, parent.y, child.x, child.y)}"/>
`,
    ];
  });
}

function wayOf(x1: number, y1: number, x2: number, y2: number): string {
  const [from, to] = y2 > y1 ? [y1 + 7, y2 - 7] : [y1 - 7, y2 + 7];
  const middle = round((from + to) / 2);
  if (Math.abs(x1 - x2) < 1) return `M${x1} ${from}V${to}`;
  return `M${x1} ${from}C${x1} ${middle} ${x2} ${middle} ${x2} ${to}`;
}

function marksOf({ lanes }: Layout, drawn: Drawn): Markup[] {
  return lanes
    .flatMap(({ marks }) => marks)
    .toSorted((a, b) => a.mark.n - b.mark.n)
    .map((placed) => markOf(placed, drawn));
}

function markOf(placed: Placed, { captionOf, nameOf }: Drawn): Markup {
  const { mark, x, right, y, labelAt } = placed;
  const end = Math.max(right, x + 6) + (mark.isOpen ? 12 : 0);
  const at = { inside: x + 6, right: end + 4, left: x - 10 }[labelAt];
  const classes = ['m', `m${captionOf.get(mark.n) ?? ''}`, mark.kind, mark.isProof && 'proof', mark.fate];
  const fate = mark.fate === undefined ? undefined : html` <tspan class="fate">${mark.fate}</tspan>`;
  return html`<a class="${classes.filter(Boolean).join(' ')}" href="#f${mark.n}" aria-label="${nameOf(mark.n)}">${glyph(placed)}<text class="label ${labelAt}" x="${round(at)}" y="${y + 4}"><tspan class="n">${mark.n}</tspan> ${mark.label}${fate}</text></a>
`;
}
