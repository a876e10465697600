// The scan as one page that asks nobody for anything: no script, no font, no image; readable in light, dark and print.
import type { Report } from '../../model/report.ts';
import type { ScanDocument, ScanGroup } from '../../model/scan-document.ts';
import { html as markup, type Part, trusted } from '../html/markup.ts';
import { sheetFor } from '../html/style.ts';
import { damageRows, groupRows } from './rows.ts';
import { aboutOf, changeText, figureText, latencyTexts, leftOutText, minutes, nameOf, titleOf } from './words.ts';

export const html: Report<ScanDocument> = {
  format: 'html',
  render: (document) => page(document).markup,
};

function page(document: ScanDocument) {
  const { groups, damage, figures, undecided, gaps, next } = document;
  const title = titleOf(document);
  const hidden = leftOutText(document);
  const mood = { CLEAN: 'good', BLIND: 'open', FILTERED: 'open' }[title] ?? 'bad';
  const { style, hash } = sheetFor(0);
  // No source is allowed for anything; the one style sheet is known by its hash, so that no other one holds.
  const policy = `default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}: ${document.headline}</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="${mood}"><p class="verdict"><span class="badge">${title}</span></p><h1>${document.headline}</h1>
${hidden !== undefined && markup`<p class="doubt">${hidden}</p>`}<p class="aside">${aboutOf(document)}</p>${document.partial !== null && markup`<p class="doubt">Partial: ${document.partial}</p>`}</header>
<main>
${groups.length > 0 && section('Found', table(groupRows(document)))}
${groups.map(examples)}
${damage && section('Records to keep and to close by hand', table(damageRows(damage)))}
${list(
  'Figures',
  (figures ?? []).map((one) => `${one.title}: ${figureText(one)}`),
)}
${list('Changes of live instances', document.instance_changes.map(changeText))}
${list('Latency of creates', latencyTexts(document))}
${list(
  'Not decided',
  undecided.reasons.map(({ reason, count }) => `${count} times: ${reason}`),
)}
${list(
  'Gaps',
  gaps.map(({ source, reason, would_settle }) => `${source}: ${reason} (would show ${would_settle})`),
)}
${list('Next', next)}
</main>
<footer><p>Written by <code>dedupe scan</code>. This page loads nothing and runs nothing. <code>?</code> is what nobody logged.</p></footer>
</body>
</html>
`;
}

function examples(group: ScanGroup): Part {
  const items = group.examples.map(({ headline, certainty, at, command }) => {
    const about = [headline, certainty, at === null ? undefined : minutes(at)].filter(Boolean).join(' · ');
    return markup`<li>${about}<br><code>${command}</code></li>`;
  });
  return section(`${nameOf(group)}: ${group.title}`, markup`<ul>${items}</ul>`);
}

function table([head = [], ...rows]: readonly (readonly string[])[]): Part {
  const body = rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`);
  return markup`<div class="scroll"><table><thead><tr>${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function list(title: string, texts: readonly string[]): Part {
  return texts.length > 0 && section(title, markup`<ul>${texts.map((text) => markup`<li>${text}</li>`)}</ul>`);
}

function section(title: string, content: Part): Part {
  return markup`<section><h2>${title}</h2>${content}</section>`;
}
