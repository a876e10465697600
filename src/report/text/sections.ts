// What stands below the facts: why, what to change, what to clean up, what was ruled out, what nobody looked at, what next.
import type { TraceDocument } from '../../model/trace-document.ts';
import { count, few } from '../story/few.ts';
import { fixesOf } from '../story/verdict.ts';
import {
  eventTexts,
  gapText,
  lossTexts,
  ongoingText,
  readingText,
  recordsOf,
  recordText,
  refutedText,
  saysOngoing,
  skewTexts,
} from '../story/words.ts';
import { labelled, oneLine, type Paper, unbroken } from './paper.ts';

/** Longer lists than this are read nowhere but in a file. */
const readable = 12;
/** A theory that is not named here looks as if nobody had tested it. */
const mostTheories = 50;

export function sectionsOf(document: TraceDocument, paper: Paper): string[] {
  const short = (texts: readonly string[]) => {
    const { shown, left } = few(texts, paper.look.verbose ? texts.length : readable);
    return left > 0 ? [...shown, `and ${count(left)} more, --verbose shows them`] : shown;
  };
  const section = (label: string, texts: readonly string[]) => labelled(paper, label, short(texts).map(paper.text));
  const { keep, close, other } = recordsOf(document);
  return [
    ...section('because', becauseOf(document)),
    ...section(
      'fix',
      fixesOf(document).map((fix, i) => `${i + 1} ${fix}`),
    ),
    ...section('lost', lossTexts(document)),
    ...section('keep', keep.map(recordText)),
    ...section(
      'close',
      close.map((record) => `by hand: ${recordText(record)}`),
    ),
    ...section('record', other.map(recordText)),
    ...section('event', eventTexts(document)),
    ...section('apart', document.readings.map(readingText)),
    ...section('clocks', skewTexts(document)),
    ...refutedOf(document, paper),
    ...section('gaps', document.gaps.map(gapText)),
    ...section('now', saysOngoing(document) ? [ongoingText(document)] : []),
    ...unbroken(paper, 'next', document.next),
  ];
}

export function becauseOf({ findings }: TraceDocument): string[] {
  return findings.flatMap(({ because, role, rule }) =>
    because.map((text) => (role === 'primary' ? text : `${text} (${rule})`)),
  );
}

/** One line each: whoever holds another theory looks for its name, and nobody else reads them. */
function refutedOf({ refuted }: TraceDocument, paper: Paper): string[] {
  const texts = refuted.map((theory) => paper.text(refutedText(theory)));
  if (paper.look.verbose) return labelled(paper, 'refuted', texts);
  const { lines, isCut } = oneLine(paper, 'refuted', few(texts, mostTheories).shown);
  const { left } = few(texts, mostTheories);
  const notes = [left > 0 ? `and ${count(left)} more` : '', isCut ? '--verbose shows the whole reasons' : ''];
  const note = notes.filter(Boolean).join('; ');
  return note === '' ? lines : [...lines, ...labelled(paper, '', [note]).map((line) => paper.paint.dim(line))];
}
