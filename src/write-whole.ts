// Writes a file whole or not at all. Loaded when a file was asked for.
import type { Stats } from 'node:fs';
import { mkdtemp, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DedupeError } from './errors.ts';

/** Whole or not at all, or DEDUPE_FILE_UNWRITABLE; `shown` is the name that the user gave. */
export async function writeWhole(path: string, shown: string, text: string): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path);
    const there = await stat(target).catch(() => undefined);
    // A device or a pipe cannot be replaced, only written to.
    if (there && !there.isFile() && !there.isDirectory()) await writeFile(target, text);
    else await replace(target, text, there);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `cannot write ${shown}: ${reasons[code ?? ''] ?? message}`, {
      hint: 'Nothing was changed there; name another file.',
      cause,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
};

/** Through a file beside it and a rename, which no reader can see half of. */
async function replace(target: string, text: string, there: Stats | undefined): Promise<void> {
  // A rename asks for rights on the folder only; the file's own protection counts too.
  if (there) await (await open(target, 'r+')).close();
  const beside = await mkdtemp(join(dirname(target), `.${basename(target)}.`));
  try {
    const part = join(beside, 'part');
    await writeFile(part, text, { mode: there?.mode, flush: true });
    await rename(part, target);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}
