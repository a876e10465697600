// The source files of a project that are about Slack, and those that they import, as modules.
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { folderOf, Modules } from '../../model/code/modules.ts';
import type { Module } from '../../model/code/syntax.ts';
import { bytesOf } from './bytes-of.ts';
import { isAboutSlack, isNestedDeeply, speaksWithSlack, unfitReason } from './file-kind.ts';
import { type FoundFiles, findFiles, reasonOf } from './find-files.ts';
import { importedFiles, namedFiles, nameOnly } from './imported-files.ts';
import type { Read } from './javascript/read.ts';

export interface Project {
  readonly modules: readonly Module[];
  readonly manifests: readonly string[];
  /** Source files that were met, read further or not. */
  readonly files: number;
  readonly leftOut: number;
  /** Files that are imported and were not read, since so many were read before. */
  readonly unread: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string; readonly isNamed: boolean }[];
}

/** What is imported over many files is further and further from Slack; the nearest are read first. About 250 MB at 10 KB each. */
const mostModules = 4000;

/**
 * Files that are about Slack are few even in a large project, and V8 optimizes the readers of syntax trees just before they are done:
 * an eighth of the processor time. A V8 that has no such flag leaves it.
 */
const laterOptimization = '--interrupt-budget=1000000';

export async function readProject(cwd: string, paths: readonly string[]): Promise<Project> {
  setFlagsFromString(laterOptimization);
  const found = paths.map((path) => foundAt(cwd, path));
  const sources = [...new Set(found.flatMap((one) => one.sources))];
  const skipped: Project['skipped'][number][] = found.flatMap((one) =>
    one.skipped.map((skip) => ({ ...skip, isNamed: paths.includes(skip.file) })),
  );
  const skip = (file: string, reason: string) => skipped.push({ file, reason, isNamed: paths.includes(file) });
  const texts = new Map<string, string>();
  const look = (file: string, isWanted: (bytes: Buffer) => boolean) => {
    const bytes = bytesOf(resolve(cwd, file), (reason) => skip(file, reason));
    if (bytes === undefined || !isWanted(bytes)) return;
    const reason = unfitReason(bytes);
    if (reason === undefined) texts.set(file, bytes.toString('utf8').replace(/^\ufeff/, ''));
    else skip(file, reason);
  };
  for (const file of sources) look(file, (bytes) => isAboutSlack(file, bytes));

  const finder = new Modules(sources.map(nameOnly));
  const imports = (module: Module) => importedFiles(module, finder);
  const names = (file: string) => namedFiles(file, texts.get(file) ?? '', finder);
  const met = new Set(texts.keys());
  const textOf = (file: string) => {
    if (!met.has(file)) look(file, () => true);
    met.add(file);
    return texts.get(file);
  };
  // What receives may name nothing of Slack's itself, and only hand on to what does.
  const about = [...texts.keys()];
  for (const file of entriesAbove(about, sources)) {
    met.add(file);
    look(file, () => true);
  }
  const { modules, unread } = await readReached([...texts.keys()], { textOf, imports, names, skip });
  return {
    modules: [...modules.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
    manifests: found.flatMap((one) => one.manifests),
    files: sources.length,
    leftOut: found.reduce((sum, one) => sum + one.leftOut, 0),
    unread,
    skipped: skipped.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

/** Files by whose names a program or a folder of routes begins, in the folders above those that are about Slack. */
function entriesAbove(about: readonly string[], sources: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of about)
    for (let folder = folderOf(file); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  const known = new Set(about);
  return sources.filter((file) => !known.has(file) && entry.test(file) && folders.has(folderOf(file)));
}

const entry =
  /(^|[/\\])((index|app|server|main|routes?|router|handler|lambda)\.[cm]?[jt]s|(\w+_)?(app|server|main|routes?|router|handlers?|views|api|urls|webhooks?|lambda_function)\.py)$/;

interface Reach {
  readonly textOf: (file: string) => string | undefined;
  readonly imports: (module: Module) => readonly string[];
  readonly names: (file: string) => readonly string[];
  readonly skip: (file: string, reason: string) => void;
}

/** Wave after wave, what speaks with Slack first and what it imports next. */
async function readReached(files: readonly string[], { textOf, imports, names, skip }: Reach) {
  const read = reader();
  const modules = new Map<string, Module>();
  const done = new Set<string>();
  let waiting = files.filter((file) => speaksWithSlack(textOf(file) ?? ''));
  let bystanders = files.filter((file) => !waiting.includes(file)).map((file) => ({ file, names: names(file) }));
  while (waiting.length > 0 && modules.size < mostModules) {
    const next = new Set(waiting.slice(mostModules - modules.size));
    for (const file of waiting.slice(0, mostModules - modules.size)) {
      done.add(file);
      const text = textOf(file);
      const one = text === undefined ? undefined : await readable(read, file, text);
      if (one?.state === 'broken') skip(file, one.reason);
      if (one?.state !== 'read') continue;
      modules.set(file, one.module);
      for (const imported of imports(one.module)) next.add(imported);
    }
    // What only names Slack, and starts or calls what speaks with it, belongs to the app.
    for (const one of bystanders) if (one.names.some((name) => modules.has(name))) next.add(one.file);
    bystanders = bystanders.filter(({ file }) => !next.has(file));
    waiting = [...next].filter((file) => !done.has(file));
  }
  return { modules, unread: waiting.length };
}

async function readable(read: ReturnType<typeof reader>, file: string, text: string): Promise<Read> {
  if (isNestedDeeply(text)) return tooDeep;
  try {
    return await read(file, text);
  } catch (cause) {
    // A chain of calls is deep as well, and has no brackets in each other.
    if (cause instanceof RangeError) return tooDeep;
    throw cause;
  }
}

const tooDeep: Read = { state: 'broken', reason: 'it is nested deeper than people write' };

function foundAt(cwd: string, path: string): FoundFiles {
  try {
    return findFiles(resolve(cwd, path), path);
  } catch (cause) {
    return { sources: [], manifests: [], skipped: [{ file: path, reason: reasonOf(cause) }], leftOut: 0 };
  }
}

/** Each parser is loaded by the first file that needs it. */
function reader(): (file: string, text: string) => Promise<Read> {
  let javascript: ((file: string, text: string) => Read) | undefined;
  let python: ((file: string, text: string) => Read) | undefined;
  return async (file, text) => {
    if (file.endsWith('.py')) {
      python ??= await (await import('./python/read.ts')).pythonReader();
      return python(file, text);
    }
    javascript ??= await (await import('./javascript/read.ts')).javascriptReader();
    return javascript(file, text);
  };
}
