// Finds the lines that hold one of a few byte strings, in a stream of any size, without parsing or keeping the others.
import { type ByteCounts, ByteSearch, countBytes, newlinesIn } from './byte-search.ts';
import type { Needle } from './needles.ts';

/** A line that holds at least one needle. */
export interface FoundLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Bytes from the start of the stream to its first byte. */
  readonly offset: number;
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
const sampleBytes = 64 * 1024;
const newline = 10;
const carriageReturn = 13;
const unsearched = -2;
const noBytes = Buffer.alloc(0);

/** A needle with the offset up to which it is still looked for, and its next place in the block that is searched now. */
interface Active {
  readonly needle: Needle;
  readonly until: number;
  search?: ByteSearch;
  beside?: ByteSearch | undefined;
  at: number;
}

export class LineFinder {
  readonly #found: (line: FoundLine) => void;
  /** Numbers of lines at offsets where an earlier pass over the same bytes was: what is known is not counted again. */
  readonly #marks: Map<number, number>;
  #active: Active[] = [];
  #counts: ByteCounts | undefined;
  #rest: Buffer = noBytes;
  #line = 1;
  /** Of the first byte that was not searched yet; inside a block, `#next` is the line behind the one that was found. */
  #offset = 0;
  #next = 0;
  #skipping = false;
  readonly #tooLong: number[] = [];
  #head: Buffer = noBytes;
  #tail: Buffer = noBytes;

  constructor(found: (line: FoundLine) => void, marks = new Map<number, number>()) {
    this.#found = found;
    this.#marks = marks;
  }

  /** Asked while a line is found, it counts from the next line on: returns the offset from which it is looked for. */
  add(needle: Needle, until = Number.POSITIVE_INFINITY): number {
    this.#active.push({ needle, until, at: unsearched });
    return this.#next;
  }

  /** Of the first byte that was not searched yet. */
  get offset(): number {
    return this.#offset;
  }

  /** False: nothing is looked for any more. */
  get isLooking(): boolean {
    return this.#active.length > 0;
  }

  /** Takes the next bytes; the caller may reuse the buffer afterwards. What is found does not depend on how they are cut. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at += maxLineBytes) this.#take(chunk.subarray(at, at + maxLineBytes));
  }

  end(): LineFinderResult {
    if (this.#skipping) this.#line += 1;
    else if (this.#rest.length > 0) this.#search(Buffer.concat([this.#rest, Buffer.from('\n')]));
    this.#rest = noBytes;
    const head = this.#head.toString('utf8');
    const tail = this.#tail.equals(this.#head) ? '' : this.#tail.toString('utf8');
    return { lines: this.#line - 1, tooLong: this.#tooLong, head, tail };
  }

  /** At most `maxLineBytes`, so that a line that is too long is never whole in one piece. */
  #take(piece: Buffer): void {
    let bytes = piece;
    const first = bytes.indexOf(newline);
    if (first < 0) {
      if (this.#skipping) this.#offset += bytes.length;
      else this.#keep(Buffer.concat([this.#rest, bytes]));
      return;
    }
    if (this.#skipping || this.#rest.length + first > maxLineBytes) {
      if (!this.#skipping) this.#oversize();
      this.#skipping = false;
      this.#offset += this.#rest.length + first + 1;
      this.#rest = noBytes;
      this.#line += 1;
      bytes = bytes.subarray(first + 1);
    }
    if (this.#rest.length > 0) {
      // Only the line that was cut is put together; copying whole pieces costs as much as searching them.
      this.#search(Buffer.concat([this.#rest, bytes.subarray(0, first + 1)]));
      this.#rest = noBytes;
      bytes = bytes.subarray(first + 1);
    }
    const last = bytes.lastIndexOf(newline);
    if (last >= 0) this.#search(bytes.subarray(0, last + 1));
    this.#keep(Buffer.from(bytes.subarray(last + 1)));
  }

  #keep(rest: Buffer): void {
    if (rest.length <= maxLineBytes) {
      this.#rest = rest;
      return;
    }
    this.#offset += rest.length;
    this.#rest = noBytes;
    this.#skipping = true;
    this.#oversize();
  }

  /** `block` ends with a newline and holds no line that is too long. */
  #search(block: Buffer): void {
    if (this.#head.length < edgeBytes) {
      this.#head = Buffer.concat([this.#head, block.subarray(0, edgeBytes - this.#head.length)]);
    }
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length + block.length - edgeBytes));
    this.#tail = Buffer.concat([block.length >= edgeBytes ? noBytes : kept, block.subarray(-edgeBytes)]);
    // Of a small file a part tells enough: counting all of it takes longer than searching it.
    this.#counts ??= countBytes(block.subarray(0, Math.min(sampleBytes, Math.max(512, block.length >> 3))));
    for (const one of this.#active) one.at = unsearched;
    let counted = 0;
    let line = this.#line;
    for (let from = 0; ; ) {
      const hit = this.#nextHit(block, from);
      if (hit === undefined) break;
      const start = hit.at === 0 ? 0 : block.lastIndexOf(newline, hit.at - 1) + 1;
      const end = block.indexOf(newline, hit.at);
      if (!isBeside(hit, block, start, end)) {
        hit.at = this.#searchOf(hit).next(block, end + 1);
        continue;
      }
      from = end + 1;
      line += newlinesIn(block, counted, start);
      counted = start;
      this.#next = this.#offset + from;
      const text = block.toString('utf8', start, block[end - 1] === carriageReturn && end > start ? end - 1 : end);
      this.#found({ text, line, offset: this.#offset + start });
    }
    this.#offset += block.length;
    this.#next = this.#offset;
    this.#line = this.#marks.get(this.#offset) ?? line + newlinesIn(block, counted, block.length);
    this.#marks.set(this.#offset, this.#line);
    this.#active = this.#active.filter(({ until }) => until > this.#offset);
  }

  /** The needle that stands first at or after `from`. */
  #nextHit(block: Buffer, from: number): Active | undefined {
    let first: Active | undefined;
    for (const one of this.#active) {
      if (one.at !== -1 && one.at < from) one.at = this.#searchOf(one).next(block, from);
      if (one.at >= 0 && (first === undefined || one.at < first.at)) first = one;
    }
    return first;
  }

  /** Of two texts the longer one is looked for: it is in fewer lines. */
  #searchOf(one: Active): ByteSearch {
    if (one.search) return one.search;
    const { text, bounded, beside } = one.needle;
    const counts = this.#counts ?? countBytes(Buffer.alloc(0));
    const own = new ByteSearch(text, bounded, counts);
    const second = beside === undefined ? undefined : new ByteSearch(beside, false, counts);
    const isSecondLonger = beside !== undefined && beside.length > text.length;
    one.search = isSecondLonger && second ? second : own;
    one.beside = isSecondLonger ? own : second;
    return one.search;
  }

  /** The line that is read now. */
  #oversize(): void {
    if (this.#tooLong.length < maxReported) this.#tooLong.push(this.#line);
  }
}

function isBeside({ beside }: Active, block: Buffer, start: number, end: number): boolean {
  return beside === undefined || beside.next(block.subarray(start, end), 0) >= 0;
}
