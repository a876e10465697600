// One record per line for grep and cut: tab-separated, the first column names the record. Nothing is folded or shortened.
import type { TraceDocument } from '../../model/trace-document.ts';
import { comparedRows } from '../story/copies.ts';
import { rowsOf } from '../story/rows.ts';
import { timesOf, unknown } from '../story/times.ts';
import { primaryOf } from '../story/verdict.ts';
import { ongoingText, recordsOf, skewTexts } from '../story/words.ts';
import type { Paper } from './paper.ts';

export function plain(document: TraceDocument, paper: Paper): string {
  const primary = primaryOf(document);
  const rows = rowsOf(document, document.facts, timesOf(document, paper.look.time));
  const { keep, close, other } = recordsOf(document);
  const record = (label: string, records: typeof keep) =>
    records.map(({ id, target, fact, why, url }) => [label, target, id, fact, why, url]);
  const events = document.event ? [document.event, ...document.event.siblings] : [];
  const lines: unknown[][] = [
    ['verdict', document.verdict, document.headline, primary?.rule, primary?.certainty, document.ref],
    ...document.findings.map((one) => ['finding', one.rule, one.role, one.certainty, one.sentence]),
    ...events.map((one) => ['event', one.provider, one.workspace_id, one.event_id, one.type, one.subject]),
    ...rows.flatMap((row) => [
      [row.n === '' ? 'answer' : 'fact', row.fact, row.time, row.kind, row.says, row.where, row.from],
      ...row.notes.map((note) => ['contradiction', row.fact, note.slice(2)]),
    ]),
    ...document.findings.flatMap((one) => one.because.map((text) => ['because', one.rule, text])),
    ...document.findings.flatMap((one) => one.fix.map((text, i) => ['fix', one.rule, i + 1, text])),
    ...(document.loss ? [['loss', document.loss.way, document.loss.sentence, document.loss.facts.join(',')]] : []),
    ...comparedRows(document.copies).map(({ name, cells }) => ['copies', name, ...cells]),
    ...record('keep', keep),
    ...record('close', close),
    ...record('record', other),
    ...document.refuted.map(({ rule, reason, facts }) => ['refuted', rule, reason, facts.join(',')]),
    ...skewTexts(document).map((text) => ['clocks', text]),
    ...document.gaps.map(({ source, reason, would_settle }) => ['gap', source, reason, would_settle]),
    ['ongoing', document.ongoing.state, ongoingText(document)],
    ...document.next.map((command) => ['next', command]),
  ];
  return `${lines.map((cells) => cells.map((cell) => paper.whole(cellText(cell))).join('\t')).join('\n')}\n`;
}

function cellText(value: unknown): string {
  return value === undefined || value === null || value === '' ? unknown : String(value);
}
