// A form for each kind of fact, so that nobody has to tell them apart by colour.
import { halfMark, type Placed } from './layout.ts';
import { html, type Markup } from './markup.ts';
import { round } from './scale.ts';

const high = 16;

export function glyph(placed: Placed): Markup {
  const { mark, x, right, y } = placed;
  const focus = html`<rect class="focus" x="${round(x - 9)}" y="${y - 12}" width="${round(Math.max(right - x, 0) + 18)}" height="24" rx="5"/>`;
  return html`${focus}${lease(placed)}${mark.to === undefined ? moment(placed) : bar(placed)}`;
}

/** Deliveries have round ends, runs straight ones, attempts a thick edge where they began, calls are thin. */
function bar({ mark, x, right, y }: Placed): Markup {
  const width = round(Math.max(right - x, 3));
  const height = mark.kind === 'call' ? 10 : high;
  const corner = mark.kind === 'delivery' ? 8 : 2;
  const edge = mark.kind === 'attempt' ? html`<rect class="edge" x="${x}" y="${y - 10}" width="3" height="20"/>` : '';
  return html`<rect class="bar" x="${x}" y="${y - height / 2}" width="${width}" height="${height}" rx="${corner}"/>${edge}`;
}

function moment({ mark, x, y }: Placed): Markup {
  const h = halfMark;
  if (mark.isOpen)
    return html`<path class="bar" d="M${x - 2} ${y - 7}h4v14h-4z"/><path class="tail" d="M${x + 3} ${y}h14"/>`;
  if (mark.kind === 'record') {
    const cross = mark.fate === 'close' ? html`<path class="cross" d="M${x - 3} ${y - 3}l6 6m0 -6l-6 6"/>` : '';
    return html`<path class="bar" d="M${x} ${y - 8}l8 8l-8 8l-8 -8z"/>${cross}`;
  }
  if (mark.kind === 'guard') return html`<path class="bar" d="M${x} ${y - 7}l7 13h-14z"/>`;
  if (mark.kind === 'job') return html`<rect class="bar" x="${x - 5}" y="${y - 5}" width="10" height="10" rx="1"/>`;
  if (mark.kind === 'lifecycle') return html`<path class="bar" d="M${x - 1} ${y - 9}h2v18h-2z"/>`;
  return html`<circle class="bar" cx="${x}" cy="${y}" r="${h - 1}"/>`;
}

/** How long the queue left the job to this worker. */
function lease({ lease: span, y }: Placed): Markup | undefined {
  if (span === undefined) return undefined;
  return html`<path class="lease" d="M${span.x} ${y + 11}H${span.right}m0 -4v8"/>`;
}
