// Tests that start the real command need a build: makes one when there is none or the sources are newer.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

export function setup(): void {
  const built = changedAt('dist/THIRD-PARTY-NOTICES.txt');
  const sources = [
    'package.json',
    ...['build', 'src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ),
  ];
  if (!sources.some((file) => changedAt(file) > built)) return;
  // A build that fails says why by itself; the tests that need it fail, the others can still run.
  spawnSync(process.execPath, ['build/index.js'], { cwd: root, stdio: 'inherit' });
}

/** Zero when it is not there. */
function changedAt(file: string): number {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
