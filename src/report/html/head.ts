// The answer: verdict, what happened, how sure it is, which objects to keep and which to close.
import type { TraceDocument, Verdict } from '../../model/trace-document.ts';
import { count, few } from '../story/few.ts';
import { shortWords } from '../story/short.ts';
import { contributingOf, headlineOf, primaryOf, sentencesOf, titleOf } from '../story/verdict.ts';
import { type ListedRecord, recordsOf } from '../story/words.ts';
import { html, type Markup, name, withLinks } from './markup.ts';

const moods: Readonly<Record<Verdict, 'bad' | 'good' | 'open'>> = {
  duplicate: 'bad',
  lost: 'bad',
  split: 'bad',
  single: 'good',
  'not-a-duplicate': 'good',
  'unknown-result': 'open',
  inconclusive: 'open',
};

export function headOf(document: TraceDocument, shown: ReadonlySet<number>): Markup {
  const primary = primaryOf(document);
  const others = few(contributingOf(document), 5);
  return html`<header class="${moods[document.verdict]}">
<p class="verdict"><span class="badge">${titleOf(document.verdict)}</span>${
    primary &&
    html` <code class="cause">${primary.rule}</code> <span class="sure ${primary.certainty}">${primary.certainty}</span>`
  }</p>
<h1>${name(shortWords(headlineOf(document)))}</h1>
${sentencesOf(document).map((text, i) => html`<p class="${i === 0 ? 'lead' : 'doubt'}">${withLinks(shortWords(text), shown)}</p>\n`)}${others.shown.map(
  ({ rule, certainty, sentence }) =>
    html`<p class="also">Also <code>${rule}</code> (${certainty}): ${withLinks(shortWords(sentence), shown)}</p>\n`,
)}${others.left > 0 && html`<p class="also">and ${count(others.left)} more causes that contribute</p>`}
${recordList(document)}</header>`;
}

const most = 12;

function recordList(document: TraceDocument): Markup | undefined {
  const { keep, close, other } = recordsOf(document);
  const all = [
    ...keep.map((record) => ({ record, what: 'Keep' })),
    ...close.map((record) => ({ record, what: 'Close by hand' })),
    ...other.map((record) => ({ record, what: 'Made' })),
  ];
  if (all.length === 0) return undefined;
  const { shown, left } = few(all, most);
  return html`<ul class="records" aria-label="Records">
${shown.map(({ record, what }) => recordItem(record, what))}${left > 0 && html`<li class="more">and ${count(left)} more; --format json has all</li>\n`}</ul>
`;
}

function recordItem(record: ListedRecord, what: string): Markup {
  const { id, target, action, url, fact, why } = record;
  return html`<li class="${what === 'Keep' ? 'keep' : what === 'Made' ? 'made' : 'close'}"><span class="do">${what}</span> <strong>${name(shortWords(id))}</strong> <span class="aside">${name(shortWords([target, action && `#${action}`].filter(Boolean).join(' ')))}, <a class="ref" href="#f${fact}">#${fact}</a>${why !== '' && html`, ${name(why)}`}</span>${url !== null && html` ${addressOf(url)}`}</li>
`;
}

/** The address itself is what is pressed, so that a reader sees where it leads; anything but a web page that can be there stays text. */
export function addressOf(url: string): Markup {
  const shown = shortWords(url);
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(url) && !isNowhere(url)
    ? html`<a class="address" href="${url}" rel="noopener noreferrer">${name(shown)}</a>`
    : html`<span class="address">${name(shown)}</span>`;
}

/** Names that belong to nobody (RFC 2606), such as those of an anonymised trace. */
function isNowhere(url: string): boolean {
  return URL.canParse(url) && /\.(?:example|invalid)$/i.test(new URL(url).hostname);
}
