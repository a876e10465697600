// The table of facts: beside each other where the terminal is wide enough, below each other where it is not.
import type { TraceDocument } from '../../model/trace-document.ts';
import { fold } from '../story/fold.ts';
import { type Row, rowsOf } from '../story/rows.ts';
import { timesOf } from '../story/times.ts';
import { widthOf } from '../width.ts';
import type { Paper } from './paper.ts';
import { pad, wrap } from './wrap.ts';

const gap = 2;
/** Below this the places are written under the fact. */
const wideEnough = 72;
/** A column that shares its line is never squeezed below this. */
const narrowestColumn = 12;

export function factsOf(document: TraceDocument, paper: Paper): string[] {
  const { facts, left } = fold(document, paper.look);
  if (facts.length === 0) return ['  no fact was found'];
  const rows = rowsOf(document, facts, timesOf(document, paper.look.time)).map((row) => inLetters(row, paper));
  const widths = columnWidths(rows, paper.look.width);
  const lines = widths ? beside(rows, widths, paper) : below(rows, paper);
  const more = left > 0 ? [`${left.toLocaleString('en-US')} more facts, --verbose shows them`] : [];
  const legend = rows.some((row) => row.inferred) ? ['~ inferred: fits in time and place; no witness says so'] : [];
  const notes = [...more.map((text) => paper.text(`… ${text}`)), ...legend];
  return [
    ...lines,
    ...notes.flatMap((text) => wrap(text, paper.look.width - 4).map((line) => `    ${paper.paint.dim(line)}`)),
  ];
}

function inLetters(row: Row, paper: Paper): Row {
  const { says, where, from, notes } = row;
  const [text, place, source] = [paper.text(says), paper.text(where), paper.text(from)];
  return { ...row, says: text, where: place, from: source, notes: notes.map((note) => paper.text(note)) };
}

const columns = ['n', 'time', 'kind', 'says', 'where', 'from'] as const;
const head = { n: '#', time: 'time', kind: 'fact', says: '', where: 'where', from: 'from' };

function beside(rows: readonly Row[], widths: readonly number[], paper: Paper): string[] {
  const indent = 1 + columns.slice(0, 3).reduce((sum, _, i) => sum + (widths[i] ?? 0) + gap, 0);
  const line = (row: Record<(typeof columns)[number], string>): string[] => {
    const cells = columns.map((name, i) => wrap(row[name], widths[i] ?? 1));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, y) =>
      ` ${cells.map((cell, i) => (i === 0 ? (cell[y] ?? '').padStart(widths[0] ?? 0) : pad(cell[y] ?? '', widths[i] ?? 0))).join(' '.repeat(gap))}`.trimEnd(),
    );
  };
  return [
    ...line(head).map((text) => paper.paint.dim(text)),
    ...rows.flatMap((row) => [...line(row).map((text) => painted(text, row, paper)), ...notesOf(row, indent, paper)]),
  ];
}

function below(rows: readonly Row[], paper: Paper): string[] {
  const width = Math.max(...rows.map((row) => row.n.length)) + 1;
  const indent = width + gap;
  const room = paper.look.width - indent;
  return rows.flatMap((row) => {
    const [first = '', ...rest] = wrap(`${row.time} ${row.kind} ${row.says}`, room);
    const head = `${row.n.padStart(width)}${' '.repeat(gap)}${first}`;
    const place = wrap(paper.text(`${row.where} · ${row.from}`), room - gap).map((line) =>
      paper.paint.dim(`  ${line}`),
    );
    return [
      painted(head, row, paper),
      ...[...rest, ...place].map((line) => `${' '.repeat(indent)}${line}`),
      ...notesOf(row, indent, paper),
    ];
  });
}

function notesOf(row: Row, indent: number, paper: Paper): string[] {
  return row.notes.flatMap((note) =>
    wrap(note, paper.look.width - indent - gap).map(
      (line, i) => `${' '.repeat(i === 0 ? indent : indent + gap)}${paper.paint.yellow(line)}`,
    ),
  );
}

/** What landed in a target stands out; the word `record` says the same without colour. */
function painted(line: string, row: Row, paper: Paper): string {
  return row.kind === 'record' ? paper.paint.bold(line) : line;
}

/**
 * As wide as what stands in them; where that is too much, the widest of the last three gives way: numbers, times and kinds
 * are never broken. Undefined: too narrow for columns.
 */
function columnWidths(rows: readonly Row[], width: number): number[] | undefined {
  const [n = 0, time = 0, kind = 0, ...shared] = columns.map((name) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[name])), head[name].length),
  );
  const room = width - 1 - gap * (columns.length - 1) - n - time - kind;
  if (width < wideEnough || room < shared.length * narrowestColumn) return undefined;
  for (let over = shared.reduce((sum, one) => sum + one, 0) - room; over > 0; over--) {
    const widest = Math.max(...shared);
    shared[shared.indexOf(widest)] = widest - 1;
  }
  return [n, time, kind, ...shared];
}
