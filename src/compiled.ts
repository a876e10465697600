// Loads a file of the build together with what V8 made of it before: compiling a command anew takes as long as running it.
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** Beside the file that it belongs to. */
export const cacheOf = (path: string): string => `${path}.cache`;

export interface Compiled {
  readonly exports: unknown;
  /** What V8 knows by now. Another version of V8, or other flags, will not take it: then the file is compiled as usual. */
  cache(): Buffer;
}

export function load(path: string): Compiled {
  const script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
    filename: path,
    cachedData: cacheIn(cacheOf(path)),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  return { exports: module.exports, cache: () => script.createCachedData() };
}

function cacheIn(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
