// The first line a person reads at three in the morning, and the sentence below it.
import type { ChalkInstance } from 'chalk';
import type { TraceDocument, Verdict } from '../../model/trace-document.ts';
import { causeOf, contributingOf, headlineOf, sentencesOf, titleOf } from '../story/verdict.ts';
import type { Paper } from './paper.ts';
import { wrap } from './wrap.ts';

export function verdictOf(document: TraceDocument, paper: Paper): string[] {
  const title = titleOf(document.verdict);
  const headline = paper.text(headlineOf(document));
  const tail = [headline, ...causeOf(document).map((part) => paper.text(part))].join(paper.text(' · '));
  const [first = '', ...rest] = wrap(tail, paper.look.width - title.length - 2);
  const more = rest.length === 0 ? [] : wrap(rest.join(' '), paper.look.width - 2);
  const sentences = [
    ...sentencesOf(document),
    ...contributingOf(document).map(({ rule, certainty, sentence }) => `also ${rule} (${certainty}): ${sentence}`),
  ];
  return [
    `${colourOf(document.verdict, paper.paint)(title)}  ${first}`,
    ...more.map((line) => `  ${line}`),
    ...sentences.flatMap((text) => wrap(paper.text(text), paper.look.width - 2).map((line) => `  ${line}`)),
  ];
}

function colourOf(verdict: Verdict, paint: ChalkInstance): ChalkInstance {
  if (verdict === 'single' || verdict === 'not-a-duplicate') return paint.bold.green;
  return verdict === 'inconclusive' || verdict === 'unknown-result' ? paint.bold.yellow : paint.bold.red;
}
