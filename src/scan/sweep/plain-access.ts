// Access lines in their commonest form, of which a web server writes millions: what a trace would read from such a line, read at once.
// Whatever is not of this form is read the long way, which costs ten times as much.

import { months } from '../line-forms/access-lines.ts';

export interface PlainAccess {
  readonly request_id: string | undefined;
  readonly status: number;
  /** Milliseconds; undefined: the line does not say how long it took. */
  readonly duration: number | undefined;
  readonly answered_at: number;
}

const form =
  /^[\w.:-]+ - \S+ \[([^\]]{26})\] "(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/[\w./-]{0,250}(?:\?[^\s"#]*)? HTTP\/[\d.]+" ([1-5]\d\d) (?:\d+|-) "([^"]*)" "([^"]*)"((?: \w+=[\w.-]+)*)$/;
const time = /^(\d\d)\/([A-Z][a-z]{2})\/(20\d\d):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
/** Where somebody's text holds what looks like a name, it is one. */
const namesInside = /\s[A-Za-z_-]+[=:]/;
const seconds = /^\d{1,9}(?:\.\d{1,9})?$/;
const uniqueId = /^[\w-]{12,64}$/;
/** Names behind the line that mean nothing to a trace. */
const unread: ReadonlySet<string> = new Set(['uct', 'urt', 'upstream', 'bytes', 'cs', 'us', 'ua']);

let lastStamp = '';
let lastMoment: number | undefined;

/** Undefined: it has to be read the long way. */
export function plainAccess(text: string): PlainAccess | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, stamp = '', status, referrer = '', agent = '', rest = ''] = found;
  if (stamp !== lastStamp) [lastStamp, lastMoment] = [stamp, momentOf(stamp)];
  if (lastMoment === undefined || namesInside.test(referrer) || namesInside.test(agent)) return undefined;
  let request_id: string | undefined;
  let duration: number | undefined;
  for (const pair of rest.split(' ')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (name === 'rt' || name === 'request_time') {
      if (duration !== undefined || !seconds.test(value)) return undefined;
      duration = Number(value) * 1000;
    } else if (name === 'request_id' || name === 'rid') {
      if (request_id !== undefined || !uniqueId.test(value)) return undefined;
      request_id = value;
    } else if (!unread.has(name)) return undefined;
  }
  return { request_id, status: Number(status), duration, answered_at: lastMoment };
}

function momentOf(stamp: string): number | undefined {
  const [, day, month = '', year, hour, minute, second, sign, ahead, more] = time.exec(stamp) ?? [];
  const [d, h, m, s] = [day, hour, minute, second].map(Number) as [number, number, number, number];
  const number = months.indexOf(month);
  const local = Date.UTC(Number(year), number, d, h, m, s);
  // Leap seconds, far zones and days that the month does not have are left to whoever knows more.
  if (number < 0 || h > 23 || m > 59 || s > 59 || Number(ahead) > 13 || Number(more) > 59) return undefined;
  if (new Date(local).getUTCDate() !== d) return undefined;
  return local - (Number(ahead) * 60 + Number(more)) * 60_000 * (sign === '-' ? -1 : 1);
}
