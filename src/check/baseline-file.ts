// Reads and writes the baseline file.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DedupeError } from '../errors.ts';
import { baselineOf, baselineText, without } from '../findings/baseline.ts';
import { type Baseline, baselineFile, type FoundItem } from '../model/findings-document.ts';
import { writeWhole } from '../write-whole.ts';

/** Undefined when the file is not there yet and may be made. */
export async function readBaseline(cwd: string, file: string, mayBeNew: boolean): Promise<Baseline | undefined> {
  const text = await textOf(resolve(cwd, file)).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && mayBeNew) return undefined;
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    const hint = 'dedupe makes it with --update-baseline.';
    throw new DedupeError('DEDUPE_BASELINE_INVALID', `cannot read the baseline ${file}: ${reason}`, { hint, cause });
  });
  return text === undefined ? undefined : parsed(text, file);
}

async function textOf(path: string): Promise<string> {
  const about = await stat(path);
  // Opening a pipe would wait for whoever writes into it.
  if (!about.isFile() && !about.isDirectory()) throw new Error('it is not a plain file');
  return readFile(path, 'utf8');
}

function parsed(text: string, file: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DedupeError('DEDUPE_BASELINE_INVALID', `the baseline ${file} is not JSON`, { cause });
  }
  const checked = baselineFile.safeParse(value);
  if (checked.success) return checked.data;
  throw new DedupeError('DEDUPE_BASELINE_INVALID', `the baseline ${file} has another form than dedupe writes`, {
    hint: 'Make it anew with --update-baseline.',
  });
}

export async function writeBaseline(
  cwd: string,
  file: string,
  items: readonly FoundItem[],
  kept: Baseline['findings'],
): Promise<number> {
  await writeWhole(resolve(cwd, file), file, baselineText(baselineOf(items, kept)));
  return items.length;
}

export async function pruneBaseline(
  cwd: string,
  file: string,
  baseline: Baseline,
  idle: Baseline['findings'],
): Promise<void> {
  if (idle.length > 0) await writeWhole(resolve(cwd, file), file, baselineText(without(baseline, idle)));
}
