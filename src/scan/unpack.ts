// The bytes inside a gzipped file. Loaded when one is met: most logs are plain, and streams take their time to load.
import { readSync } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export function unpacked(fd: number, chunkBytes: number, signal: AbortSignal): AsyncIterable<Buffer> {
  const gunzip = addAbortSignal(signal, createGunzip({ chunkSize: chunkBytes }));
  const packed = Readable.from(piecesOf(fd, chunkBytes / 4), { objectMode: false });
  // The end of either closes the other; an error of either is thrown by the reader.
  pipeline(packed, gunzip, () => {});
  return gunzip;
}

/** A stream of Node's own would close the file at its end. */
function* piecesOf(fd: number, bytes: number): Generator<Buffer> {
  for (let at = 0; ; ) {
    const piece = Buffer.allocUnsafeSlow(bytes);
    const size = readSync(fd, piece, 0, piece.length, at);
    if (size === 0) return;
    at += size;
    yield piece.subarray(0, size);
  }
}
