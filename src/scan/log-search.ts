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

export class LogSearch {
  readonly file: LogFile;
  readonly #bytes: LogBytes;
  readonly #marks = new Map<number, number>();
  /** From which offset on each needle was looked for; 0 is everywhere. */
  readonly #from = new Map<string, { readonly needle: Needle; from: number }>();

  constructor(file: LogFile) {
    this.file = file;
    this.#bytes = new LogBytes(file);
  }

  /**
   * Undefined: all of them were looked for everywhere before. `found` may be told a line twice, and names further needles
   * by `add`: these are looked for from that line on, and before it when another pass is needed anyway.
   */
  async run(
    needles: readonly Needle[],
    signal: AbortSignal,
    found: (line: FoundLine, add: (needle: Needle) => void) => void,
  ): Promise<SearchEnd | undefined> {
    const isDone = (needle: Needle) => this.#from.get(nameOfNeedle(needle))?.from === 0;
    if (needles.every(isDone)) return undefined;
    const finder = new LineFinder((line) => {
      found(line, (needle) => {
        const name = nameOfNeedle(needle);
        if (!this.#from.has(name)) this.#from.set(name, { needle, from: finder.add(needle) });
      });
    }, this.#marks);
    for (const needle of needles) {
      const name = nameOfNeedle(needle);
      if (!this.#from.has(name)) this.#from.set(name, { needle, from: Number.POSITIVE_INFINITY });
    }
    for (const one of this.#from.values()) {
      if (one.from > 0) finder.add(one.needle, one.from);
      one.from = 0;
    }
    let error: unknown;
    try {
      for await (const chunk of this.#bytes.chunks(signal)) {
        finder.push(chunk);
        if (!finder.isLooking) break;
      }
    } catch (thrown) {
      signal.throwIfAborted();
      error = thrown;
    }
    return { ...finder.end(), error, wasCut: this.#bytes.wasCut };
  }

  close(): void {
    this.#bytes.close();
  }
}
