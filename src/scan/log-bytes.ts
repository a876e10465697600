// The bytes of a log, in order and in bounded memory, gzipped or not; standard input is kept in a file for the run.
import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { DedupeError } from '../errors.ts';
import type { LogFile } from './log-files.ts';

const chunkBytes = 1024 * 1024;

/** Every byte of the file in order. The buffer is reused: take what is needed before the next step. Throws when aborted. */
export async function* chunksOf(file: LogFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const fd = openSync(file.path, 'r');
  try {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      const chunk = buffer.subarray(0, readSync(fd, buffer, 0, chunkBytes, null));
      if (chunk.length === 0) return;
      if (isFirst && isGzip(chunk)) break;
      yield chunk;
      // Reading never waits: without this no signal and no other source would get its turn until the file has ended.
      await setImmediate();
    }
  } finally {
    closeSync(fd);
  }
  yield* unzipped(file.path, signal);
}

/** Magic bytes, not the ending: rotated files are often gzipped without saying so, and the reverse. */
function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

async function* unzipped(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const gunzip = addAbortSignal(signal, createGunzip({ chunkSize: chunkBytes }));
  // The end of either closes the other; an error of either is thrown by the loop below.
  connect(createReadStream(path), gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

/** Standard input can be read once and the search may need several rounds: it is kept in a private file for the run. */
export async function spool(
  stdin: AsyncIterable<Uint8Array>,
  parent: string,
  signal?: AbortSignal,
): Promise<{ file: LogFile; remove: () => void }> {
  const folder = mkdtempSync(join(parent, 'dedupe-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'stdin');
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    remove();
    signal?.throwIfAborted();
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', 'standard input could not be read to its end', { cause: error });
  }
  return { file: { name: '-', path }, remove };
}
