// Which configuration file holds, and what stands in it, with the line of each key.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Io } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { Parsed } from './syntax.ts';

export const fileNames = ['dedupe.config.json', 'dedupe.config.yaml', 'dedupe.config.yml'] as const;

/** Far more than a configuration needs: a larger file is another file. */
const maximumBytes = 256 * 1024;

export interface ConfigFile extends Parsed {
  /** As shown to the user: the shorter of its two names. */
  readonly name: string;
  readonly folder: string;
}

/** The nearest file from the working directory upwards. Undefined when no folder has one. */
export function findConfig(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = namesIn(folder);
    if (found.length > 1)
      throw new DedupeError('DEDUPE_CONFIG_INVALID', `${found.join(' and ')} both stand in ${folder}`, {
        hint: 'Keep one of them, or name one with --config.',
      });
    if (found[0]) return join(folder, found[0]);
    if (dirname(folder) === folder) return undefined;
  }
}

/** A folder that may not be listed can still hold a file that may be read. */
function namesIn(folder: string): string[] {
  try {
    const present = readdirSync(folder);
    return fileNames.filter((name) => present.includes(name));
  } catch {
    return fileNames.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
  }
}

/** `typed` is what `--config` named: only there may the file be code. */
export async function readConfig(path: string, io: Io, typed: boolean): Promise<ConfigFile> {
  const full = resolve(io.cwd, path);
  const name = shownName(full, io.cwd);
  const about = { name, folder: dirname(full) };
  const kind = extname(full);
  if (typed && (kind === '.js' || kind === '.mjs')) {
    checkSize(full, name);
    return { ...about, values: await runCode(full, name, io), where: () => name };
  }
  if (!['.json', '.yaml', '.yml'].includes(kind))
    throw new DedupeError('DEDUPE_CONFIG_UNREADABLE', `${name} is no configuration file that dedupe can read`, {
      hint: 'Its name ends in .json, .yaml, .yml, .js or .mjs.',
    });
  const { parseConfig } = await import('./syntax.ts');
  return { ...about, ...parseConfig(readText(full, name), name, kind === '.json') };
}

function readText(full: string, name: string): string {
  checkSize(full, name);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(full));
  } catch (cause) {
    throw unreadable(name, cause instanceof TypeError ? 'it is not UTF-8' : reasonOf(cause), cause);
  }
}

function checkSize(full: string, name: string): void {
  let size: number;
  try {
    const found = statSync(full);
    if (!found.isFile()) throw unreadable(name, found.isDirectory() ? 'it is a folder' : 'it is not a plain file');
    size = found.size;
  } catch (cause) {
    throw cause instanceof DedupeError ? cause : unreadable(name, reasonOf(cause), cause);
  }
  if (size > maximumBytes) throw unreadable(name, `it has ${size} bytes, more than the ${maximumBytes} allowed`);
}

async function runCode(full: string, name: string, { importModule, signal }: Io): Promise<unknown> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new DedupeError('DEDUPE_INTERRUPTED', `interrupted while ${name} was running`));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const module = await Promise.race([importModule(pathToFileURL(full).href), stopped]);
    if (module.default !== undefined) return module.default;
  } catch (cause) {
    if (cause instanceof DedupeError) throw cause;
    throw unreadable(
      name,
      `it failed: ${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}`,
      cause,
    );
  }
  throw unreadable(name, 'it has no default export');
}

function unreadable(name: string, reason: string, cause?: unknown): DedupeError {
  return new DedupeError('DEDUPE_CONFIG_UNREADABLE', `cannot use the configuration ${name}: ${reason}`, { cause });
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return { ENOENT: 'there is no such file', EACCES: 'permission denied' }[code ?? ''] ?? message;
}

function shownName(full: string, cwd: string): string {
  const near = relative(cwd, full);
  if (isAbsolute(near)) return full;
  return near.length < full.length ? near || basename(full) : full;
}
