// The bytes of a log, in order and in bounded memory, gzipped or not.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { turn } from '../turn.ts';
import { LogDocument } from './log-document.ts';
import type { LogFile } from './log-files.ts';
import { SplitRecords } from './split-records.ts';

const chunkBytes = 1024 * 1024;

/**
 * One log that may be read several times. The file stays open between the passes: one that is renamed in the meantime is
 * read on, and one that grows is read to its end at that time.
 */
export class LogBytes {
  readonly #path: string;
  readonly #buffer = Buffer.allocUnsafeSlow(chunkBytes);
  #fd: number | undefined;
  #longest = 0;

  constructor({ path }: LogFile) {
    this.#path = path;
  }

  /** Bytes are missing that an earlier pass has seen: the file was emptied and is written anew. */
  wasCut = false;

  /** It has to be unpacked from its beginning, wherever one wants to read. Known after the first byte. */
  isPacked = false;

  /** Its lines were made of one document: they stand at other places than the bytes of the file. Known at its end. */
  isDocument = false;

  /**
   * Every byte in order, or those from an offset on where the file is not packed. The buffer is reused: take what is needed
   * before the next step. Throws when aborted.
   */
  async *chunks(signal: AbortSignal, from = 0): AsyncGenerator<Buffer> {
    const records = new SplitRecords();
    const document = new LogDocument(from > 0);
    let failure: { readonly error: unknown } | undefined;
    try {
      for await (const chunk of this.#raw(signal, from)) {
        const settled = records.take(document.take(chunk));
        if (settled.length > 0) yield settled;
      }
    } catch (error) {
      failure = { error };
    }
    // What was read before it failed stands.
    const last = records.take(document.end());
    this.isDocument = document.isOne;
    if (last.length > 0) yield last;
    const rest = records.end();
    if (rest.length > 0) yield rest;
    if (failure) throw failure.error;
  }

  async *#raw(signal: AbortSignal, from: number): AsyncGenerator<Buffer> {
    this.#fd ??= openSync(this.#path, 'r');
    this.isPacked = this.#isGzip(this.#fd);
    if (this.isPacked) {
      yield* this.#unpack(this.#fd, signal);
      return;
    }
    const { size } = fstatSync(this.#fd);
    if (size < this.#longest) this.wasCut = true;
    this.#longest = Math.max(size, this.#longest);
    yield* this.#chunksOf(this.#fd, signal, from);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  async *#chunksOf(fd: number, signal: AbortSignal, from: number): AsyncGenerator<Buffer> {
    for (let at = from; ; ) {
      signal.throwIfAborted();
      const size = readSync(fd, this.#buffer, 0, chunkBytes, at);
      if (size === 0) return;
      at += size;
      yield this.#buffer.subarray(0, size);
      // Reading never waits: without this no signal and no other source would get its turn until the file has ended.
      await turn();
    }
  }

  /** Magic bytes, not the ending: rotated files are often gzipped without saying so, and the reverse. */
  #isGzip(fd: number): boolean {
    return readSync(fd, this.#buffer, 0, 2, 0) === 2 && this.#buffer[0] === 0x1f && this.#buffer[1] === 0x8b;
  }

  /** Unpacked again for each pass: that runs beside this thread, and costs less than keeping what comes out. */
  async *#unpack(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { unpacked } = await import('./unpack.ts');
    yield* unpacked(fd, chunkBytes, signal);
  }
}
