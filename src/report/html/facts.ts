// Every fact as a line that can be linked to, with the place where it was read.
import type { Look } from '../../model/report.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { count } from '../story/few.ts';
import { type Row, rowsOf } from '../story/rows.ts';
import { shortWords } from '../story/short.ts';
import { timesOf } from '../story/times.ts';
import { html, type Markup, name } from './markup.ts';

export function factsSection(document: TraceDocument, facts: TraceDocument['facts'], left: number, look: Look): Markup {
  const rows = rowsOf(document, facts, timesOf(document, look.time));
  const proof = new Set(document.findings.flatMap((finding) => finding.facts));
  const body =
    rows.length === 0
      ? html`<p>No fact was found.</p>`
      : html`<table class="facts">
<thead><tr><th scope="col">#</th><th scope="col">time</th><th scope="col">fact</th><th scope="col">where</th><th scope="col">read in</th></tr></thead>
<tbody>
${rows.map((row) => line(row, proof))}</tbody>
</table>`;
  return html`<section aria-labelledby="h-facts">
<h2 id="h-facts">Facts</h2>
${body}
${rows.some(({ inferred }) => inferred) && html`<p class="aside">~ inferred: it fits in time and place; no witness says so.</p>`}
${left > 0 && html`<p class="more">${count(left)} more facts are left out here; <code>--format json</code> has all of them.</p>`}
</section>`;
}

function line(row: Row, proof: ReadonlySet<number>): Markup {
  const { n, fact, time, kind, says, where, from, notes } = row;
  const isAnswer = n === '';
  const classes = [kind, isAnswer && 'answer', !isAnswer && proof.has(fact) && 'proof'].filter(Boolean).join(' ');
  return html`<tr class="${classes}"${isAnswer ? '' : html` id="f${fact}"`}><th scope="row">${n}</th><td class="time">${time}</td><td class="says"><b>${kind}</b> ${name(shortWords(says))}${notes.map((note) => html`<br><span class="note">${name(shortWords(note))}</span>`)}</td><td class="where">${name(shortWords(where))}</td><td class="from">${name(shortWords(from))}</td></tr>
`;
}
