// Rows whose cells stand under each other; the last cell is folded into the width that is left.

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

/**
 * Columns of a terminal: two for wide letters and pictures, none for marks that combine. The exact tables of a library cost
 * a third of the start-up; here only paths and urls are foreign.
 */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const letters = [...text.replace(/\p{M}/gu, '')];
  return letters.reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
