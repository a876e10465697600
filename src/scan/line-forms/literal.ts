// An object as Python or Node prints it into a log: quotes of either kind, names without any, words of the language.
import { type LogRecord, parseObject } from '../log-record.ts';

const deepest = 32;

/** The object that a text holds, whatever stands around it. Undefined: it is cut off, or no such object. */
export function parseLiteral(text: string): LogRecord | undefined {
  // An answer as it came over the network, which Python prints as a text of bytes.
  if (/^b['"]\{/.test(text)) {
    const bytes = new Reader(text, 1).value(0);
    return typeof bytes === 'string' ? parseObject(bytes, 0) : undefined;
  }
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  const reader = new Reader(text, start);
  const value = reader.value(0);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogRecord) : undefined;
}

const failed = Symbol('no value');
const words: Readonly<Record<string, unknown>> = {
  ...{ True: true, true: true, False: false, false: false },
  ...{ None: null, null: null, undefined: null },
};
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' };

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  value(depth: number): unknown {
    this.#blanks();
    const letter = this.#text[this.#at] ?? '';
    if (depth > deepest) return failed;
    if (letter === '{') return this.#object(depth);
    if (letter === '[') return this.#list(depth);
    if (letter === '"' || letter === "'" || letter === '`') return this.#string(letter);
    const word = this.#match(/[\w.+-]+/y);
    if (word === undefined) return failed;
    if (Object.hasOwn(words, word)) return words[word];
    const number = Number(word);
    return Number.isFinite(number) ? number : failed;
  }

  #object(depth: number): unknown {
    const object: Record<string, unknown> = {};
    for (this.#at++; ; ) {
      this.#blanks();
      if (this.#taken('}')) return object;
      const quote = this.#text[this.#at] ?? '';
      const name = quote === '"' || quote === "'" ? this.#string(quote) : this.#match(/[\w$-]+/y);
      this.#blanks();
      if (typeof name !== 'string' || name === '__proto__' || !this.#taken(':')) return failed;
      const value = this.value(depth + 1);
      if (value === failed) return failed;
      object[name] = value;
      this.#blanks();
      if (!this.#taken(',') && this.#text[this.#at] !== '}') return failed;
    }
  }

  #list(depth: number): unknown {
    // What Node does not print: `[Object]`, `[Array]`.
    if (this.#match(/\[(?:Object|Array|Function|Getter|Circular)[^\][]*\]/y) !== undefined) return {};
    const list: unknown[] = [];
    for (this.#at++; ; ) {
      this.#blanks();
      if (this.#taken(']')) return list;
      if (this.#match(/\.\.\. \d+ more items?/y) !== undefined) continue;
      const value = this.value(depth + 1);
      if (value === failed) return failed;
      list.push(value);
      this.#blanks();
      if (!this.#taken(',') && this.#text[this.#at] !== ']') return failed;
    }
  }

  #string(quote: string): unknown {
    let said = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const letter = this.#text[at] as string;
      if (letter === quote) {
        this.#at = at + 1;
        return said;
      }
      if (letter !== '\\') {
        const end = nextOf(this.#text, at, quote);
        said += this.#text.slice(at, end);
        at = end - 1;
        continue;
      }
      const escaped = this.#text[++at] ?? '';
      const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(this.#text.slice(at, at + 5));
      said += code ? String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16)) : (escapes[escaped] ?? escaped);
      if (code) at += code[0].length - 1;
    }
    return failed;
  }

  #blanks(): void {
    this.#match(/\s*/y);
  }

  #taken(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = form.lastIndex;
    return found;
  }
}

/** Of the quotation mark or a backslash, whichever comes first; the end of the text where neither does. */
function nextOf(text: string, from: number, quote: string): number {
  const form = quote === '"' ? /["\\]/g : quote === "'" ? /['\\]/g : /[`\\]/g;
  form.lastIndex = from;
  return form.exec(text)?.index ?? text.length;
}
