// The bytes of a log, in order and in bounded memory, gzipped or not; standard input is kept in a file for the run.
import { closeSync, createWriteStream, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline as connect, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { DedupeError } from '../errors.ts';
import type { LogFile } from './log-files.ts';

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

  /** Every byte in order. The buffer is reused: take what is needed before the next step. Throws when aborted. */
  async *chunks(signal: AbortSignal): AsyncGenerator<Buffer> {
    this.#fd ??= openSync(this.#path, 'r');
    if (this.#isGzip(this.#fd)) {
      yield* this.#unpack(this.#fd, signal);
      return;
    }
    const { size } = fstatSync(this.#fd);
    if (size < this.#longest) this.wasCut = true;
    this.#longest = Math.max(size, this.#longest);
    yield* this.#chunksOf(this.#fd, signal);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  async *#chunksOf(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      signal.throwIfAborted();
      const size = readSync(fd, this.#buffer, 0, chunkBytes, at);
      if (size === 0) return;
      at += size;
      yield this.#buffer.subarray(0, size);
      // Reading never waits: without this no signal and no other source would get its turn until the file has ended.
      await setImmediate();
    }
  }

  /** Magic bytes, not the ending: rotated files are often gzipped without saying so, and the reverse. */
  #isGzip(fd: number): boolean {
    return readSync(fd, this.#buffer, 0, 2, 0) === 2 && this.#buffer[0] === 0x1f && this.#buffer[1] === 0x8b;
  }

  /** Unpacked again for each pass: that runs beside this thread, and costs less than keeping what comes out. */
  async *#unpack(fd: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const gunzip = addAbortSignal(signal, createGunzip({ chunkSize: chunkBytes }));
    const packed = Readable.from(piecesOf(fd), { objectMode: false });
    // The end of either closes the other; an error of either is thrown by the reader.
    connect(packed, gunzip, () => {});
    yield* gunzip as AsyncIterable<Buffer>;
  }
}

/** A stream of Node's own would close the file at its end. */
function* piecesOf(fd: number): Generator<Buffer> {
  for (let at = 0; ; ) {
    const piece = Buffer.allocUnsafeSlow(chunkBytes / 4);
    const size = readSync(fd, piece, 0, piece.length, at);
    if (size === 0) return;
    at += size;
    yield piece.subarray(0, size);
  }
}

function privateFile(parent: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(parent, 'dedupe-'));
  return { path: join(folder, 'log'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Standard input can be read once and the search may need several rounds: it is kept in a private file for the run. */
export async function spool(
  stdin: AsyncIterable<Uint8Array>,
  parent: string,
  signal?: AbortSignal,
): Promise<{ file: LogFile; remove: () => void }> {
  const { path, remove } = privateFile(parent);
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    remove();
    signal?.throwIfAborted();
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', 'standard input could not be read to its end', { cause: error });
  }
  return { file: { name: '-', path }, remove };
}
