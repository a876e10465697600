// Rows whose cells stand under each other; the last cell is folded into the width that is left.
import { widthOf } from './width.ts';

export function columns(rows: readonly (readonly string[])[], width: number, indent = 2): string[] {
  const last = Math.max(...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: last }, (_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  const left = indent + widths.reduce((sum, cell) => sum + cell + 2, 0);
  return rows.flatMap((row) => {
    const head = widths.map((cell, i) => padded(row[i] ?? '', cell + 2)).join('');
    const lines = fold(row[last] ?? '', width - left);
    return lines.map((line, i) =>
      `${' '.repeat(indent)}${i === 0 ? head : ' '.repeat(left - indent)}${line}`.trimEnd(),
    );
  });
}

/** Lines no wider than asked, broken at spaces; a longer word keeps its line. Never fewer than 20 columns. */
export function fold(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer) <= Math.max(20, width)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
