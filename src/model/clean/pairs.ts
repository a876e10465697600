// Secrets that are known by the name in front of them: `password=…`, `"token": "…"`, `Authorization: …`.
import type { Span } from './spans.ts';
import { looksRandom } from './tokens.ts';

const alwaysSecret =
  'pass(?:word|wd|phrase)|pwd|api[_-]?key|access[_-]?key(?:[_-]?id)?|(?:private|signing|encryption|client|master)[_-]?key' +
  '|authorization|cookie|response_url';
const name = `${alwaysSecret}|secret|token|credentials?`;

const namesSecret = new RegExp(`(?:${name})$`, 'i');
const isAlways = new RegExp(`^(?:${alwaysSecret})$`, 'i');
/** Groups: the name, the quote that closes it, the sign between, the quote that opens the value. */
const pair = new RegExp(String.raw`(${name})(\\*["'])?[ \t]{0,4}(=>?|:)[ \t]{0,4}(\\*["'])?`, 'gi');

/** Words that stand for "there is none" and tell the reader more than a mask would. */
const absent = /^(?:null|undefined|none|true|false|missing|\*+)$/i;
/** A method of Slack's Web API, as a sentence about a token names it (`SLACK_BOT_TOKEN: auth.test is refused`). */
const method =
  /^(?:admin|api|apps|auth|bots|chat|conversations|files|reactions|team|users|views)(?:\.[a-z]{2,20}){1,3}$/;
/** Backslash included: what it escapes is looked at before it is taken. */
const endsBare = /[\s"'&,;)}\]<>\\]/;

/** True for a field or key under which every text is a secret: `SLACK_BOT_TOKEN`, `client_secret`; not for `token_digest`. */
export function isSecretName(key: string): boolean {
  return namesSecret.test(key);
}

export function findPairs(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes(':') && !text.includes('=')) return spans;
  pair.lastIndex = 0;
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    const [, named = '', closing, sign, opening] = match;
    // Behind a quoted name only a quoted text is masked: a bare number or list there is JSON's own syntax.
    if (closing && !opening) continue;
    const start = pair.lastIndex;
    const end = opening ? endOfQuoted(text, start, opening) : endOfBare(text, start, named);
    const value = text.slice(start, end);
    const certain = closing !== undefined || sign !== ':' || isAlways.test(named);
    if (value === '' || value.startsWith('=') || absent.test(value)) continue;
    if (/^pwd$/i.test(named) && value.startsWith('/')) continue;
    if (!certain && (!looksRandom(value) || method.test(value))) continue;
    spans.push({ start, end });
    pair.lastIndex = end;
  }
  return spans;
}

/** Up to the closing quote of the same kind, or the end of the line when nobody closed it. */
function endOfQuoted(text: string, start: number, opening: string): number {
  const quote = opening.slice(-1);
  const nested = opening.length > 1;
  let at = start;
  for (; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === quote) return at;
    if (text[at] !== '\\') continue;
    if (nested && text[at + 1] === quote) return at;
    at++;
  }
  return Math.min(at, text.length);
}

function endOfBare(text: string, start: number, named: string): number {
  const wholeLine = /^(?:authorization|cookie)$/i.test(named);
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at] as string;
    if (wholeLine ? !/[\r\n"'\\]/.test(character) : !endsBare.test(character)) continue;
    if (character !== '\\' || /^\\*["']/.test(text.slice(at, at + 8)) || at + 1 >= text.length) break;
    at++;
  }
  return at;
}
