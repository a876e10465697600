// Runs the command line in process, as the launcher does, with streams that a test can read.
import { main } from '../src/cli.ts';
import type { Io } from '../src/context.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** 2026-11-29 12:00 UTC: the moment at which every test happens. */
export const fixedNow = Date.UTC(2026, 10, 29, 12);

export function testIo(overrides: Partial<Io> = {}): { io: Io; written: () => Omit<Ran, 'code'> } {
  const parts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof parts) => ({
    columns: 100,
    write: (text: string) => {
      parts[name] += text;
    },
  });
  const io: Io = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stdin: (async function* () {})(),
    env: {},
    cwd: '/',
    now: () => fixedNow,
    importModule: (url) => import(/* @vite-ignore */ url),
    signal: new AbortController().signal,
    ...overrides,
  };
  return { io, written: () => ({ ...parts }) };
}

export async function runMain(argv: readonly string[], overrides: Partial<Io> = {}): Promise<Ran> {
  const { io, written } = testIo(overrides);
  const code = await main(argv, io);
  return { code, ...written() };
}
