// The properties of one line as places in its bytes: nothing is parsed, copied or turned into a string unless somebody asks.
import type { FieldMap } from '../../model/field-map.ts';
import { FieldNames, field, fieldNames, hashOfName, prime, seed } from './field-names.ts';

/** How a value is written. `escaped` and `literal` have to be decoded before they can be compared. */
export const absent = 0;
export const plain = 1;
export const escaped = 2;
export const literal = 3;

const deepest = 32;
const count = fieldNames.length;
const [quote, backslash, open, close, list, listEnd] = [34, 92, 123, 125, 91, 93] as const;
const [comma, colon, equals, space, newline, underscore, dash, dot] = [44, 58, 61, 32, 10, 95, 45, 46] as const;

/** Bytes at which a string may end. */
const stops = new Uint8Array(256);
for (const byte of [quote, backslash, newline]) stops[byte] = 1;

export class LineTokens {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the object of the line that was read begins; what stands before it is somebody else's. */
  begin = 0;
  /** What carries the line inside of which it was read names a request; `starts` and `ends` are those of the line inside. */
  isInRequest = false;
  /** Of each field: how its value is written, and where. The top of the line first, then what stands deeper. */
  readonly how = new Uint8Array(count);
  readonly starts = new Int32Array(count);
  readonly ends = new Int32Array(count);
  readonly #depths = new Uint8Array(count);
  readonly #names: FieldNames;
  readonly #insides = new Int32Array(deepest + 2);
  readonly #isList = new Uint8Array(deepest + 2);
  #scratch = Buffer.alloc(0);

  constructor(map: FieldMap) {
    this.#names = new FieldNames(map);
  }

  /** False: no property that anybody asks for stands on it. `bytes[to]` is a line end; nothing changes before the last question. */
  read(bytes: Buffer, from: number, to: number): boolean {
    this.bytes = bytes;
    this.how.fill(absent);
    this.isInRequest = false;
    let any = false;
    // A prefix may hold braces of its own (`{app="x"} {…}`): the object begins at one of the first.
    let start = placeOf(open, bytes, from, to);
    for (let tries = 0; start >= 0 && tries < 4 && !any; tries++) {
      any = this.#object(start, to);
      this.begin = start;
      if (!any) start = placeOf(open, bytes, start + 1, to);
    }
    if (!any) any = this.#pairs(from, to);
    if (!any) return false;
    // An export numbers its lines by a name of the same kind.
    const isExport = this.how[field.collector] !== absent && this.how[field.wrapped] !== absent;
    if (isExport && this.how[field.dedupe] === absent && this.isAtTop(field.event_id))
      this.how[field.event_id] = absent;
    return this.#unwrap();
  }

  /** It stands at the top of the line, as everything in a fact line does. */
  isAtTop(at: number): boolean {
    return this.how[at] !== absent && this.#depths[at] === 1;
  }

