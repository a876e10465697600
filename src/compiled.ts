// Loads a file of the build together with what V8 made of it before: compiling a command anew takes as long as running it.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  const [source, cachedData] = read(path);
  const script = new Script(source, { filename: path, cachedData });
  const module = { exports: {} };
  const compiled = { exports: module.exports, cache: () => script.createCachedData() };
  loaded.set(path, compiled);
  const others = createRequire(path);
  /** Files of the build among themselves are loaded in the same way. */
  const require = (name: string) => (name.startsWith('.') ? load(resolve(dirname(path), name)).exports : others(name));
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  return Object.assign(compiled, { exports: module.exports });
}

/** A file of the build is a function, and ASCII: joining and decoding would copy it, and each copy is felt. One buffer serves both. */
function read(path: string): [source: string, cachedData: Buffer | undefined] {
  const [source, cache] = [openSync(path, 'r'), openIfThere(cacheOf(path))];
  const [length, cached] = [fstatSync(source).size, cache === undefined ? 0 : fstatSync(cache).size];
  const buffer = Buffer.allocUnsafeSlow(Math.max(length, cached));
  const text = buffer.toString('latin1', 0, fill(source, buffer, length));
  const isWhole = cache !== undefined && fill(cache, buffer, cached) === cached;
  return [text, isWhole ? buffer.subarray(0, cached) : undefined];
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Closes what it has read. */
function fill(file: number, buffer: Buffer, length: number): number {
  let at = 0;
  for (let size = -1; at < length && size !== 0; at += size) size = readSync(file, buffer, at, length - at, at);
  closeSync(file);
  return at;
}
