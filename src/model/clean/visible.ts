// Which characters act or hide instead of being read, and how each is written so that a person can read it.
import { lazyPattern } from '../lazy-pattern.ts';

/**
 * Controls (C0, DEL, C1), format characters (bidi, zero width, tags), what Unicode calls ignorable (variation selectors,
 * fillers), line and paragraph separators, lone surrogates.
 */
export const hiddenClass = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]`;
const anyHidden = lazyPattern(hiddenClass, 'u');
const everyHidden = lazyPattern(hiddenClass, 'gu');
const butBreaks = String.raw`(?![\n\t]|\r\n)${hiddenClass}`;
const anyButBreaks = lazyPattern(butBreaks, 'u');
const hiddenButBreaks = lazyPattern(butBreaks, 'gu');

/**
 * The colours and weights that this program's own renderers use, and nothing else: no conceal, no blink, no cursor, no
 * links. A foreign text that brings one can tint a line and no more.
 */
const ownCode = '(?:[0-4]|2[2-4]|3[0-79]|9[0-7])';
export const ownColour = new RegExp(String.raw`\x1b\[(?:${ownCode}(?:;${ownCode}){0,4})?m`, 'g');

const pictograph = lazyPattern(String.raw`\p{Extended_Pictographic}`, 'u');
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Letters, signs and arrows of which none is hidden: most texts hold no others, and the classes above take longest to make. */
const surelyShown = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff`;
const onlyShown = new RegExp(`^[${surelyShown}]*$`);
const onlyShownAndBreaks = new RegExp(`^[${surelyShown}\\n\\t]*$`);

export function hasHidden(text: string): boolean {
  return !onlyShown.test(text) && anyHidden().test(text);
}

/** Anything hidden beside the line ends and tabs that a document is made of. */
export function hasHiddenInDocument(text: string): boolean {
  return !onlyShownAndBreaks.test(text) && anyButBreaks().test(text);
}

/**
 * Every hidden character as an ASCII escape: `\n`, `\x1b`, `\u202e`, `\u{e0041}`. Joiners and selectors inside an emoji
 * stay. Backslashes are not doubled, so that making text visible twice changes nothing; the price is that a typed `\x1b`
 * reads like an escaped one, which is harmless since neither acts.
 */
export function visible(text: string): string {
  return hasHidden(text) ? text.replace(everyHidden(), inContext) : text;
}

/** The same for a whole document: line ends, tabs and the program's own colours pass. */
export function visibleDocument(text: string): string {
  if (!hasHiddenInDocument(text)) return text;
  let out = '';
  let from = 0;
  for (const colour of text.matchAll(ownColour)) {
    out += text.slice(from, colour.index).replace(hiddenButBreaks(), inContext) + colour[0];
    from = colour.index + colour[0].length;
  }
  return out + text.slice(from).replace(hiddenButBreaks(), inContext);
}

/** Every hidden character as JSON escapes, those inside emoji too: the JSON parses to the same value. */
export function escapeForJson(json: string): string {
  return json.replace(hiddenButBreaks(), (character) =>
    [...character]
      .flatMap((point) => point.split(''))
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
      .join(''),
  );
}

/** One character as an ASCII escape. */
export function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return short[character] ?? `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`;
}

function inContext(character: string, offset: number, whole: string): string {
  return belongsToEmoji(character, offset, whole) ? character : escapeOf(character);
}

/** A selector right behind a pictograph or in a keycap; a joiner between two pictographs. Anywhere else they only hide. */
function belongsToEmoji(character: string, offset: number, whole: string): boolean {
  if (character === '\ufe0f') {
    if (pictograph().test(before(whole, offset))) return true;
    return /[0-9#*]/.test(before(whole, offset)) && whole[offset + 1] === '\u20e3';
  }
  if (character !== '\u200d') return false;
  let end = offset;
  if (/[\ufe0f\u{1f3fb}-\u{1f3ff}]/u.test(before(whole, end))) end -= before(whole, end).length;
  const next = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0);
  return pictograph().test(before(whole, end)) && pictograph().test(next);
}

function before(text: string, offset: number): string {
  const pair = text.slice(Math.max(0, offset - 2), offset);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
