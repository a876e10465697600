// The files of the repository, as git has them; without git, as they lie there.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Made by tools, never part of the repository. */
const made = new Set(['.git', 'node_modules', 'dist', 'coverage']);

/** Paths from the root with slashes, sorted. New files that git does not ignore count. */
export function repositoryFiles(): string[] {
  try {
    const deleted = new Set(git(['--deleted']));
    const present = git(['--cached', '--others', '--exclude-standard']).filter((path) => !deleted.has(path));
    return [...new Set(present)].sort();
  } catch {
    return filesUnder('').sort();
  }
}

function git(which: readonly string[]): string[] {
  // The clone may belong to another user, which git refuses without this word.
  const listed = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z', ...which], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  });
  return listed.split('\0').filter((path) => path !== '');
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (made.has(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
