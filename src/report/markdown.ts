// The trace for a ticket or a chat: short, and nothing in it that a renderer of Markdown could take for markup of its own.
import type { Report } from '../model/report.ts';
import type { TraceDocument } from '../model/trace-document.ts';
import { factBlock } from './markdown/facts.ts';
import { commandBlock, line } from './markdown/words.ts';
import { count, few } from './story/few.ts';
import { causeOf, contributingOf, fixesOf, headlineOf, primaryOf, sentencesOf, titleOf } from './story/verdict.ts';
import {
  eventTexts,
  gapText,
  ongoingText,
  recordName,
  recordsOf,
  refutedText,
  saysOngoing,
  skewTexts,
} from './story/words.ts';

export const markdown: Report<TraceDocument> = {
  format: 'markdown',
  render(document, look) {
    const sections = [
      headOf(document),
      factBlock(document, look),
      list('Why', primaryOf(document)?.because ?? [], 6),
      // The steps of the causes that contribute are in the other formats: a ticket needs one plan.
      list('Fix', primaryOf(document)?.fix ?? fixesOf(document), 6, true),
      recordsList(document),
      list('Not looked at', document.gaps.map(gapText), 5),
      list('Clocks', skewTexts(document), 3),
      list('Does not fit', document.refuted.map(refutedText), look.verbose ? 50 : 0),
      saysOngoing(document) ? `**Goes on?** ${line(ongoingText(document))}` : '',
      list('Siblings', look.verbose ? eventTexts(document).slice(1) : [], 10),
      commandBlock('Next', document.next),
    ];
    return `${sections.filter((part) => part !== '').join('\n\n')}\n`;
  },
};

function headOf(document: TraceDocument): string {
  const cause = causeOf(document).map((part) => ` · ${line(part)}`);
  const others = contributingOf(document).map(({ rule, certainty }) => `${rule} (${certainty})`);
  const { shown, left } = few(others, 4);
  const also = shown.length === 0 ? [] : [`Also ${shown.map(line).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`];
  return [
    `**${titleOf(document.verdict)}** ${line(headlineOf(document))}${cause.join('')}`,
    `\n${aboutOf(document)}`,
    ...[...sentencesOf(document).map(line), ...also].map((text) => `\n${text}`),
  ].join('\n');
}

/** Whoever reads the ticket looks for this id in other tools. */
function aboutOf(document: TraceDocument): string {
  const [first = ''] = eventTexts(document);
  const { shown, left } = few(document.event?.siblings ?? [], 4);
  const more = left > 0 ? ` and ${count(left)} more` : '';
  const siblings =
    shown.length === 0 ? '' : ` Siblings ${shown.map(({ event_id }) => line(event_id)).join(', ')}${more}.`;
  return `Event ${line(first)}.${siblings}`;
}

function list(title: string, texts: readonly string[], most: number, isNumbered = false): string {
  if (texts.length === 0 || most === 0) return '';
  const { shown, left } = few(texts, most);
  const items = shown.map((text, i) => `${isNumbered ? `${i + 1}.` : '-'} ${line(text)}`);
  return [`**${title}**`, '', ...items, ...(left > 0 ? [`- and ${count(left)} more`] : [])].join('\n');
}

/** The addresses are written out for a person to open: a link would hide where it leads. */
function recordsList(document: TraceDocument): string {
  const { keep, close, other } = recordsOf(document);
  const texts = (label: string, records: typeof keep) =>
    records.map((record) => [label, recordName(record), record.url].filter(Boolean).join(' '));
  return list(
    'Records',
    [
      ...texts('keep', keep),
      ...texts('close by hand', close),
      ...texts(keep.length > 0 ? 'already deleted' : '', other),
    ],
    10,
  );
}
