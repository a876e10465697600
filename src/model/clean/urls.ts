// What an address must not give away: who logs in, what stands behind the question mark, Slack's secret paths.
import { secretInPath } from './shown-address.ts';
import { eachMatch, type Span } from './spans.ts';

const address = /:\/\/[^\s"'<>\\]+/g;
/** Slack's incoming webhooks, workflow triggers and response URLs: whoever knows the path may post. */
const secretPath = /hooks\.slack(?:-gov)?\.com\/([^\s"'<>\\]+)/gi;
/** A query without its host, as in an access log. */
const query = /\?([\w.%[\]-]{1,64}=[^\s"'<>\\#]*)/g;

const none: ReadonlySet<number> = new Set();

/** `logins` are the places of the @ behind a login: what surrounds one looks like an e-mail address and is a host. */
export function findInUrls(text: string): { spans: Span[]; logins: ReadonlySet<number> } {
  const spans: Span[] = [];
  const add = (pattern: RegExp) =>
    eachMatch(pattern, text, (match) => {
      const end = match.index + match[0].length;
      spans.push({ start: end - (match[1] ?? match[2] ?? '').length, end });
    });
  if (text.includes('/')) {
    add(secretPath);
    add(secretInPath);
  }
  if (text.includes('?')) add(query);
  if (!text.includes('://')) return { spans, logins: none };
  const logins = new Set<number>();
  eachMatch(address, text, (match) => {
    const start = match.index + 3;
    const url = match[0].slice(3);
    const login = loginEnd(url);
    if (login > 0) {
      spans.push({ start, end: start + login });
      logins.add(start + login);
    }
    const mark = url.indexOf('?', Math.max(0, login));
    const fragment = url.indexOf('#', mark);
    const end = fragment < 0 ? url.length : fragment;
    if (mark >= 0 && end > mark + 1) spans.push({ start: start + mark + 1, end: start + end });
  });
  return { spans, logins };
}

/** A login or a secret path; what stands behind a question mark is masked as well, and is none by itself. */
export function hasSecretAddress(text: string): boolean {
  return text.search(secretPath) >= 0 || findInUrls(text).logins.size > 0;
}

/**
 * Index of the @ that ends `user:password`, or -1. People write raw `/`, `?` and `#` into passwords: where what looks like
 * a port is not a number, the login reaches to the last @.
 */
function loginEnd(url: string): number {
  const authority = /^[^/?#]*/.exec(url)?.[0] ?? '';
  const inside = authority.lastIndexOf('@');
  if (inside >= 0) return inside;
  return /:\D|:\d+[^\d]/.test(authority) ? url.lastIndexOf('@') : -1;
}
