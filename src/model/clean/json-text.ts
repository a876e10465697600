// A document that is JSON is cleaned text by text, so that it stays JSON: no mask ever crosses a quote or halves an escape.
import { mask } from './mask.ts';
import { isSecretName } from './pairs.ts';
import { masked } from './spans.ts';
import { escapeForJson } from './visible.ts';

/** Undefined: not JSON, to be treated as plain text. Hidden characters become JSON escapes and keep their value. */
export function safeJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !parses(text)) return undefined;
  let out = '';
  let from = 0;
  let secret = false;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    const end = closingQuote(text, start);
    const isKey = /^\s*:/.test(text.slice(end, end + 8));
    // A secret's name holds for its value, and for the list that may be its value; the next name ends it.
    out += text.slice(from, start) + safeLiteral(text.slice(start, end), secret && !isKey);
    if (isKey) secret = isSecretName(JSON.parse(text.slice(start, end)) as string);
    from = end;
  }
  return escapeForJson(out + text.slice(from));
}

function safeLiteral(literal: string, secret: boolean): string {
  if (literal === '""') return literal;
  if (secret) return JSON.stringify(masked);
  const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  const safe = mask(value);
  return safe === value ? literal : JSON.stringify(safe);
}

/** The place behind the quote that closes the literal which opens at `start`. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
