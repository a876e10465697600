// The bytes inside a gzipped file. Loaded when one is met: most logs are plain, and streams take their time to load.
import { readSync } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Chunks that are unpacked while the reader is still busy with an earlier one. */
const ahead = 2;

export function unpacked(fd: number, chunkBytes: number, signal: AbortSignal): AsyncIterable<Buffer> {
  // Node hands what it does not know to the stream underneath.
  const options = { chunkSize: chunkBytes, highWaterMark: ahead * chunkBytes };
  const gunzip = addAbortSignal(signal, createGunzip(options));
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
