// The copies side by side in columns: unequal rows marked, what is equal and what nobody logged in one line each.
import type { TraceDocument } from '../../model/trace-document.ts';
import { columns } from '../columns.ts';
import { comparisonOf, notLogged } from '../story/copies.ts';
import { isSingleColumn } from '../width.ts';
import type { Paper } from './paper.ts';
import { wrap } from './wrap.ts';

/** More do not fit beside each other; the facts above have them all. */
const most = 4;
const narrowestCell = 16;
const indent = 3;

export function copiesTable(document: TraceDocument, paper: Paper): string[] {
  const shown = document.copies.slice(0, most);
  if (shown.length < 2) return [];
  const { rows, same, unknown } = comparisonOf(shown);
  const room = Math.max(narrowestCell, Math.floor((paper.look.width - 17) / shown.length) - 2);
  const cell = (text: string) => shortened(paper.whole(text), room, paper.look.unicode ? '…' : '...');
  const unequal = paper.look.unicode ? '≠' : '!=';
  const lines = rows.map(({ name, cells, isUnequal }) => [isUnequal ? unequal : '', name, ...cells.map(cell)]);
  const head = ['', 'copies', ...shown.map(({ record }) => cell(record ?? notLogged))];
  const rest = document.copies.length - shown.length;
  return [
    ...columns([head, ...lines], paper.look.width, 0),
    ...line('same', same, paper),
    ...line('not logged', unknown, paper),
    ...(rest > 0 ? [`${' '.repeat(indent)}and ${rest.toLocaleString('en-US')} more copies`] : []),
    '',
  ];
}

function line(label: string, texts: readonly string[], paper: Paper): string[] {
  if (texts.length === 0) return [];
  const rows = wrap(paper.text(`${label}: ${texts.join(', ')}`), paper.look.width - indent - 2);
  return rows.map((row, i) => `${' '.repeat(i === 0 ? indent : indent + 2)}${row}`);
}

/** Two long ids are told apart by their ends. Where a letter can take two columns, half of the room is enough. */
function shortened(text: string, room: number, ellipsis: string): string {
  const points = [...text];
  const most = isSingleColumn(text) ? room : Math.floor(room / 2);
  if (points.length <= most) return text;
  const tail = Math.floor((most - ellipsis.length) / 2);
  return `${points.slice(0, most - ellipsis.length - tail).join('')}${ellipsis}${points.slice(-tail).join('')}`;
}
