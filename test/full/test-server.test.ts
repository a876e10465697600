// The tests' own server is gone with its data however its process ends.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { findServers } from '../postgres-binaries.ts';

test.for(['SIGKILL', 'SIGINT'] as const)('%s', async (signal, context) => {
  const [binaries] = findServers();
  if (!binaries) return context.skip('needs PostgreSQL');
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-harness-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'start.mjs');
  await build({
    stdin: {
      contents: `import { startServer } from './test/postgres-server.ts';
        const server = await startServer(${JSON.stringify(binaries)});
        process.stdout.write(server.home + '\\n');
        setInterval(() => {}, 1000);`,
      resolveDir: fileURLToPath(new URL('../../', import.meta.url)),
      loader: 'ts',
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const home = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  expect(existsSync(join(home, 'data', 'postmaster.pid'))).toBe(true);
  child.kill(signal);
  for (let i = 0; i < 400 && existsSync(home); i++) await sleep(25);
  expect(existsSync(home)).toBe(false);
});
