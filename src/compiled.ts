// Loads a file of the build together with what V8 made of it before: compiling a command anew takes as long as running it.
import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';

/** Beside the file that it belongs to. */
export const cacheOf = (path: string): string => `${path}.cache`;

export interface Compiled {
  readonly exports: unknown;
  /** What V8 knows by now. Another version of V8, or other flags, will not take it: then the file is compiled as usual. */
  cache(): Buffer;
}

const loaded = new Map<string, Compiled>();

export function load(path: string): Compiled {
  const before = loaded.get(path);
  if (before) return before;
  const cachedData = cacheIn(cacheOf(path));
  const script = new Script(Module.wrap(readFileSync(path, 'utf8')), { filename: path, cachedData });
  const module = { exports: {} };
  const compiled = { exports: module.exports, cache: () => script.createCachedData() };
  loaded.set(path, compiled);
  const others = createRequire(path);
  /** Files of the build among themselves are loaded in the same way. */
  const require = (name: string) => (name.startsWith('.') ? load(resolve(dirname(path), name)).exports : others(name));
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  return Object.assign(compiled, { exports: module.exports });
}

function cacheIn(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
