// How wide is a text on a terminal, and where may it be broken. Widths are columns: a CJK character or an emoji takes two.
import { graphemesOf, isSingleColumn, widthOf } from '../width.ts';

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Lines no wider than `width`, broken at spaces, and inside a word only where it is wider than a whole line. */
export function wrap(text: string, width: number): string[] {
  if (text.length <= width && isSingleColumn(text) && !/^ | {2}| $/.test(text)) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const wide = widthOf(word);
    if (used > 0 && used + 1 + wide <= width) {
      line += ` ${word}`;
      used += 1 + wide;
      continue;
    }
    if (used > 0) lines.push(line);
    const pieces = wide <= width ? [word] : broken(word, width);
    line = pieces.pop() ?? '';
    used = widthOf(line);
    lines.push(...pieces);
  }
  return used > 0 || lines.length === 0 ? [...lines, line] : lines;
}

function broken(word: string, width: number): string[] {
  if (isSingleColumn(word)) {
    return Array.from({ length: Math.ceil(word.length / width) }, (_, i) => word.slice(i * width, (i + 1) * width));
  }
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const segment of graphemesOf(word)) {
    const wide = widthOf(segment);
    if (used > 0 && used + wide > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += wide;
  }
  return [...pieces, piece];
}
