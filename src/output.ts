// A finished document goes to standard output in one format, and to each file that `--output` named, whole or not at all.
import type { Stats } from 'node:fs';
import { mkdtemp, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from './context.ts';
import { DedupeError } from './errors.ts';
import { type Clean, safeForOutput } from './model/clean.ts';
import type { Look, Report } from './model/report.ts';

/** One renderer per format; called only for the formats that were asked for, with the look of the place it goes to. */
export type Documents = Readonly<Record<string, (look: Look) => string>>;

export function inEachFormat<T>(reports: readonly Report<T>[], document: Clean<T>): Documents {
  return Object.fromEntries(reports.map((report) => [report.format, (look) => report.render(document, look)]));
}

/** Standard output first: a file that cannot be written (DEDUPE_FILE_UNWRITABLE) must not cost the answer. */
export async function writeOutputs(context: Context, documents: Documents): Promise<void> {
  context.out.document(rendered(documents, context.format, context.look));
  const inFile: Look = { ...context.look, width: 100, colour: false, unicode: true };
  for (const { format, file } of context.outputs) {
    const text = safeForOutput(rendered(documents, format, inFile));
    await write(resolve(context.io.cwd, file), file, text.endsWith('\n') ? text : `${text}\n`);
  }
}

function rendered(documents: Documents, format: string, look: Look): string {
  const render = Object.hasOwn(documents, format) ? documents[format] : undefined;
  if (render === undefined) throw new Error(`the command offers ${format} and cannot write it`);
  return render(look);
}

async function write(path: string, shown: string, text: string): Promise<void> {
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
