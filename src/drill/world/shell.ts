// A command of the configuration, as a person would type it. What it starts in the background outlives it.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ShellOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export interface ShellRun {
  /** Null: it was ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  /** `ended with 1: No such process`, for a sentence. */
  readonly end: string;
}

/** The last line that says something. Behind an error Node prints where it was, what it holds, and its own version. */
function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => !/^(?:\s|\}$|Node\.js v\d)/.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** Output goes to files: a pipe would be held open by whatever the command leaves running. */
export async function runShell(command: string, { env, cwd, limitMs, signal }: ShellOptions): Promise<ShellRun> {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-drill-'));
  const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
  const files = paths.map((path) => openSync(path, 'w'));
  try {
    const ended = await run();
    const [stdout = '', stderr = ''] = paths.map((path) => readFileSync(path, 'utf8'));
    const said = reasonIn(stderr);
    return { code: ended.code, stdout, end: said === '' ? ended.how : `${ended.how}: ${said.slice(0, 300)}` };
  } finally {
    for (const file of files) closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }

  function run(): Promise<{ readonly code: number | null; readonly how: string }> {
    return new Promise((resolve) => {
      const detached = process.platform !== 'win32';
      const child = spawn(command, { shell: true, cwd, env, detached, stdio: ['ignore', files[0], files[1]] });
      const end = (code: number | null, how: string) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        resolve({ code, how });
      };
      const kill = () => {
        if (child.pid === undefined) return;
        try {
          process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
        } catch {
          child.kill('SIGKILL');
        }
      };
      const stop = () => {
        kill();
        end(null, 'was interrupted');
      };
      const timer = setTimeout(() => {
        kill();
        end(null, `did not end within ${limitMs / 1000} s`);
      }, limitMs);
      signal.addEventListener('abort', stop, { once: true });
      child.once('error', (error) => end(null, `could not be started (${error.message})`));
      child.once('exit', (code, by) => end(code, code === null ? `was ended by ${by}` : `ended with ${code}`));
    });
  }
}
