// Real processes that migrate: one program, bundled once, run as often as a test asks.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Call it at the top of a test file; the function that it gives starts a process. */
export function migrateProgram(): (url: string, list?: readonly { name: string; sql: string }[]) => Process {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-migrate-'));
  const program = join(folder, 'migrate.mjs');
  beforeAll(async () => {
    await build({
      entryPoints: [fileURLToPath(new URL('./migrate-entry.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      loader: { '.sql': 'text' },
      external: ['pg-native'],
      plugins: [embeddedInPlace],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (url, list) => start([program, url, ...(list ? [JSON.stringify(list)] : [])]);
}

/** The embedded engine finds its own files beside itself, so it is named by its place and not copied. */
const embeddedInPlace: Plugin = {
  name: 'embedded-in-place',
  setup(bundle) {
    const path = import.meta.resolve('@electric-sql/pglite');
    bundle.onResolve({ filter: /^@electric-sql\/pglite$/ }, () => ({ path, external: true }));
  },
};

function start(words: readonly string[]): Process {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (part) => (text.stdout += part));
  child.stderr?.on('data', (part) => (text.stderr += part));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...text })));
  return { child, ended };
}
