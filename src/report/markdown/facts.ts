// The facts that the answer stands on, numbered as in every other format, in a block that keeps its columns.
import type { Look } from '../../model/report.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { count, few } from '../story/few.ts';
import { type Row, rowsOf } from '../story/rows.ts';
import { timesOf } from '../story/times.ts';
import { widthOf } from '../width.ts';
import { block } from './words.ts';

/** What a chat shows without folding it away. */
const most = 16;
/** So few are shown whole, whether or not anything stands on them. */
const always = 8;
const longestCell = 60;

export function factBlock(document: TraceDocument, look: Look): string {
  const { facts } = document;
  if (facts.length === 0) return 'No fact was found.';
  const matter = mattering(document);
  const chosen = facts.filter(
    ({ n, kind }) => facts.length <= always || (matter.size > 0 ? matter.has(n) : kind !== 'lifecycle'),
  );
  const { shown } = few(chosen.length > 0 ? chosen : facts, look.verbose ? facts.length : most);
  const rows = rowsOf(document, shown, timesOf(document, look.time));
  const left = facts.length - shown.length;
  const start = look.time === 'relative' ? startOf(document) : undefined;
  return [
    `**Facts**${start === undefined ? '' : `, times after ${start}`}`,
    '',
    block(table(rows)),
    ...(left > 0 ? ['', `${count(left)} more ${left === 1 ? 'fact' : 'facts'} in the other formats.`] : []),
  ].join('\n');
}

function mattering({ findings, records }: TraceDocument): ReadonlySet<number> {
  return new Set([...findings.flatMap(({ facts }) => facts), ...records.map(({ fact }) => fact)]);
}

/** The moment from which the relative times count, so that a reader in another tool can find the lines. */
function startOf({ facts }: TraceDocument): string | undefined {
  return facts.find(({ offset_ms }) => offset_ms === 0)?.at ?? undefined;
}

function table(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [row.n.padStart(3), row.time, row.kind, row.says, row.where, row.from].map(short));
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...cells.map((row) => widthOf(row[i] ?? ''))));
  return rows.flatMap((row, i) => [
    (cells[i] ?? [])
      .map((cell, j) => (j === 5 ? cell : cell + ' '.repeat(Math.max(0, (widths[j] ?? 0) - widthOf(cell)))))
      .join('  ')
      .trimEnd(),
    ...row.notes.map((note) => `     ${short(note)}`),
  ]);
}

function short(text: string): string {
  const points = [...text];
  return points.length <= longestCell ? text : `${points.slice(0, 40).join('')}…${points.slice(-18).join('')}`;
}
