// Why, what to change, what the copies looked like, what was ruled out, what nobody looked at, what to do next.
import type { TraceDocument } from '../../model/trace-document.ts';
import { comparisonOf, notLogged } from '../story/copies.ts';
import { count, few } from '../story/few.ts';
import { shortWords } from '../story/short.ts';
import { fixesOf } from '../story/verdict.ts';
import { eventTexts, factRefs, gapText, ongoingText, readingText, saysOngoing, skewTexts } from '../story/words.ts';
import { html, type Markup, name, withLinks } from './markup.ts';

const most = 20;

export function lists(document: TraceDocument, facts: TraceDocument['facts']): Markup {
  const shown = new Set(facts.map(({ n }) => n));
  const linked = (text: string) => withLinks(shortWords(text), shown);
  const because = document.findings.flatMap(({ because: texts, role, rule }) =>
    texts.map((text) => html`${linked(text)}${role === 'contributing' && html` <span class="aside">(${rule})</span>`}`),
  );
  return html`<div class="pair">
${section('Why', list(because))}
${section('What to change', list(fixesOf(document).map(linked), 'ol'))}
</div>
${copies(document)}
${section('Not looked at', list(document.gaps.map(gapText).map(linked)))}
${section('Does it go on?', saysOngoing(document) && html`<p>${linked(ongoingText(document))}</p>`)}
${section('Clocks that differ', list(skewTexts(document).map(linked)))}
${section('Next', commands(document.next))}
${folded('Theories that do not fit', document.refuted.length, refuted(document, shown))}
${folded('The event, and gaps between receipts and effects', 1, list([...eventTexts(document), ...document.readings.map(readingText)].map(linked)))}`;
}

function section(title: string, body: Markup | undefined | false): Markup | undefined {
  if (!body) return undefined;
  const id = `h-${title.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
</section>`;
}

/** For those who ask for it; printed open. */
function folded(title: string, size: number, body: Markup | undefined): Markup | undefined {
  if (body === undefined || size === 0) return undefined;
  const tally = size > 1 ? ` (${count(size)})` : '';
  return html`<details>
<summary><h2>${title}${tally}</h2></summary>
${body}
</details>`;
}

function list(items: readonly Markup[], kind: 'ul' | 'ol' = 'ul'): Markup | undefined {
  if (items.length === 0) return undefined;
  const { shown, left } = few(items, most);
  const rows = html`${shown.map((item) => html`<li>${item}</li>\n`)}${left > 0 && html`<li class="more">and ${count(left)} more</li>\n`}`;
  return kind === 'ol' ? html`<ol>\n${rows}</ol>` : html`<ul>\n${rows}</ul>`;
}

function refuted({ refuted: theories }: TraceDocument, shown: ReadonlySet<number>): Markup | undefined {
  return list(
    theories.map(({ rule, reason, facts }) => {
      const refs = facts.length === 0 ? '' : ` (${factRefs(facts)})`;
      return html`<code>${rule}</code> ${withLinks(shortWords(`${reason}${refs}`), shown)}`;
    }),
  );
}

function commands(next: readonly string[]): Markup | undefined {
  return next.length === 0
    ? undefined
    : html`<pre tabindex="0" aria-label="Commands">${few(next, most).shown.join('\n')}</pre>`;
}

/** More columns than these do not fit anywhere. */
const mostCopies = 6;

function copies({ copies: all }: TraceDocument): Markup | undefined {
  if (all.length < 2) return undefined;
  const shown = all.slice(0, mostCopies);
  const { rows, same, unknown } = comparisonOf(shown);
  const heads = shown.map(({ record }) => html`<th scope="col">${name(shortWords(record ?? notLogged))}</th>`);
  const body = rows.map(
    ({ name: title, cells, isUnequal }) =>
      html`<tr><th scope="row">${isUnequal && html`<span class="unequal" title="unequal">≠</span> `}${title}</th>${cells.map((cell) => html`<td>${name(shortWords(cell))}</td>`)}</tr>\n`,
  );
  const asides = [
    same.length > 0 && `Equal: ${shortWords(same.join(', '))}.`,
    unknown.length > 0 && `Not logged: ${unknown.join(', ')}.`,
    all.length > shown.length && `${count(all.length - shown.length)} more copies are not shown.`,
  ].filter((text) => text !== false);
  return section(
    'The copies',
    html`<div class="scroll" tabindex="0" role="region" aria-label="Copies"><table class="copies">
<thead><tr><td></td>${heads}</tr></thead>
<tbody>
${body}</tbody>
</table></div>
${asides.map((text) => html`<p class="aside">${text}</p>\n`)}`,
  );
}
