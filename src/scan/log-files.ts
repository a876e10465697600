// From what `--logs` names to files that can be read: a file, a folder, a glob, or `-` for standard input.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { globSync } from 'tinyglobby';
import { DedupeError } from '../errors.ts';

export interface LogFile {
  /** As short as tells it from the others: its base name where that is unique, `-` for standard input. */
  readonly name: string;
  readonly path: string;
  readonly gzip: boolean;
}

/** Endings that are logs when a folder is named; a file or a glob is taken at its word. */
const logName = /\.(log|jsonl|ndjson|json|txt)([.-]\d[\w.-]*)?(\.gz)?$|\.log[.-]/i;

/** In the order given, each file once however often it is named; a name that matches nothing is an error. */
export function findLogFiles(paths: readonly string[], cwd: string): LogFile[] {
  const found = new Map<string, string>();
  for (const named of paths.flatMap((path) => expand(path, cwd))) {
    const real = realpathSync(named);
    if (!found.has(real)) found.set(real, named);
  }
  const bases = [...found.values()].map((named) => basename(named));
  const isUnique = (named: string) => bases.filter((base) => base === basename(named)).length === 1;
  return [...found].map(([path, named]) => {
    return { name: isUnique(named) ? basename(named) : nameOf(named, cwd), path, gzip: isGzip(path) };
  });
}

function expand(path: string, cwd: string): string[] {
  const absolute = resolve(cwd, path);
  if (existsSync(absolute)) {
    if (!statSync(absolute).isDirectory()) return [absolute];
    const inside = globSync('**/*', { cwd: absolute, absolute: true, dot: false, followSymbolicLinks: false }).sort();
    const logs = inside.filter((file) => logName.test(basename(file)));
    if (logs.length > 0) return logs;
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `the folder ${path} holds no log file`, {
      hint: 'Looked for .log, .jsonl, .ndjson, .json and .txt, also rotated and gzipped. Name the file itself if it has another ending.',
    });
  }
  const matched = /[*?[\]{}]/.test(path) ? globSync(path, { cwd, absolute: true, onlyFiles: true }).sort() : [];
  if (matched.length > 0) return matched;
  throw new DedupeError('DEDUPE_FILE_UNREADABLE', `no log file matches ${path}`, {
    hint: `Looked in ${cwd}. Put a glob in quotes, so that the shell leaves it alone.`,
  });
}

function nameOf(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}

/** Magic bytes, not the ending: rotated files are often gzipped without saying so, and the reverse. */
function isGzip(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const magic = Buffer.alloc(2);
  const fd = openSync(path, 'r');
  try {
    return readSync(fd, magic, 0, 2, 0) === 2 && magic[0] === 0x1f && magic[1] === 0x8b;
  } finally {
    closeSync(fd);
  }
}

/** Standard input can be read once and the search may need several rounds: it is kept in a private file for the run. */
export async function spool(
  stdin: AsyncIterable<Uint8Array>,
  parent: string,
): Promise<{ file: LogFile; remove: () => void }> {
  const folder = mkdtempSync(join(parent, 'dedupe-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'stdin');
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    remove();
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', 'standard input could not be read to its end', { cause: error });
  }
  return { file: { name: '-', path, gzip: isGzip(path) }, remove };
}

const chunkBytes = 1024 * 1024;

/** Every byte of the file in order. The buffer is reused: take what is needed before the next step. */
export async function* chunksOf(file: LogFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (file.gzip) {
    yield* createReadStream(file.path).pipe(createGunzip({ chunkSize: chunkBytes })) as AsyncIterable<Buffer>;
    return;
  }
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const fd = openSync(file.path, 'r');
  try {
    for (let size = -1; size !== 0; ) {
      signal.throwIfAborted();
      size = readSync(fd, buffer, 0, chunkBytes, null);
      if (size > 0) yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(fd);
  }
}
