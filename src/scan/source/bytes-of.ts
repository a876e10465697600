// The bytes of one file after another, in one place: most files are looked at once, for a word, and forgotten.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { largestBytes } from './file-kind.ts';
import { reasonOf } from './find-files.ts';

const room = Buffer.allocUnsafeSlow(largestBytes + 1);

/** Holds until the next file is read. A file that cannot be read, or is too large, is told. */
export function bytesOf(path: string, tell: (reason: string) => void): Buffer | undefined {
  try {
    const bytes = filled(openSync(path, 'r'));
    if (bytes.length <= largestBytes) return bytes;
    const { size } = statSync(path);
    tell(`it has ${(size / 1024 / 1024).toFixed(1)} MB, more than people write`);
  } catch (cause) {
    tell(reasonOf(cause));
  }
  return undefined;
}

/** Closes the file. A read that stops short has met the end. */
function filled(file: number): Buffer {
  try {
    let length = 0;
    for (let isWhole = false; !isWhole && length < room.length; ) {
      const wanted = room.length - length;
      const size = readSync(file, room, length, wanted, null);
      length += size;
      isWhole = size < wanted;
    }
    return room.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
