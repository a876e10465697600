// From what `--logs` names to files that can be read: a file, a folder, a glob, or `-` for standard input.
import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { DedupeError } from '../errors.ts';

export interface LogFile {
  /** As short as tells it from the others: its base name where that is unique, `-` for standard input. */
  readonly name: string;
  readonly path: string;
}

/** Endings that are logs when a folder is named; a file or a glob is taken at its word. */
const logName = /\.(log|jsonl|ndjson|json|txt)([.-]\d[\w.-]*)?(\.gz)?$|\.log[.-]/i;

/** In the order given, each file once however often it is named; a name that matches nothing is an error. */
export async function findLogFiles(paths: readonly string[], cwd: string): Promise<LogFile[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    for (const named of await expand(path, cwd)) {
      const real = realpathSync(named);
      const known = found.get(real);
      // The file's own name is preferred to that of a link, and a short way to it to a long one.
      const isBetter = known === undefined || (known !== real && named.length < known.length);
      if (isBetter || named === real) found.set(real, named);
    }
  }
  const bases = [...found.values()].map((named) => basename(named));
  const isUnique = (named: string) => bases.filter((base) => base === basename(named)).length === 1;
  return [...found].map(([path, named]) => {
    return { name: isUnique(named) ? basename(named) : nameOf(named, cwd), path };
  });
}

async function expand(path: string, cwd: string): Promise<string[]> {
  const absolute = resolve(cwd, path);
  const named = statOf(absolute);
  if (named?.isFile()) return [absolute];
  if (named?.isDirectory()) return logsIn(absolute, path);
  if (named) {
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${path} is not a regular file, and can be read only once`, {
      hint: 'Pass a pipe or a device as standard input: … | dedupe trace … --logs -',
    });
  }
  const matched = isGlob(path) ? await matching(path, cwd) : [];
  if (matched.length > 0) return matched;
  throw new DedupeError('DEDUPE_FILE_UNREADABLE', `no log file matches ${path}`, {
    hint: `Looked in ${cwd}. Put a glob in quotes, so that the shell leaves it alone.`,
  });
}

async function logsIn(folder: string, path: string): Promise<string[]> {
  const inside = [folder, ...(await walk('**/*', folder, false))].map((path) => path.replace(/(?<=.)\/$/, ''));
  // Folders that may not be listed stand among the files: whoever reads them says so.
  const named = inside.filter((path) => {
    const stat = statOf(path);
    return stat?.isDirectory() ? !mayList(path) : stat?.isFile() && logName.test(basename(path));
  });
  if (named.length > 0) return named.sort();
  throw new DedupeError('DEDUPE_FILE_UNREADABLE', `the folder ${path} holds no log file`, {
    hint: 'Looked for .log, .jsonl, .ndjson, .json and .txt, also rotated and gzipped. Name the file itself if it has another ending.',
  });
}

function mayList(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Files: without links that lead nowhere, pipes and devices. Links to folders are followed, since log folders of container
 * hosts are made of them; the walk ends at a folder that it is in. Loaded here, since most calls name a file.
 */
async function matching(pattern: string, cwd: string): Promise<string[]> {
  const files = (await walk(pattern, cwd, true)).filter((path) => statOf(path)?.isFile());
  return [...files, ...(await unlistedIn(pattern, cwd))].sort();
}

/** Folders that a glob leads into and that may not be listed stand among the files: whoever reads them says so. */
async function unlistedIn(pattern: string, cwd: string): Promise<string[]> {
  const before = foldersOf(pattern);
  const first = before.findLast((folder) => !isGlob(folder)) ?? (before.length === 0 ? '.' : undefined);
  const { glob } = await import('tinyglobby');
  const options = { cwd, absolute: true, onlyDirectories: true, expandDirectories: false, followSymbolicLinks: true };
  const inside = await glob(before.filter(isGlob), options);
  const folders = [...(first === undefined ? [] : [resolve(cwd, first)]), ...inside].map((path) =>
    path.replace(/(?<=.)\/$/, ''),
  );
  return [...new Set(folders)].filter((path) => statOf(path)?.isDirectory() && !mayList(path));
}

function isGlob(path: string): boolean {
  return /[*?[\]{}]/.test(path);
}

// What stands before each slash of a pattern, those inside of braces apart.
function foldersOf(pattern: string): string[] {
  let depth = 0;
  return [...pattern].flatMap((letter, i) => {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    return letter === '/' && depth === 0 && i > 0 ? [pattern.slice(0, i)] : [];
  });
}

async function walk(pattern: string, cwd: string, onlyFiles: boolean): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  return glob(pattern, { cwd, absolute: true, dot: false, onlyFiles, followSymbolicLinks: true });
}

/** Undefined where nothing is there, or nobody may look. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function nameOf(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}
