// One log over several rounds of searching: each identifier is looked for in every byte once, and no byte is read for nothing.
import { type FoundLine, LineFinder, type LineFinderResult } from './line-finder.ts';
import { LogBytes } from './log-bytes.ts';
import type { LogFile } from './log-files.ts';
import { type Needle, nameOfNeedle } from './needles.ts';

export interface SearchEnd extends LineFinderResult {
  /** Why it could not be read to its end; what was found before stands. */
  readonly error: unknown;
  readonly wasCut: boolean;
}

/** What follows from a line stands close behind it; after this many bytes hardly anything new is named. */
const settledBytes = 32 * 1024 * 1024;

export class LogSearch {
  readonly file: LogFile;
  readonly #bytes: LogBytes;
  readonly #marks = new Map<number, number>();
  /** From which offset on each needle was looked for; 0 is everywhere. */
  readonly #from = new Map<string, { readonly needle: Needle; from: number }>();

  readonly #settledBytes: number;

  /** `settled`: how far behind a line its names are waited for, in bytes; a test waits less. */
  constructor(file: LogFile, settled = settledBytes) {
    this.#settledBytes = settled;
    this.file = file;
    this.#bytes = new LogBytes(file);
  }

  /**
   * Undefined: all of them were looked for everywhere before. `found` may be told a line twice, and names further needles
   * by `add`: these are looked for from that line on, and before it when another pass is needed anyway. `also`: no reason for
   * a pass by themselves.
   */
  async run(
    needles: readonly Needle[],
    signal: AbortSignal,
    found: (line: FoundLine, add: (needle: Needle) => void) => void,
    also: readonly Needle[] = [],
  ): Promise<SearchEnd | undefined> {
    const isDone = (needle: Needle) => this.#from.get(nameOfNeedle(needle))?.from === 0;
    if (needles.every(isDone)) return undefined;
    const finder: LineFinder = new LineFinder((line) => found(line, add), this.#marks);
    const add = (needle: Needle) => {
      const name = nameOfNeedle(needle);
      if (!this.#from.has(name)) this.#from.set(name, { needle, from: finder.add(needle) });
    };
    for (const needle of [...needles, ...also]) {
      const name = nameOfNeedle(needle);
      if (!this.#from.has(name)) this.#from.set(name, { needle, from: Number.POSITIVE_INFINITY });
    }
    for (const one of this.#from.values()) {
      if (one.from > 0) finder.add(one.needle, one.from);
      one.from = 0;
    }
    let behind: Promise<unknown> | undefined;
    let error: unknown;
    try {
      for await (const chunk of this.#bytes.chunks(signal)) {
        finder.push(chunk);
        if (!finder.isLooking) break;
        if (this.#bytes.isPacked && finder.offset >= this.#firstAdded() + this.#settledBytes)
          behind ??= this.#catchUp(signal, (line) => found(line, add)).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
      }
    } catch (thrown) {
      error = thrown;
    }
    // It reads the same file: whatever ends this pass, the file is not closed under the other.
    const thrownBehind = await behind;
    signal.throwIfAborted();
    error ??= thrownBehind;
    return { ...finder.end(), error, wasCut: this.#bytes.wasCut };
  }

  /** Where the first needle was named that has not been looked for before it. */
  #firstAdded(): number {
    const places = [...this.#from.values()].map(({ from }) => from).filter((from) => from > 0);
    return Math.min(...places, Number.POSITIVE_INFINITY);
  }

  /**
   * Looks before the line that named them for what was named so far, while the pass that met that line goes on: bytes are
   * unpacked beside this thread, so that two passes at a time take little longer than one.
   */
  async #catchUp(signal: AbortSignal, found: (line: FoundLine) => void): Promise<void> {
    const named = [...this.#from.values()].filter(({ from }) => from > 0);
    const finder = new LineFinder(found, this.#marks);
    for (const { needle, from } of named) finder.add(needle, from);
    for await (const chunk of this.#bytes.chunks(signal)) {
      finder.push(chunk);
      if (!finder.isLooking) break;
    }
    finder.end();
    for (const one of named) one.from = 0;
  }

  close(): void {
    this.#bytes.close();
  }
}
