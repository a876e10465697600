// Programs that play an application with a queue: started, waited for, killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const programs = fileURLToPath(new URL('programs/', import.meta.url));

export interface Played {
  /** Lines that the handlers wrote, one for each object that they made: what really happened. */
  made(): string[][];
  /** Ends with the status of the program. */
  run(command: readonly string[], env?: Record<string, string>): Promise<number | null>;
  start(command: readonly string[], env?: Record<string, string>): ChildProcess;
}

export function play(env: Record<string, string>): Played {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-queue-'));
  const [file, log] = [join(folder, 'made'), join(folder, 'log')];
  const told = openSync(log, 'a');
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.error(readFileSync(log, 'utf8'));
    rmSync(folder, { recursive: true, force: true });
  });
  const start = ([program = '', ...args]: readonly string[], more: Record<string, string> = {}) => {
    // A group of its own, so that the children of a worker end with it.
    const child = spawn(program, args, {
      cwd: programs,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', MADE: file, ...env, ...more },
      stdio: ['ignore', told, told],
      detached: true,
    });
    onTestFinished(() => end(child, 'SIGKILL'));
    return child;
  };
  return {
    made: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.split(' '))
        : [],
    start,
    run: async (command, more) => (await once(start(command, more), 'exit'))[0] as number | null,
  };
}

/** The whole group, and its end awaited. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended, and its children with it.
  }
  await gone;
}

export async function until(what: string, isTrue: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const late = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > late) throw new Error(`${what} did not happen within ${seconds} s`);
    await sleep(100);
  }
}
