// Who may use an embedded folder: one process at a time, told by a file beside it that outlives no dead process.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';

const holderShape = z.object({
  pid: z.number(),
  host: z.string(),
  /** When the process began, in the kernel's own count; empty where it cannot be read. Tells a reused pid apart. */
  started: z.string(),
  token: z.string(),
});
type Holder = z.output<typeof holderShape>;

export interface FolderLock {
  release(): void;
}

/**
 * Waits up to `waitMs`, then throws DEDUPE_DB_BUSY naming the process; DEDUPE_DB_REFUSED where no file can be made. `path` is
 * the lock file itself.
 */
export async function lockFolder(path: string, waitMs: number, signal?: AbortSignal): Promise<FolderLock> {
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), token: randomUUID() };
  const deadline = performance.now() + waitMs;
  for (;;) {
    const holder = takeOrRefuse(path, own);
    if (holder === undefined) return held(path, own);
    if (performance.now() >= deadline) throw busy(path, holder);
    await sleep(100, undefined, { signal }).catch((cause: unknown) => {
      throw new DedupeError('DEDUPE_INTERRUPTED', `interrupted while waiting for ${path}`, { cause });
    });
  }
}

function takeOrRefuse(path: string, own: Holder): Holder | undefined {
  try {
    return take(path, own);
  } catch (cause) {
    if (cause instanceof DedupeError) throw cause;
    throw new DedupeError(
      'DEDUPE_DB_REFUSED',
      `cannot lock ${path.replace(/\.lock$/, '')}: ${(cause as Error).message}`,
      {
        hint: 'The lock is a file beside the folder: name a folder beside which files may be written.',
        cause,
      },
    );
  }
}

/**
 * Undefined when the lock is ours, else who has it. To succeed a dead holder one must first hold the lock on *its* token,
 * a name that only one process can ever create, and find the dead holder still in place: so two heirs never both win,
 * and an heir that dies is succeeded in the same way.
 */
function take(path: string, own: Holder): Holder | undefined {
  if (create(path, own)) return undefined;
  const holder = read(path);
  if (holder === undefined) return take(path, own);
  if (isAlive(holder)) return holder;
  const succession = `${path}.${holder.token.slice(0, 8)}`;
  const rival = take(succession, own);
  if (rival !== undefined) return rival;
  try {
    if (read(path)?.token !== holder.token) return read(path) ?? holder;
    replace(path, own);
    return undefined;
  } finally {
    rmSync(succession, { force: true });
  }
}

/** The content arrives with the name, in one step: nobody ever reads half a lock. */
function create(path: string, own: Holder): boolean {
  const draft = writeDraft(path, own);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(path: string, own: Holder): void {
  renameSync(writeDraft(path, own), path);
}

function writeDraft(path: string, own: Holder): string {
  const draft = `${path}.${own.pid}-${randomUUID().slice(0, 8)}`;
  writeFileSync(draft, `${JSON.stringify(own)}\n`, { flag: 'wx' });
  return draft;
}

/** Undefined: it is gone. */
function read(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') throw noLock(path, error);
    throw error;
  }
  try {
    return holderShape.parse(JSON.parse(text));
  } catch (cause) {
    throw noLock(path, cause);
  }
}

function noLock(path: string, cause: unknown): DedupeError {
  return new DedupeError('DEDUPE_DB_BUSY', `${path} is not a lock file of dedupe`, {
    hint: 'Remove it when no other program uses it.',
    cause,
  });
}

/** A process of another machine cannot be looked at: it counts as alive. */
function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name stands in brackets and may hold anything; the 22nd field is the start.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function held(path: string, own: Holder): FolderLock {
  const release = () => {
    process.off('exit', release);
    if (read(path)?.token === own.token) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return { release };
}

function busy(path: string, holder: Holder): DedupeError {
  const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new DedupeError(
    'DEDUPE_DB_BUSY',
    `process ${holder.pid}${elsewhere} is using ${path.replace(/\.lock$/, '')}`,
    {
      hint: 'The embedded database serves one process at a time: wait for it to end, or use another folder.',
    },
  );
}
