// What a trace answers, in words: the title, the cause behind it, and the sentences that say what happened.
import type { TraceDocument, Verdict } from '../../model/trace-document.ts';

type Document = TraceDocument;
export type Finding = Document['findings'][number];

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
  lost: 'Nothing shows the way on which it was lost. The gaps below say which fit.',
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

export function headlineOf({ headline }: Document): string {
  return headline.length > longestHeadline ? `${headline.slice(0, longestHeadline)}…` : headline;
}

export function primaryOf(document: Document): Finding | undefined {
  return document.findings.find((finding) => finding.role === 'primary');
}

export function contributingOf(document: Document): Finding[] {
  const primary = primaryOf(document);
  return document.findings.filter((finding) => finding !== primary);
}

/** The cause behind the headline, empty where the verdict needs none. */
export function causeOf(document: Document): string[] {
  const primary = primaryOf(document);
  return primary ? [primary.rule, primary.certainty] : [];
}

/** What happened, and how far to believe it; without the causes that contribute. */
export function sentencesOf(document: Document): string[] {
  const primary = primaryOf(document);
  const isTold = document.findings.length > 0 || document.loss !== undefined;
  const meaning = isTold ? undefined : meanings[document.verdict];
  return (primary ? [primary.sentence, doubts[primary.certainty]] : [meaning]).filter((text) => text !== undefined);
}

/** What to do about the first cause; of the others the first step, where another kind of cause asks for another kind of step. */
export function fixesOf(document: Document): string[] {
  const primary = primaryOf(document);
  if (!primary) return document.loss?.prevention ?? [];
  const others = document.findings.filter((finding) => finding.family !== primary.family);
  return [...new Set([...primary.fix, ...others.flatMap(({ fix }) => fix.slice(0, 1))])];
}
