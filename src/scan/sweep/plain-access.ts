// Access lines in their commonest forms, of which a web server writes millions: what a trace would read from such a line, read
// where it stands in the bytes. Whatever is not of this form is read the long way, which costs a hundred times as much.
import { months } from '../line-forms/access-lines.ts';

/** Of one line: it holds until the next one is read. */
export interface PlainAccess {
  /** The name of the request among the bytes; equal where the line has none. */
  idFrom: number;
  idTo: number;
  status: number;
  /** Milliseconds; NaN: the line does not say how long it took. */
  duration: number;
  answered: number;
}

const found: PlainAccess = { idFrom: 0, idTo: 0, status: 0, duration: Number.NaN, answered: Number.NaN };

/** What may stand in each part; no byte of a letter beyond ASCII is in any. */
const part = { host: 1, seen: 2, path: 4, query: 8, quoted: 16, word: 32, value: 64, digit: 128 } as const;
const partsOf = new Uint8Array(256);
const patterns = {
  ...{ host: /[\w.:-]/, seen: /[!-~]/, path: /[\w./-]/, query: /[!-~]/, quoted: /[ -~]/ },
  ...{ word: /\w/, value: /[\w.-]/, digit: /\d/ },
};
for (let byte = 0; byte < 128; byte++) {
  for (const [name, pattern] of Object.entries(patterns))
    if (pattern.test(String.fromCharCode(byte)))
      partsOf[byte] = (partsOf[byte] as number) | part[name as keyof typeof part];
}
const [space, quote, hash, dash, dot, equals, question] = [32, 34, 35, 45, 46, 61, 63] as const;
partsOf[quote] = (partsOf[quote] as number) & ~(part.quoted | part.query);
partsOf[hash] = (partsOf[hash] as number) & ~part.query;

/** A letter of a name or what ends one: where somebody's text holds what looks like a name, it is one. */
const [letter, ending] = [1, 2] as const;
const namings = new Uint8Array(256);
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-')) namings[byte] = letter;
for (const byte of Buffer.from('=:')) namings[byte] = ending;

const noUser = Buffer.from(' - ');
const stampBegins = Buffer.from(' [');
const stampEnds = Buffer.from('] "');
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((name) => Buffer.from(`${name} /`));
const version = Buffer.from(' HTTP/');
const stampLength = 26;
const longestPath = 250;

const durations = ['rt', 'request_time'].map((name) => Buffer.from(name));
const ids = ['request_id', 'rid'].map((name) => Buffer.from(name));
/** Names behind the line that mean nothing to a trace. */
const unread = ['uct', 'urt', 'upstream', 'bytes', 'cs', 'us', 'ua'].map((name) => Buffer.from(name));

/** Undefined: it has to be read the long way. `bytes[to]` is a line end. */
export function plainAccess(bytes: Buffer, from: number, to: number): PlainAccess | undefined {
  const host = after(bytes, from, part.host);
  if (host === from || !isAt(bytes, host, noUser)) return undefined;
  const user = after(bytes, host + 3, part.seen);
  if (user === host + 3 || !isAt(bytes, user, stampBegins)) return undefined;
  const stamp = user + 2;
  if (!isAt(bytes, stamp + stampLength, stampEnds)) return undefined;
  const status = statusAfter(bytes, stamp + stampLength + 3);
  if (status < 0) return undefined;
  found.status = digits(bytes, status, status + 3);
  if (!(found.status >= 100 && found.status < 600) || bytes[status + 3] !== space) return undefined;
  const size = status + 4;
  const rest = bytes[size] === dash ? size + 1 : after(bytes, size, part.digit);
  if (rest === size || !hasMoment(bytes, stamp) || !isPlain(bytes, rest, to)) return undefined;
  // Moments of the century before are written in fewer digits, and not every reader takes them.
  return found.answered - (found.duration || 0) >= earliest ? found : undefined;
}

const earliest = Date.UTC(2002, 0, 1);

/** Where the status stands; -1: something else. `at`: where the method begins. */
function statusAfter(bytes: Buffer, at: number): number {
  let route = at;
  for (let i = 0; i < methods.length && route === at; i++) {
    const method = methods[i] as Uint8Array;
    if (isAt(bytes, at, method)) route += method.length;
  }
  if (route === at) return -1;
  let end = after(bytes, route, part.path);
  if (end - route > longestPath) return -1;
  if (bytes[end] === question) end = after(bytes, end + 1, part.query);
  if (!isAt(bytes, end, version)) return -1;
  const number = end + version.length;
  for (end = number; bytes[end] === dot || (partsOf[bytes[end] as number] as number) & part.digit; ) end++;
  return end > number && bytes[end] === quote && bytes[end + 1] === space ? end + 2 : -1;
}

