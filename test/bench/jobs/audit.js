// The audit of 20,000 source files, of which few are about Slack, beside a search for the word.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, peakOf } from '../measure.js';
import { writeSourceTree } from '../source-tree.js';

const dedupe = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

export default async function audit({ quick }) {
  const files = quick ? 2000 : 20_000;
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-audit-'));
  try {
    writeSourceTree(folder, files);
    const command = [process.execPath, dedupe, 'audit', folder, '--fail-on', 'never', '--format', 'json'];
    const rows = interleaved([search(folder), { name: 'dedupe audit', command, budget: 8 }], quick ? 3 : 7);
    return [{ title: `audit of ${files} source files`, note: peakOf(command, 400).peak, rows }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** ripgrep where it is installed; grep, which is slower, where it is not. */
function search(folder) {
  const isThere = spawnSync('rg', ['--version']).error === undefined;
  if (isThere) return { name: 'rg -l slack', command: ['rg', '-l', '-i', 'slack', folder] };
  return { name: 'grep -rl slack (no rg here)', command: ['grep', '-rli', 'slack', folder] };
}
