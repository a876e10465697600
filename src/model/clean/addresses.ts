// Traces of people and machines: e-mail addresses, IP addresses, telephone numbers in international form.
import { lazyPattern } from '../lazy-pattern.ts';
import { eachMatch, type Span } from './spans.ts';

// Each starts at the left edge of a run only, so that a long run is walked once. The @ may be written as in an address.
const email = new RegExp(emails(String.raw`\w\u00c0-\u024f`), 'gi');
/** Letters of all scripts; made when a text holds others than those above. */
const emailInAnyScript = lazyPattern(emails(String.raw`\p{L}\p{M}\p{N}_`), 'giu');
const otherScripts = /[\u0250-\u1fff\u2c00-\ud7ff\uf900-\ufdff]/;
const ipv4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/g;
/** Candidates only; what is an address is decided below, since times and keys hold colons too. */
const colons = /(?<![\w:.])[0-9a-f]{0,4}:[0-9a-f:.]{1,42}(?![\w:])/gi;
/** No country code begins with 0; what stands behind a time of day is its zone (`+1000`). */
const phone = /(?<!:\d\d(?:[.,]\d{1,9})?)\+[1-9](?:[ .()/-]{0,2}\d){6,14}(?![ .-]?\d)/g;
/** As it is dialled from abroad: with gaps, since an id may be filled up with zeros. A date has eight figures. */
const dialled =
  /(?<![\w.:+/-])(?!00\d\d-\d\d-\d\d(?!\d))00[1-9](?=(?:[ .()/-]{0,2}\d){6,14}(?![\w-]))\d{0,2}(?:[ .()/-]{1,2}\d{1,8}){2,5}/g;
/** North American: three, three and four figures, none of the first two groups under 200. */
const local =
  /(?<![\w.+/-])(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d(?=([.-])[2-9]\d\d\1)[.-])[2-9]\d\d[.-]\d{4}(?![\w-]|\.\d)/g;
/** What a number without a plus has. */
const grouped = /\d[.-]\d{4}|\b00[1-9]/;

/** What each of these forms has at least one of. */
export const mayHoldAddress = new RegExp(`[:@+.]|%40|${grouped.source}`);

export function findAddresses(text: string, logins: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  const add = (pattern: RegExp, accepts: (found: string, index: number) => boolean = () => true) => {
    eachMatch(pattern, text, ({ 0: found, index }) => {
      if (accepts(found, index)) spans.push({ start: index, end: index + found.length });
    });
  };
  if (/@|%40/.test(text)) {
    const pattern = otherScripts.test(text) ? emailInAnyScript() : email;
    add(pattern, (found, index) => !logins.has(index + found.lastIndexOf('@')));
  }
  if (text.includes('.')) add(ipv4, isForeignIpv4);
  if (text.includes(':')) add(colons, isIpv6);
  if (text.includes('+')) add(phone);
  if (grouped.test(text)) {
    add(dialled);
    add(local);
  }
  return spans;
}

function emails(letter: string): string {
  const part = `[${letter}-]+`;
  return String.raw`(?<![${letter}.+%-])[${letter}.+%-]+(?:@|%40)${part}(?:\.${part})*\.(?:xn--[a-z\d-]+|(?:(?!\d|_)[${letter}]){2,})`;
}

/** The machine itself is nobody's trace, and the only host that many a configuration names. */
const ownMachine: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::1']);

function isForeignIpv4(text: string): boolean {
  return isIpv4(text) && !isOwnMachine(text);
}

export function isOwnMachine(text: string): boolean {
  return ownMachine.has(text);
}

export function isIpv4(text: string): boolean {
  return text.split('.').every((part) => Number(part) <= 255);
}

function isIpv6(found: string): boolean {
  const text = found.replace(/\.$/, '');
  const halves = text.split('::');
  if (ownMachine.has(text) || halves.length > 2 || !/[0-9a-f]/i.test(text)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const mapped = last.includes('.');
  if (mapped && !(last.split('.').length === 4 && isIpv4(last))) return false;
  const size = groups.length + (mapped ? 1 : 0);
  const plain = mapped ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? size <= 7 : size === 8;
}