  /**
   * The loop that every byte of every log goes through. Each string is walked once: a key is hashed on the way. A line end
   * ends everything, so that no comparison with the length of the line is needed inside a string.
   */
  #object(from: number, to: number): boolean {
    const { bytes } = this;
    const [isList, insides, names] = [this.#isList, this.#insides, this.#names];
    let depth = 0;
    let key = -1;
    let inside = 0;
    let name = 0;
    let any = false;
    let wantsKey = false;
    for (let i = from; i < to; ) {
      const byte = bytes[i] as number;
      if (byte === quote) {
        const start = ++i;
        let at = bytes[i] as number;
        if (wantsKey) {
          name = seed;
          for (; at !== quote && at !== newline; at = bytes[++i] as number) {
            if (at === underscore || at === dash) continue;
            // Nobody escapes a letter of a name that is asked for: whatever this is, it is another one.
            if (at === backslash) {
              name = Math.imul(name ^ backslash, prime);
              if (bytes[++i] === newline) return any;
            } else if (at === dot) name = seed;
            else name = Math.imul(name ^ (at >= 65 && at <= 90 ? at | 32 : at), prime);
          }
          if (at === newline) return any;
          key = names.of(name, inside);
          wantsKey = false;
        } else {
          let how = plain;
          for (;;) {
            while (stops[at] === 0) at = bytes[++i] as number;
            if (at !== backslash) break;
            how = escaped;
            if (bytes[++i] === newline) return any;
            at = bytes[++i] as number;
          }
          if (at === newline) return any;
          if (key >= 0 && isList[depth] === 0 && this.#put(key, depth, how, start, i)) any = true;
          key = -1;
        }
        i++;
      } else if (byte === comma) {
        wantsKey = isList[depth] === 0;
        i++;
      } else if (byte === colon || byte <= space) i++;
      else if (byte === open || byte === list) {
        if (++depth > deepest) return any;
        if (depth > 1) insides[depth] = name;
        isList[depth] = byte === list ? 1 : 0;
        inside = insides[depth] as number;
        wantsKey = byte === open;
        key = -1;
        i++;
      } else if (byte === close || byte === listEnd) {
        if (--depth <= 0) return any;
        inside = insides[depth] as number;
        key = -1;
        i++;
      } else {
        const end = endOfLiteral(bytes, i, to);
        if (key >= 0 && isList[depth] === 0 && this.#put(key, depth, literal, i, end)) any = true;
        key = -1;
        i = end;
      }
    }
    return any;
  }

  /** `key=value` and `key="value"`, dots for what is nested. */
  #pairs(from: number, to: number): boolean {
    const { bytes } = this;
    let any = false;
    for (let at = placeOf(equals, bytes, from, to); at >= 0; at = placeOf(equals, bytes, at + 1, to)) {
      let name = at;
      while (name > from && (bytes[name - 1] as number) > space) name--;
      const key = this.#names.of(hashOfName(bytes, name, at), 0);
      if (key < 0) continue;
      const isQuoted = bytes[at + 1] === quote;
      let end = at + (isQuoted ? 2 : 1);
      let how = plain;
      for (; end < to; end++) {
        const byte = bytes[end] as number;
        if (isQuoted ? byte === quote : byte <= space) break;
        if (!isQuoted || byte !== backslash) continue;
        how = escaped;
        end++;
      }
      if (this.#put(key, 2, how, at + (isQuoted ? 2 : 1), end)) any = true;
      at = end - 1;
    }
    return any;
  }

  /** The last of two at the top counts, as for every reader of JSON; deeper ones only where nothing stands higher. */
  #put(key: number, depth: number, how: number, start: number, end: number): boolean {
    if (end <= start && how !== literal) return false;
    if (how === literal && this.bytes[start] === 110) return false;
    if (this.how[key] !== absent && depth > 1 && (this.#depths[key] as number) <= depth) return false;
    this.how[key] = how;
    this.starts[key] = start;
    this.ends[key] = end;
    this.#depths[key] = depth;
    return true;
  }

  /** Docker and journald keep the application's line as text inside their own. */
  #unwrap(): boolean {
    const at = field.wrapped;
    if (this.how[at] !== escaped || this.bytes[this.starts[at] as number] !== open) return true;
    const [from, to] = [this.starts[at] as number, this.ends[at] as number];
    if (this.#scratch.length < to - from) this.#scratch = Buffer.allocUnsafeSlow((to - from) * 2 + 1);
    const length = unescaped(this.bytes, from, to, this.#scratch);
    this.#scratch[length] = newline;
    const [outer, isOwn] = [this.bytes, this.how[field.dedupe] !== absent];
    if (isOwn) return true;
    this.isInRequest = this.how[field.request_id] !== absent;
    this.bytes = this.#scratch;
    this.how.fill(absent);
    if (this.#object(0, length)) return true;
    this.bytes = outer;
    return false;
  }
}

/** Within the line: Node's own search has no end, and reads the whole block again for each line without that byte. */
function placeOf(byte: number, bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) if (bytes[at] === byte) return at;
  return -1;
}

function endOfLiteral(bytes: Buffer, from: number, to: number): number {
  let end = from;
  for (; end < to; end++) {
    const byte = bytes[end] as number;
    if (byte === comma || byte === close || byte === listEnd || byte <= space) break;
  }
  return Math.max(end, from + 1);
}

/** The escapes that JSON lines inside JSON lines are made of; rarer ones stay, and the exact second look reads them. */
function unescaped(bytes: Buffer, from: number, to: number, into: Buffer): number {
  let length = 0;
  for (let i = from; i < to; i++) {
    let byte = bytes[i] as number;
    if (byte === backslash) {
      byte = bytes[++i] as number;
      if (byte === 110 || byte === 114 || byte === 116) byte = space;
    }
    into[length++] = byte;
  }
  return length;
}
