// Compiled code of a file with all of its functions, where no call at build time can show which of them are needed.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** V8 takes a cache only under the flags it was written with, so the flag is gone again by then. */
export function eagerCache(path) {
  setFlagsFromString('--no-lazy');
  try {
    const script = new Script(readFileSync(path, 'latin1'), { filename: path });
    setFlagsFromString('--lazy');
    return script.createCachedData();
  } finally {
    setFlagsFromString('--lazy');
  }
}
