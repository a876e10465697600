// How many columns of a terminal a text takes: two for wide letters and pictures, none for what only marks its neighbour.
import { eastAsianWidth } from 'get-east-asian-width';

/** One column each, whatever stands beside them: most texts are measured without taking them apart. */
const singleColumn = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2260]*$/;

export function isSingleColumn(text: string): boolean {
  return singleColumn.test(text);
}

export function widthOf(text: string): number {
  if (isSingleColumn(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one letter. The tables behind it cost a third of the start-up and are loaded when needed. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  // The whole list of emoji sequences would be exact, and takes longer to load than everything else.
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2;
  const base = [...grapheme].find((letter) => !/[\p{Default_Ignorable_Code_Point}\p{Mark}\p{Control}]/u.test(letter));
  const codePoint = base?.codePointAt(0);
  return codePoint === undefined ? 0 : eastAsianWidth(codePoint);
}
