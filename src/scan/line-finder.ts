// Finds the lines that hold one of a few byte strings, in a stream of any size, without parsing or keeping the others.

/** A line that holds at least one needle. */
export interface FoundLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface LineFinderResult {
  readonly lines: number;
  /** Lines longer than `maxLineBytes`: not looked into beyond that, since no log record is that long. */
  readonly tooLong: readonly number[];
  /** The first and the last bytes as text, whole lines only: what span of time the stream covers stands there. */
  readonly head: string;
  readonly tail: string;
}

/** A record longer than this is no log record; it is skipped and counted, so that memory stays bounded. */
export const maxLineBytes = 1024 * 1024;
const maxReported = 100;
const edgeBytes = 16 * 1024;
const newline = 10;

export class LineFinder {
  readonly #needles: readonly Buffer[];
  readonly #found: (line: FoundLine) => void;
  #rest: Buffer = Buffer.alloc(0);
  #line = 1;
  #skipping = false;
  readonly #tooLong: number[] = [];
  #head = '';
  #tail: Buffer = Buffer.alloc(0);

  constructor(needles: readonly string[], found: (line: FoundLine) => void) {
    this.#needles = needles.map((needle) => Buffer.from(needle, 'utf8')).filter((needle) => needle.length > 0);
    this.#found = found;
  }

  /** Takes the next bytes; the caller may reuse the buffer afterwards. */
  push(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#skipping) {
      const end = bytes.indexOf(newline);
      if (end < 0) return;
      this.#skipping = false;
      this.#line += 1;
      bytes = bytes.subarray(end + 1);
    }
    const last = bytes.lastIndexOf(newline);
    if (last < 0) {
      this.#keep(Buffer.concat([this.#rest, bytes]));
      return;
    }
    const whole =
      this.#rest.length === 0 ? bytes.subarray(0, last + 1) : Buffer.concat([this.#rest, bytes.subarray(0, last + 1)]);
    this.#search(whole);
    this.#rest = Buffer.alloc(0);
    this.#keep(Buffer.from(bytes.subarray(last + 1)));
  }

  end(): LineFinderResult {
    if (this.#rest.length > 0) this.#search(Buffer.concat([this.#rest, Buffer.from('\n')]));
    this.#rest = Buffer.alloc(0);
    const tail = this.#tail.toString('utf8');
    return { lines: this.#line - 1, tooLong: this.#tooLong, head: this.#head, tail };
  }

  #keep(rest: Buffer): void {
    if (rest.length <= maxLineBytes) {
      this.#rest = rest;
      return;
    }
    this.#rest = Buffer.alloc(0);
    this.#skipping = true;
    this.#oversize(this.#line);
  }

  /** `block` ends with a newline. */
  #search(block: Buffer): void {
    if (this.#head === '') this.#head = block.toString('utf8', 0, edgeBytes);
    this.#tail = Buffer.from(block.subarray(-edgeBytes));
    const starts = new Set<number>();
    for (const needle of this.#needles) {
      for (let at = block.indexOf(needle); at >= 0; ) {
        starts.add(block.lastIndexOf(newline, at) + 1);
        const end = block.indexOf(newline, at);
        at = end < 0 ? -1 : block.indexOf(needle, end + 1);
      }
    }
    let counted = 0;
    for (const start of [...starts].sort((a, b) => a - b)) {
      this.#line += newlinesIn(block, counted, start);
      counted = start;
      const end = block.indexOf(newline, start);
      if (end - start > maxLineBytes) this.#oversize(this.#line);
      else this.#found({ text: block.toString('utf8', start, end), line: this.#line });
    }
    this.#line += newlinesIn(block, counted, block.length);
  }

  #oversize(line: number): void {
    if (this.#tooLong.length < maxReported) this.#tooLong.push(line);
  }
}

function newlinesIn(block: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (block[i] === newline) count++;
  return count;
}
