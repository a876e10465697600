// Writes to a file, a pipe or a socket without Node's streams, which take longer to load than most commands to run.
import { fstatSync, type Stats, statSync, writeSync } from 'node:fs';

export interface Output {
  /** `done` follows when the text has left, at once where the descriptor takes it. */
  write(text: string | Uint8Array, done?: () => void): boolean;
}

/**
 * `stream` makes Node's own one: for terminals, whose width and colours only it knows, and for readers that are slow. `fail`
 * is told of a reader that has gone and of a full disk.
 */
export function outputTo(fd: number, stream: () => Output, fail: (error: NodeJS.ErrnoException) => void): Output {
  if (!isPlain(fd)) return stream();
  let rest: Output | undefined;
  return {
    write(text, done = () => {}) {
      if (rest) return rest.write(text, done);
      let bytes = Buffer.from(text as string);
      try {
        while (bytes.length > 0) bytes = bytes.subarray(writeSync(fd, bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          fail(error as NodeJS.ErrnoException);
          return false;
        }
        // Somebody made the pipe one that does not wait: the stream knows how to, and keeps the order from here on.
        rest = stream();
        return rest.write(bytes, done);
      }
      done();
      return true;
    },
  };
}

function isPlain(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFile() || found.isFIFO() || found.isSocket() || isNowhere(found);
  } catch {
    return false;
  }
}

/** A device too, but neither a terminal nor slow. */
function isNowhere(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev;
}
