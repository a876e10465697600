// What the text is written on: width, colours, and the letters that the terminal can show.
import { Chalk, type ChalkInstance } from 'chalk';
import { escapeOf } from '../../model/clean.ts';
import type { Look } from '../../model/report.ts';
import { shortWords } from '../story/short.ts';
import { wrap } from './wrap.ts';

export interface Paper {
  readonly look: Look;
  readonly paint: ChalkInstance;
  /** A text in letters that the terminal has; a word that no reader can use is shortened in its middle. */
  text(text: string): string;
  /** The same, never shortened: for what will be copied. */
  whole(text: string): string;
}

/** Narrower terminals are written to as if they had this many columns. */
const narrowest = 40;

const plainLetters: Readonly<Record<string, string>> = {
  '·': '-',
  '…': '...',
  '–': '-',
  '—': '-',
  '→': '->',
  '≥': '>=',
  '≤': '<=',
  '×': 'x',
  '“': '"',
  '”': '"',
  '’': "'",
};

export function paperFor(look: Look): Paper {
  const whole = (text: string) => (look.unicode ? text : toAscii(text));
  const shorten = !look.plain && !look.verbose;
  return {
    look: { ...look, width: Math.max(narrowest, look.width) },
    paint: new Chalk({ level: look.colour && !look.plain ? 1 : 0 }),
    text: (text) => whole(shorten ? shortWords(text) : text),
    whole,
  };
}

/** `because  text`, wrapped, with the following lines below the text: nothing foreign ever starts a line. */
export function labelled(paper: Paper, label: string, texts: readonly string[]): string[] {
  return texts.flatMap((text, i) =>
    wrap(text, paper.look.width - labelWidth).map((line, j) => {
      const head = (i === 0 && j === 0 ? label : '').padEnd(labelWidth);
      return `${paper.paint.bold(head)}${line}`;
    }),
  );
}

/** The same for what will be copied into a shell: a line of its own, whole, however long. */
export function unbroken(paper: Paper, label: string, texts: readonly string[]): string[] {
  return texts.map((text, i) => `${paper.paint.bold((i === 0 ? label : '').padEnd(labelWidth))}${paper.whole(text)}`);
}

/** The same, each text cut at the end of its line. */
export function oneLine(paper: Paper, label: string, texts: readonly string[]): { lines: string[]; isCut: boolean } {
  const room = paper.look.width - labelWidth;
  const shown = texts.map((text) => {
    const [first = '', ...rest] = wrap(text, room);
    if (rest.length === 0) return first;
    const ellipsis = paper.whole('…');
    return `${wrap(text, room - ellipsis.length - 1)[0]} ${ellipsis}`;
  });
  const isCut = texts.some((text) => wrap(text, room).length > 1);
  return { lines: labelled(paper, label, shown), isCut };
}

const labelWidth = 9;

function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (letter) => plainLetters[letter] ?? escapeOf(letter));
}
