// The first line a person reads at three in the morning, and the sentence below it.
import type { ChalkInstance } from 'chalk';
import type { TraceDocument, Verdict } from '../../model/trace-document.ts';
import type { Paper } from './paper.ts';
import { wrap } from './wrap.ts';

type Document = TraceDocument;

const titles: Readonly<Record<Verdict, string>> = {
  duplicate: 'DUPLICATE',
  single: 'SINGLE',
  'not-a-duplicate': 'NOT A DUPLICATE',
  lost: 'LOST',
  split: 'SPLIT',
  'unknown-result': 'UNKNOWN RESULT',
  inconclusive: 'INCONCLUSIVE',
};

/** Said when no finding has a sentence of its own. */
const meanings: Partial<Record<Verdict, string>> = {
  duplicate: 'There is more than one effect, and no cause in the catalogue fits what could be read.',
  inconclusive: 'What could be read does not decide it. The gaps below say what is missing.',
  'unknown-result': 'An effect was sent and nobody knows whether it exists. Look it up before anything repeats it.',
};

const doubts: Readonly<Record<string, string>> = {
  consistent: 'Consistent, not proven: a link is inferred, or the order rests on two clocks.',
  open: 'Open: a gap below prevents deciding.',
};

/** No headline is longer than three lines of an ordinary terminal, whatever a foreign text put into it. */
const longestHeadline = 240;

export function titleOf(verdict: Verdict): string {
  return titles[verdict];
}

export function primaryOf(document: Document): Document['findings'][number] | undefined {
  return document.findings.find((finding) => finding.role === 'primary');
}

/** The cause behind the headline, empty where the verdict needs none. */
export function causeOf(document: Document): string[] {
  const primary = primaryOf(document);
  return primary ? [primary.rule, primary.certainty] : [];
}

export function verdictOf(document: Document, paper: Paper): string[] {
  const title = titleOf(document.verdict);
  const headline = paper.text(document.headline);
  const short = headline.length > longestHeadline ? paper.text(`${headline.slice(0, longestHeadline)}…`) : headline;
  const tail = [short, ...causeOf(document).map((part) => paper.text(part))].join(paper.text(' · '));
  const [first = '', ...rest] = wrap(tail, paper.look.width - title.length - 2);
  const more = rest.length === 0 ? [] : wrap(rest.join(' '), paper.look.width - 2);
  return [
    `${colourOf(document.verdict, paper.paint)(title)}  ${first}`,
    ...more.map((line) => `  ${line}`),
    ...sentencesOf(document).flatMap((text) => wrap(paper.text(text), paper.look.width - 2).map((line) => `  ${line}`)),
  ];
}

function sentencesOf(document: Document): string[] {
  const primary = primaryOf(document);
  const meaning = document.findings.length === 0 ? meanings[document.verdict] : undefined;
  const others = document.findings.filter((finding) => finding !== primary);
  return [
    ...(primary ? [primary.sentence, doubts[primary.certainty]] : [meaning]),
    ...others.map((finding) => `also ${finding.rule} (${finding.certainty}): ${finding.sentence}`),
  ].filter((text) => text !== undefined);
}

function colourOf(verdict: Verdict, paint: ChalkInstance): ChalkInstance {
  if (verdict === 'single' || verdict === 'not-a-duplicate') return paint.bold.green;
  return verdict === 'inconclusive' || verdict === 'unknown-result' ? paint.bold.yellow : paint.bold.red;
}
