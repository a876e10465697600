// The section with the drawing: what is drawn, its captions, its legend, and what could not be drawn.
import type { Look } from '../../model/report.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { count } from '../story/few.ts';
import { foldTo } from '../story/fold.ts';
import { type Row, rowsOf } from '../story/rows.ts';
import { shortWords } from '../story/short.ts';
import { timesOf } from '../story/times.ts';
import { drawing } from './drawing.ts';
import { lanesOf } from './lanes.ts';
import { html, type Markup, name } from './markup.ts';

/** More marks than these are a carpet, not a picture. */
const most = 48;

export interface Timeline {
  readonly markup: Markup | undefined;
  /** How many captions the style sheet has to show and hide. */
  readonly marks: number;
}

export function timelineSection(document: TraceDocument, facts: TraceDocument['facts'], look: Look): Timeline {
  const timed = facts.filter(({ offset_ms }) => offset_ms !== null);
  const drawn = foldTo({ ...document, facts: timed }, most, most).facts;
  if (drawn.length === 0) return { markup: undefined, marks: 0 };
  const rows = new Map(
    rowsOf(document, drawn, timesOf(document, look.time))
      .filter(({ n }) => n !== '')
      .map((row) => [row.fact, row]),
  );
  const captionOf = new Map(drawn.map(({ n }, i) => [n, i]));
  const lanes = lanesOf(document, drawn);
  const left = document.facts.length - drawn.length;
  const start = document.facts.find(({ offset_ms }) => offset_ms === 0)?.at ?? undefined;
  const markup = html`<section class="timeline" aria-labelledby="h-timeline">
<h2 id="h-timeline">Timeline</h2>
<p class="hint">${start !== undefined && html`Times count from <time>${start}</time>. `}Long waits are drawn shorter than they were, or folded into a dotted column; the numbers are exact.${left > 0 && ` ${count(left)} of ${count(document.facts.length)} facts are not drawn.`}</p>
<figure class="drawing">
${drawing({ lanes, captionOf, nameOf: (n) => nameOf(rows.get(n)) })}<figcaption class="tips" aria-hidden="true">
<p class="tip idle">Point at a mark, or tab to it, to see where it was read; press it for its line below.</p>
${drawn.map(({ n }, i) => caption(rows.get(n), i))}</figcaption>
${legend(document)}</figure>
</section>`;
  return { markup, marks: drawn.length };
}

function nameOf(row: Row | undefined): string {
  return row === undefined
    ? 'fact'
    : shortWords(`${row.n}, ${row.kind} ${row.says}, ${row.time}, ${row.where}, read in ${row.from}`);
}

function caption(row: Row | undefined, i: number): Markup | undefined {
  if (row === undefined) return undefined;
  const { n, kind, says, time, where, from } = row;
  return html`<p class="tip t${i}"><b>#${n} ${time}</b> ${kind} ${name(shortWords(says))} <span class="aside">${name(shortWords(where))} · ${name(shortWords(from))}</span></p>
`;
}

const meanings: readonly (readonly [kind: string, text: string])[] = [
  ['delivery', 'delivery, until it was answered'],
  ['run', 'run of a handler'],
  ['job', 'job enqueued'],
  ['attempt', 'attempt of a job; the line below it is its lease'],
  ['guard', 'guard asked'],
  ['operation', 'ledger row'],
  ['call', 'call to a target'],
  ['record', 'object in a target; crossed: a copy'],
  ['lifecycle', 'process started or stopped'],
];

function legend({ facts }: TraceDocument): Markup {
  const seen = new Set(facts.map(({ kind }) => kind as string));
  return html`<ul class="legend" aria-label="Legend">
${meanings.filter(([kind]) => seen.has(kind)).map(([kind, text]) => html`<li class="${kind}"><svg viewBox="0 0 24 16" aria-hidden="true">${sample(kind)}</svg>${text}</li>\n`)}</ul>
`;
}

function sample(kind: string): Markup {
  const bars: Readonly<Record<string, Markup>> = {
    delivery: html`<rect class="bar" x="1" y="2" width="22" height="12" rx="6"/>`,
    run: html`<rect class="bar" x="1" y="2" width="22" height="12" rx="2"/>`,
    attempt: html`<rect class="bar" x="1" y="2" width="22" height="9" rx="2"/><path class="edge" d="M1 0h3v13h-3z"/><path class="lease" d="M1 14.5h22"/>`,
    call: html`<rect class="bar" x="1" y="4" width="22" height="8" rx="2"/>`,
    record: html`<path class="bar" d="M12 0l8 8l-8 8l-8 -8z"/>`,
    guard: html`<path class="bar" d="M12 1l7 13h-14z"/>`,
    job: html`<rect class="bar" x="7" y="3" width="10" height="10" rx="1"/>`,
    lifecycle: html`<path class="bar" d="M11 0h2v16h-2z"/>`,
  };
  return bars[kind] ?? html`<circle class="bar" cx="12" cy="8" r="5"/>`;
}
