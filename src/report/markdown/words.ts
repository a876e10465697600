// Foreign words in Markdown: what could be markup stands in code, and the letters that end code or call people are replaced.

import { shortWords } from '../story/short.ts';

/**
 * `<` and `>` begin HTML in a ticket and `<!channel>` in Slack, also inside code; `@` calls people; a backtick ends code.
 * No escape holds in every renderer, so look-alikes stand for them: JSON has the text as it was.
 */
const lookAlikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '@': '＠', '`': 'ˋ' };

export function harmless(text: string): string {
  return text.replace(/[<>@`]/g, (letter) => lookAlikes[letter] ?? letter);
}

/** One line of words. No word that begins, ends or joins anything in Markdown stands outside of code. */
export function line(text: string): string {
  return harmless(shortWords(text))
    .split(' ')
    .map((word, i) => (i === 0 && startsBlock.test(word) ? code(word) : inCode(word)))
    .join(' ');
}

/** At the start of a line these would make a list, a heading, a rule or a quote. */
const startsBlock = /^(?:[-+=*_#~:|]+|\d+[.)])$/;

/** Letters and digits of any script, and signs between them that mean nothing to a renderer. */
const ordinary = /^[\p{L}\p{M}\p{N}\p{Emoji_Presentation}.,;?%…·→≥≤×≠＠‹›ˋ"'’“”/=+-]*$/u;
/** A bare address would become a link; a colon in a word can make an emoji; one underscore can open a slant. */
const links = /:|\/\/|^www\.|ˋ|＠|‹|›/i;

function inCode(word: string): string {
  const [, before = '', inner = '', after = ''] = /^([("“]*)(.*?)([)"”.,;:?…]*)$/su.exec(word) ?? [];
  if (ordinary.test(inner) && !links.test(inner)) return word;
  return `${before}${code(inner)}${after}`;
}

/** Two spaces that no renderer shows keep the closing sign away from a mask: the last gate masks up to the next space. */
function code(word: string): string {
  if (word.includes('***')) return `\` ${word} \``;
  return `\`${word}\``;
}

/** A block of lines as they are. Nothing foreign in it can hold a backtick, so that nothing in it ends the block. */
export function block(lines: readonly string[]): string {
  return ['```text', ...lines.map(harmless), '```'].join('\n');
}

/** Commands to copy, whole. One that would have to be changed to be harmless is left out: it would not be the command. */
export function commandBlock(title: string, commands: readonly string[]): string {
  const kept = commands.filter((command) => !/[<>`]|@(?:channel|here|everyone)\b/i.test(command));
  return kept.length === 0 ? '' : [`**${title}**`, '', '```sh', ...kept, '```'].join('\n');
}
