// An object that Node or Python prints over several lines: where does it begin, which lines are its own, where does it end?
import { parseLiteral } from './line-forms/literal.ts';

const newline = 10;
/** Nobody prints an event longer than this; what has no end by then is passed on as it is. */
const mostLines = 1000;
const mostBytes = 256 * 1024;
const nameLetters = 80;
/** A name and a value, a closing bracket, or an item of a list. */
const named = /^[ \t]+(?:['"]?[\w$-]+['"]?: ?\S|[}\]])/;
const indented = /^(?:[ \t]|[}\]])/;

/** How text looks that holds one. */
export const printedBegin = /[{,]\r?\n[ \t]+['"]?[\w$-]+['"]?: ?['"\w{[]/;
export const printedEdge = /^[ \t]+['"]?[\w$-]+['"]?: ?['"\w{[].*[,{[]\r?$/;
/** Bytes that each has. */
export const printedSigns = ['{\n', ',\n', '{\r\n', ',\r\n'];

export class PrintedObject {
  /** Numbers of its lines, and what they hold without their ends. */
  readonly lines: number[] = [];
  readonly own: Buffer[] = [];
  #depth = 0;
  #quote = '';
  #bytes = 0;
  #isFollowed = false;

  /** Undefined: no object begins on this line and goes on behind it. */
  static begunBy(line: Buffer, number: number): PrintedObject | undefined {
    const last = line[endOf(line) - 1];
    if (last !== 123 && last !== 44) return undefined;
    const from = line.indexOf(123);
    // What is told inside of another object has begun before.
    if (from < 0 || line[0] === 32 || line[0] === 9) return undefined;
    const object = new PrintedObject();
    object.#add(line, number, from);
    return object.#depth > 0 && object.#quote === '' ? object : undefined;
  }

  /** `ended`: with this line, which is its own; `broken`: by this line, which is not, or it is too long to be one. */
  take(line: Buffer, number: number): 'open' | 'ended' | 'broken' {
    const head = line.toString('latin1', 0, nameLetters);
    const isOwn = this.lines.length === 1 ? named.test(head) : indented.test(head);
    if (!isOwn || this.lines.length >= mostLines || this.#bytes + line.length > mostBytes) return 'broken';
    this.#add(line, number, 0);
    if (this.#quote !== '' && this.#quote !== '`') return 'broken';
    return this.#depth > 0 ? 'open' : 'ended';
  }

  /** As JSON where it is none, so that every reader reads it: what Node prints is never shorter. Else the lines behind each other. */
  whole(): Buffer {
    const printed = Buffer.concat(this.own);
    const from = printed.indexOf(123);
    const text = printed.toString('utf8', from);
    if (/^\{\s*"/.test(text) || this.#isFollowed) return printed;
    const object = parseLiteral(text);
    if (object === undefined) return printed;
    const json = Buffer.from(JSON.stringify(object));
    return json.length > printed.length - from ? printed : Buffer.concat([printed.subarray(0, from), json]);
  }

  #add(line: Buffer, number: number, from: number): void {
    const end = endOf(line);
    this.lines.push(number);
    this.own.push(line.subarray(0, end));
    this.#bytes += line.length;
    const text = line.toString('latin1', from, end);
    for (let at = 0; at < text.length; at++) {
      const letter = text[at] as string;
      if (this.#depth === 0 && at > 0 && letter !== ' ') this.#isFollowed = true;
      if (this.#quote !== '') {
        if (letter === '\\') at++;
        else if (letter === this.#quote) this.#quote = '';
      } else if (letter === '"' || letter === "'" || letter === '`') this.#quote = letter;
      else if (letter === '{' || letter === '[') this.#depth++;
      else if (letter === '}' || letter === ']') this.#depth--;
    }
  }
}

function endOf(line: Buffer): number {
  const end = line[line.length - 1] === newline ? line.length - 1 : line.length;
  return line[end - 1] === 13 ? end - 1 : end;
}
