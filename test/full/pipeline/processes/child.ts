// A command of the pipeline as a real process, which can be killed at any time.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { secret } from '../../../pipeline/ingress/signed.ts';

const launcher = fileURLToPath(new URL('../../../../bin/dedupe.js', import.meta.url));

export interface Child {
  /** Resolves with the first group of the pattern, once standard error has matched it. */
  said(pattern: RegExp): Promise<string>;
  stderr(): string;
  pause(): void;
  resume(): void;
  /** Resolves when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<{ readonly code: number | null }>;
}

export function start(url: string, ...words: string[]): Child {
  return run(process.execPath, [launcher, ...words], { DEDUPE_DATABASE_URL: url, DEDUPE_SIGNING_SECRET: secret });
}

/** Any program, ended with the test at the latest. */
export function run(program: string, words: readonly string[], more: Readonly<Record<string, string>>): Child {
  const env = { ...process.env, ...more };
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (part) => {
    text += part;
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  return {
    stderr: () => text,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    said: (pattern) =>
      until(
        child,
        () => pattern.exec(text)?.[1] ?? (pattern.test(text) ? '' : undefined),
        () => text,
      ),
    async kill(signal) {
      child.kill(signal);
      await gone;
      return { code: child.exitCode };
    },
  };
}

function until(child: ChildProcess, look: () => string | undefined, text: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const found = look();
      if (found !== undefined) end(() => resolve(found));
      else if (child.exitCode !== null) end(() => reject(new Error(`it ended with ${child.exitCode}:\n${text()}`)));
    };
    const timer = setInterval(check, 20);
    const end = (how: () => void) => {
      clearInterval(timer);
      how();
    };
  });
}

export async function receiverAt(child: Child): Promise<string> {
  return `http://127.0.0.1:${await child.said(/listening on port (\d+);/)}/slack/events`;
}
