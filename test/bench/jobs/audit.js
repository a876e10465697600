// The audit of 20,000 source files, of which few are about Slack, beside a search for the word.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, peakOf } from '../measure.js';

const dedupe = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

export default async function audit({ quick }) {
  const files = quick ? 2000 : 20_000;
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-audit-'));
  try {
    write(folder, files);
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

/** About 10 KB each, every fiftieth with an app of Slack's in it. */
function write(folder, files) {
  const filler = Array.from({ length: 220 }, (_, i) => `export const value${i} = compute(${i}, 'text ${i}');`).join(
    '\n',
  );
  for (let i = 0; i < files; i++) {
    const home = join(folder, `part${Math.floor(i / 200)}`);
    if (i % 200 === 0) mkdirSync(home);
    const app =
      "import { App } from '@slack/bolt';\nconst app = new App({});\napp.command('/x', async ({ ack, say }) => {\n  await say('x');\n  await ack();\n});\n";
    writeFileSync(join(home, `file${i}.ts`), i % 50 === 0 ? `${app}${filler}` : filler);
  }
}
