// Standard input, kept in a private file for the run: it can be read once, and a search may need several rounds.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DedupeError } from '../errors.ts';
import type { LogFile } from './log-files.ts';

function newFolder(parent: string): string {
  try {
    return mkdtempSync(join(parent, 'dedupe-'));
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `cannot keep standard input in ${parent} for the run`, {
      hint: 'Set TMPDIR to a folder that can be written to, or name the file instead of piping it.',
      cause,
    });
  }
}

function privateFile(parent: string): { path: string; remove: () => void } {
  const folder = newFolder(parent);
  return { path: join(folder, 'log'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function spool(
  stdin: AsyncIterable<Uint8Array>,
  parent: string,
  signal?: AbortSignal,
): Promise<{ file: LogFile; remove: () => void }> {
  const { path, remove } = privateFile(parent);
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    remove();
    signal?.throwIfAborted();
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', 'standard input could not be read to its end', { cause: error });
  }
  return { file: { name: '-', path }, remove };
}
