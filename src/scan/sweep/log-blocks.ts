// A log line by line as places in its bytes, with what is needed to come back to a part of it: where each block begins.
import { maxLineBytes } from '../line-finder.ts';
import { LogBytes } from '../log-bytes.ts';
import type { LogFile } from '../log-files.ts';
import { isUnended } from './unended.ts';

/** One line: bytes from `from` to `to` of a buffer that is used again for the next ones; a line end stands behind it. */
export type TakeLine = (bytes: Buffer, from: number, to: number, line: number, offset: number, block: number) => void;

interface Block {
  /** Where its first line begins: a line belongs to the block in which it ends. */
  readonly offset: number;
  readonly line: number;
  /** It begins inside a line that is too long. */
  readonly isSkipping: boolean;
}

/** From one block to another, by their numbers among those of all files. */
export interface Blocks {
  readonly first: number;
  readonly last: number;
}

/** The same within one file. */
interface Span extends Blocks {
  readonly begin: Block;
}

const newline = 10;
const carriageReturn = 13;

export class LogBlocks {
  readonly file: LogFile;
  /** Number of its first block among those of all files. */
  readonly base: number;
  readonly #bytes: LogBytes;
  readonly #blocks: Block[] = [];
  /** Lines longer than 1 MiB: no log record is that long. */
  tooLong = 0;
  /** Lines that begin an object and do not end it: how many, and the first. What such an object says was not read. */
  readonly unended = { count: 0, first: 0 };
  error: unknown;
  size = 0;
  #line = 1;
  #offset = 0;
  #rest = Buffer.alloc(0);
  #skipping = false;

  constructor(file: LogFile, base: number) {
    this.file = file;
    this.base = base;
    this.#bytes = new LogBytes(file);
  }

  get count(): number {
    return this.#blocks.length;
  }

  get isPacked(): boolean {
    return this.#bytes.isPacked || this.#bytes.isDocument;
  }

  get wasCut(): boolean {
    return this.#bytes.wasCut;
  }

  /** All of it. Aborting ends it with what the signal says; anything else that goes wrong is kept as `error`. */
  async readAll(signal: AbortSignal, take: TakeLine, tell: (bytes: number) => void): Promise<void> {
    this.#begin({ offset: 0, line: 1, isSkipping: false });
    const counted: TakeLine = (bytes, from, to, line, offset, block) => {
      if (isUnended(bytes, from, to) && this.unended.count++ === 0) this.unended.first = line;
      take(bytes, from, to, line, offset, block);
    };
    try {
      for await (const chunk of this.#bytes.chunks(signal)) {
        const block =
          this.base + this.#blocks.push({ offset: this.#offset, line: this.#line, isSkipping: this.#skipping }) - 1;
        this.#chunk(chunk, block, counted);
        this.size += chunk.length;
        tell(this.size);
      }
      this.#end(this.base + this.#blocks.length - 1, counted);
    } catch (error) {
      signal.throwIfAborted();
      this.error = error;
    }
  }

  /** The lines of these blocks, apart from each other and in order. A packed file is unpacked from its beginning, once for all of them. */
  async readSome(blocks: readonly Blocks[], signal: AbortSignal, take: TakeLine): Promise<void> {
    const wanted = blocks.flatMap((one) => this.#spanOf(one) ?? []);
    if (this.isPacked) return this.#readSpans(wanted, 0, signal, take);
    for (const span of wanted) await this.#readSpans([span], span.begin.offset, signal, take);
  }

  async #readSpans(spans: readonly Span[], from: number, signal: AbortSignal, take: TakeLine): Promise<void> {
    if (spans.length === 0) return;
    const left = [...spans];
    let [at, isWithin] = [from, false];
    let block = 0;
    const within: TakeLine = (bytes, a, b, line, offset) => {
      while (offset >= this.#endOf(block)) block++;
      if (block <= (left[0] as Span).last) take(bytes, a, b, line, offset, this.base + block);
    };
    for await (const chunk of this.#bytes.chunks(signal, from)) {
      for (let span = left[0]; span !== undefined; span = left[0]) {
        if (!isWithin && span.begin.offset >= at + chunk.length) break;
        if (!isWithin) {
          this.#begin(span.begin);
          block = span.first;
        }
        this.#chunk(isWithin ? chunk : chunk.subarray(span.begin.offset - at), 0, within);
        isWithin = this.#offset < this.#endOf(span.last);
        if (isWithin) break;
        left.shift();
      }
      if (left.length === 0) return;
      at += chunk.length;
    }
    if (isWithin) this.#end(0, within);
  }

  /** Those of this file among blocks of all files. */
  #spanOf({ first, last }: Blocks): Span | undefined {
    const [from, to] = [Math.max(0, first - this.base), Math.min(this.#blocks.length - 1, last - this.base)];
    const begin = this.#blocks[from];
    return begin === undefined || from > to ? undefined : { first: from, last: to, begin };
  }

  #endOf(block: number): number {
    return this.#blocks[block + 1]?.offset ?? Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#bytes.close();
  }

  #begin({ offset, line, isSkipping }: Block): void {
    this.#offset = offset;
    this.#line = line;
    this.#rest = Buffer.alloc(0);
    this.#skipping = isSkipping;
  }

  #chunk(chunk: Buffer, block: number, take: TakeLine): void {
    let from = 0;
    if (this.#rest.length > 0 || this.#skipping) {
      const end = chunk.indexOf(newline);
      if (end < 0) {
        this.#keep(chunk);
        return;
      }
      const whole = this.#skipping ? this.#rest : Buffer.concat([this.#rest, chunk.subarray(0, end + 1)]);
      if (!this.#skipping) this.#take(whole, 0, whole.length - 1, block, take);
      this.#offset += this.#skipping ? end + 1 : whole.length;
      this.#line++;
      this.#rest = Buffer.alloc(0);
      this.#skipping = false;
      from = end + 1;
    }
    for (let end = chunk.indexOf(newline, from); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#take(chunk, from, end, block, take);
      this.#offset += end + 1 - from;
      this.#line++;
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    if (this.#skipping) {
      this.#offset += part.length;
      return;
    }
    this.#rest = Buffer.concat([this.#rest, part]);
    if (this.#rest.length <= maxLineBytes) return;
    this.#offset += this.#rest.length;
    this.#rest = Buffer.alloc(0);
    this.#skipping = true;
    this.tooLong++;
  }

  #take(bytes: Buffer, from: number, to: number, block: number, take: TakeLine): void {
    const end = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to;
    if (end > from) take(bytes, from, end, this.#line, this.#offset, block);
  }

  #end(block: number, take: TakeLine): void {
    const last = Buffer.concat([this.#rest, Buffer.from('\n')]);
    if (!this.#skipping && last.length > 1) this.#take(last, 0, last.length - 1, block, take);
    this.#rest = Buffer.alloc(0);
  }
}
