// Finds the lines that hold one of a few byte strings, in a stream of any size, without parsing or keeping the others.

/** A line that holds at least one needle. */
export interface FoundLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface LineFinderResult {
  readonly lines: number;
  /** Numbers of lines longer than `maxLineBytes`, the first hundred: not looked into, since no log record is that long. */
  readonly tooLong: readonly number[];
  /** The first and the last bytes of the lines that were looked into: what span of time the stream covers stands there. */
  readonly head: string;
  readonly tail: string;
}

/** A record longer than this is no log record; it is skipped and counted, so that memory stays bounded. */
export const maxLineBytes = 1024 * 1024;
const maxReported = 100;
const edgeBytes = 16 * 1024;
const newline = 10;
const carriageReturn = 13;

export class LineFinder {
  readonly #needles: readonly Buffer[];
  readonly #found: (line: FoundLine) => void;
  #rest: Buffer = Buffer.alloc(0);
  #line = 1;
  #skipping = false;
  readonly #tooLong: number[] = [];
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);

  constructor(needles: readonly string[], found: (line: FoundLine) => void) {
    this.#needles = needles.map((needle) => Buffer.from(needle, 'utf8')).filter((needle) => needle.length > 0);
    this.#found = found;
  }

  /** Takes the next bytes; the caller may reuse the buffer afterwards. What is found does not depend on how they are cut. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += maxLineBytes) this.#take(chunk.subarray(at, at + maxLineBytes));
  }

  end(): LineFinderResult {
    if (this.#skipping) this.#line += 1;
    else if (this.#rest.length > 0) this.#search(Buffer.concat([this.#rest, Buffer.from('\n')]));
    this.#rest = Buffer.alloc(0);
    const [head, tail] = [this.#head.toString('utf8'), this.#tail.toString('utf8')];
    return { lines: this.#line - 1, tooLong: this.#tooLong, head, tail };
  }

  /** At most `maxLineBytes`, so that a line that is too long is never whole in one piece. */
  #take(piece: Buffer): void {
    let bytes = piece;
    const first = bytes.indexOf(newline);
    if (first < 0) {
      if (!this.#skipping) this.#keep(Buffer.concat([this.#rest, bytes]));
      return;
    }
    if (this.#skipping || this.#rest.length + first > maxLineBytes) {
      if (!this.#skipping) this.#oversize();
      this.#skipping = false;
      this.#rest = Buffer.alloc(0);
      this.#line += 1;
      bytes = bytes.subarray(first + 1);
    }
    const last = bytes.lastIndexOf(newline);
    if (last >= 0) {
      const whole = bytes.subarray(0, last + 1);
      this.#search(this.#rest.length === 0 ? whole : Buffer.concat([this.#rest, whole]));
      this.#rest = Buffer.alloc(0);
    }
    this.#keep(Buffer.from(bytes.subarray(last + 1)));
  }

  #keep(rest: Buffer): void {
    if (rest.length <= maxLineBytes) {
      this.#rest = rest;
      return;
    }
    this.#rest = Buffer.alloc(0);
    this.#skipping = true;
    this.#oversize();
  }

  /** `block` ends with a newline and holds no line that is too long. */
  #search(block: Buffer): void {
    if (this.#head.length < edgeBytes) {
      this.#head = Buffer.concat([this.#head, block.subarray(0, edgeBytes - this.#head.length)]);
    }
    this.#tail = Buffer.concat([this.#tail, block.subarray(-edgeBytes)]).subarray(-edgeBytes);
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
      const text = block.toString('utf8', start, block[end - 1] === carriageReturn && end > start ? end - 1 : end);
      this.#found({ text, line: this.#line });
    }
    this.#line += newlinesIn(block, counted, block.length);
  }

  /** The line that is read now. */
  #oversize(): void {
    if (this.#tooLong.length < maxReported) this.#tooLong.push(this.#line);
  }
}

function newlinesIn(block: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (block[i] === newline) count++;
  return count;
}