/** Behind the quote that ends a text; -1: it does not end, or holds a name. */
function afterText(bytes: Buffer, from: number): number {
  // Letters since the last space; -1: something else stood between.
  let letters = -1;
  let at = from;
  for (; (partsOf[bytes[at] as number] as number) & part.quoted; at++) {
    const naming = namings[bytes[at] as number];
    if (naming === letter) letters += letters < 0 ? 0 : 1;
    else if (naming === ending && letters > 0) return -1;
    else letters = bytes[at] === space ? 0 : -1;
  }
  return bytes[at] === quote ? at + 1 : -1;
}

/** Behind the size: texts, values without a name, which nobody can read, and values with one. */
function isPlain(bytes: Buffer, from: number, to: number): boolean {
  found.duration = Number.NaN;
  found.idFrom = 0;
  found.idTo = 0;
  for (let at = from; at < to; ) {
    if (bytes[at] !== space) return false;
    const name = at + 1;
    if (bytes[name] === quote) {
      at = afterText(bytes, name + 1);
      if (at < 0) return false;
      continue;
    }
    const nameEnd = after(bytes, name, part.word);
    const value = bytes[nameEnd] === equals ? nameEnd + 1 : name;
    at = after(bytes, value, part.value);
    if (at === value || nameEnd === name) return false;
    if (value !== name && !isRead(bytes, name, nameEnd, value, at)) return false;
  }
  return true;
}

function isRead(bytes: Buffer, name: number, nameEnd: number, value: number, end: number): boolean {
  if (isOne(durations, bytes, name, nameEnd)) {
    if (!Number.isNaN(found.duration)) return false;
    found.duration = milliseconds(bytes, value, end);
    return !Number.isNaN(found.duration);
  }
  if (!isOne(ids, bytes, name, nameEnd)) return isOne(unread, bytes, name, nameEnd);
  if (found.idTo > 0 || end - value < 12 || end - value > 64 || holds(bytes, value, end, dot)) return false;
  found.idFrom = value;
  found.idTo = end;
  return true;
}

/** Seconds with or without a fraction; NaN: anything else. */
function milliseconds(bytes: Buffer, from: number, to: number): number {
  const point = after(bytes, from, part.digit);
  const whole = digits(bytes, from, point);
  if (point === to) return point - from <= 9 ? whole * 1000 : Number.NaN;
  const places = to - point - 1;
  // Up to here one division gives the very number that the text stands for.
  if (bytes[point] !== dot || point - from > 6 || places > 9) return Number.NaN;
  const power = 10 ** places;
  return ((whole * power + digits(bytes, point + 1, to)) / power) * 1000;
}

const stampForm = /^(\d\d)\/([A-Z][a-z]{2})\/(20\d\d):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
const lastStamp = new Uint8Array(stampLength);
const secondsAt = 18;
let lastMinute = Number.NaN;

/** Lines of one minute differ in their seconds only. */
function hasMoment(bytes: Buffer, from: number): boolean {
  let i = 0;
  while (i < stampLength && (bytes[from + i] === lastStamp[i] || i === secondsAt || i === secondsAt + 1)) i++;
  const second = digits(bytes, from + secondsAt, from + secondsAt + 2);
  if (i < stampLength) {
    bytes.copy(lastStamp, 0, from, from + stampLength);
    lastMinute = minuteOf(bytes.toString('latin1', from, from + stampLength));
  }
  found.answered = lastMinute + second * 1000;
  // Leap seconds are left to whoever knows more.
  return second < 60 && !Number.isNaN(lastMinute);
}

function minuteOf(stamp: string): number {
  const [, day, month = '', year, hour, minute, , sign, ahead, more] = stampForm.exec(stamp) ?? [];
  const [d, h, m] = [day, hour, minute].map(Number) as [number, number, number];
  const number = months.indexOf(month);
  // So are far zones and days that the month does not have.
  if (number < 0 || h > 23 || m > 59 || Number(ahead) > 13 || Number(more) > 59) return Number.NaN;
  const local = Date.UTC(Number(year), number, d, h, m);
  if (new Date(local).getUTCDate() !== d) return Number.NaN;
  return local - (Number(ahead) * 60 + Number(more)) * 60_000 * (sign === '-' ? -1 : 1);
}

/** NaN: none, or something else among them. */
function digits(bytes: Buffer, from: number, to: number): number {
  let value = to > from ? 0 : Number.NaN;
  for (let i = from; i < to; i++) {
    const digit = (bytes[i] as number) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Behind the bytes that may stand in a part. */
function after(bytes: Buffer, from: number, allowed: number): number {
  let at = from;
  while ((partsOf[bytes[at] as number] as number) & allowed) at++;
  return at;
}

function isAt(bytes: Buffer, from: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text[i]) return false;
  return true;
}

function isOne(names: readonly Uint8Array[], bytes: Buffer, from: number, to: number): boolean {
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as Uint8Array;
    if (name.length === to - from && isAt(bytes, from, name)) return true;
  }
  return false;
}

function holds(bytes: Buffer, from: number, to: number, byte: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === byte) return true;
  return false;
}
