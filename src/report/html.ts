// The trace as one page to hand around: it asks nobody for anything, runs nothing, and reads on a phone, in the dark, on paper.
import type { Look, Report } from '../model/report.ts';
import type { TraceDocument } from '../model/trace-document.ts';
import { factsSection } from './html/facts.ts';
import { headOf } from './html/head.ts';
import { lists } from './html/lists.ts';
import { html, trusted } from './html/markup.ts';
import { sheetFor } from './html/style.ts';
import { timelineSection } from './html/timeline.ts';
import { foldTo } from './story/fold.ts';
import { headlineOf, titleOf } from './story/verdict.ts';

/** A page of more facts is scrolled by nobody, and slow on a phone. */
const readable = 250;
const most = 150;

export const htmlReport: Report<TraceDocument> = {
  format: 'html',
  render(document, look) {
    return page(document, look).markup;
  },
};

function page(document: TraceDocument, look: Look) {
  const { facts, left } = foldTo(document, readable, most);
  const timeline = timelineSection(document, facts, look);
  const { style, hash } = sheetFor(timeline.marks);
  // No source is allowed for anything; the one style sheet is known by its hash, so that no other one holds.
  const policy = `default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${titleOf(document.verdict)}: ${headlineOf(document)}</title>
<style>${trusted(style)}</style>
</head>
<body>
${headOf(document, new Set(facts.map(({ n }) => n)))}
<main>
${timeline.markup}
${lists(document, facts)}
${factsSection(document, facts, left, look)}
</main>
<footer><p>Written by <code>dedupe trace</code>. This page loads nothing and runs nothing. <code>?</code> is what nobody logged.</p></footer>
</body>
</html>
`;
}
