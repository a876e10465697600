// The source files of a project that are about Slack, and those that they import, as modules.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Modules } from '../../model/code/modules.ts';
import type { Module } from '../../model/code/syntax.ts';
import { isAboutSlack, largestBytes, unfitReason } from './file-kind.ts';
import { type FoundFiles, findFiles, reasonOf } from './find-files.ts';
import type { Read } from './javascript/read.ts';

export interface Project {
  readonly modules: readonly Module[];
  readonly manifests: readonly string[];
  /** Source files that were met, read further or not. */
  readonly files: number;
  readonly leftOut: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string; readonly isNamed: boolean }[];
}

type Reader = (file: string, text: string) => Read;

export async function readProject(cwd: string, paths: readonly string[]): Promise<Project> {
  const found = paths.map((path) => foundAt(cwd, path));
  const sources = [...new Set(found.flatMap((one) => one.sources))];
  const skipped: Project['skipped'][number][] = found.flatMap((one) =>
    one.skipped.map((skip) => ({ ...skip, isNamed: paths.includes(skip.file) })),
  );
  const skip = (file: string, reason: string) => skipped.push({ file, reason, isNamed: paths.includes(file) });
  const finder = new Modules(sources.map(nameOnly));
  const texts = new Map<string, string>();
  for (const file of sources) {
    const bytes = bytesOf(cwd, file, skip);
    if (bytes && isAboutSlack(bytes)) keep(file, bytes, texts, skip);
  }
  const modules = new Map<string, Module>();
  const readers: { javascript?: Reader; python?: Reader } = {};
  const waiting = [...texts.keys()];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const text = texts.get(file);
    if (text === undefined || modules.has(file)) continue;
    const read = (await readerFor(file, readers))(file, text);
    if (read.state === 'broken') {
      skip(file, read.reason);
      continue;
    }
    modules.set(file, read.module);
    for (const next of importedFiles(read.module, finder)) {
      if (texts.has(next)) continue;
      const bytes = bytesOf(cwd, next, skip);
      if (bytes) keep(next, bytes, texts, skip);
      waiting.push(next);
    }
  }
  return {
    modules: [...modules.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
    manifests: found.flatMap((one) => one.manifests),
    files: sources.length,
    leftOut: found.reduce((sum, one) => sum + one.leftOut, 0),
    skipped: skipped.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

function foundAt(cwd: string, path: string): FoundFiles {
  try {
    return findFiles(resolve(cwd, path), path);
  } catch (cause) {
    return { sources: [], manifests: [], skipped: [{ file: path, reason: reasonOf(cause) }], leftOut: 0 };
  }
}

async function readerFor(file: string, readers: { javascript?: Reader; python?: Reader }): Promise<Reader> {
  if (file.endsWith('.py')) {
    readers.python ??= await (await import('./python/read.ts')).pythonReader();
    return readers.python;
  }
  readers.javascript ??= await (await import('./javascript/read.ts')).javascriptReader();
  return readers.javascript;
}

/** One place for the bytes of whichever file is read: most are looked at once, for a word, and forgotten. */
const room = Buffer.allocUnsafeSlow(largestBytes + 1);

/** Holds until the next file is read. */
function bytesOf(cwd: string, file: string, skip: (file: string, reason: string) => void): Buffer | undefined {
  try {
    const bytes = filled(openSync(resolve(cwd, file), 'r'));
    if (bytes.length <= largestBytes) return bytes;
    const { size } = statSync(resolve(cwd, file));
    skip(file, `it has ${(size / 1024 / 1024).toFixed(1)} MB, more than people write`);
  } catch (cause) {
    skip(file, reasonOf(cause));
  }
  return undefined;
}

/** Closes the file. */
function filled(file: number): Buffer {
  try {
    let length = 0;
    for (let size = -1; size !== 0 && length < room.length; length += size)
      size = readSync(file, room, length, room.length - length, null);
    return room.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function keep(
  file: string,
  bytes: Buffer,
  texts: Map<string, string>,
  skip: (file: string, reason: string) => void,
): void {
  const reason = unfitReason(bytes);
  if (reason === undefined) texts.set(file, bytes.toString('utf8').replace(/^\ufeff/, ''));
  else skip(file, reason);
}

/** The files of the project that a module's imports name. Calls of `require` count, wherever they stand. */
function importedFiles(module: Module, finder: Modules): string[] {
  const names = module.imports.map(({ from, imported }) => ({ from, imported }));
  if (module.language !== 'python')
    for (const [, from = ''] of module.text.matchAll(/\b(?:require|import)\(\s*['"`]([^'"`]+)['"`]\s*\)/g))
      names.push({ from, imported: '*' });
  return names.flatMap(({ from, imported }) => {
    const inner = from.endsWith('.') ? `${from}${imported}` : `${from}.${imported}`;
    const targets = [finder.find(module, from), module.language === 'python' ? finder.find(module, inner) : undefined];
    return targets.flatMap((target) => target?.file ?? []);
  });
}

/** As much of a module as finding it by its name needs. */
function nameOnly(file: string): Module {
  const language = file.endsWith('.py') ? 'python' : 'javascript';
  return { file, language, text: '', imports: [], forwards: [], exports: [], body: [] };
}
