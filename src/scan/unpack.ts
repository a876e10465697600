// The bytes inside a gzipped file. Loaded when one is met: most logs are plain, and streams take their time to load.
import { fstatSync, readSync } from 'node:fs';
import { createGunzip, type Gunzip } from 'node:zlib';
import { SpentBuffers } from './spent-buffers.ts';

/** Chunks that are unpacked while the reader is still busy with an earlier one. */
const ahead = 2;

/** Throws at the place where it is damaged or cut, after all that could be unpacked before it. */
export async function* unpacked(fd: number, chunkBytes: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  // One that fails would throw away what it has unpacked, were it to end by itself.
  const options = { chunkSize: chunkBytes, autoDestroy: false };
  const gunzip = createGunzip(options);
  const ready: Buffer[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake = () => {};
  const over = (error?: unknown) => {
    end ??= { error };
    wake();
  };
  gunzip.on('data', (chunk: Buffer) => {
    if (ready.push(chunk) >= ahead) gunzip.pause();
    wake();
  });
  gunzip.on('end', () => over());
  gunzip.on('error', over);
  const stop = () => over(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  feed(gunzip, piecesOf(fd, chunkBytes / 4)).catch(over);
  const spent = new SpentBuffers();
  try {
    for (;;) {
      signal.throwIfAborted();
      const chunk = ready.shift();
      if (ready.length < ahead) gunzip.resume();
      if (chunk) {
        yield chunk;
        // Each piece of a buffer comes before the one that ends it, and the next is written to another.
        spent.free(chunk);
      } else if (end && gunzip.readableLength === 0) {
        if (end.error !== undefined) throw end.error;
        return;
      } else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    gunzip.destroy();
    spent.close();
  }
}

/** Each piece when the one before it was taken in whole: they share a buffer. */
async function feed(gunzip: Gunzip, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (gunzip.destroyed) return;
    await new Promise<void>((resolve, reject) => {
      gunzip.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
  gunzip.end();
}

/**
 * What a damaged piece holds is lost whole, and damage stands at the end: a checksum, garbage behind it. There the pieces are
 * small. (A stream of Node's own would close the file at its end.)
 */
function* piecesOf(fd: number, bytes: number): Generator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(bytes);
  for (let at = 0; ; ) {
    const left = fstatSync(fd).size - at;
    const wanted = left > bytes ? bytes : left > 8192 ? 4096 : left > 64 ? 32 : 1;
    const size = readSync(fd, piece, 0, wanted, at);
    if (size === 0) return;
    at += size;
    yield piece.subarray(0, size);
  }
}
