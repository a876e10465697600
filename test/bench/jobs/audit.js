// The audit of 20,000 source files, of which few are about Slack, beside a search for the word and a linter that parses all of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasProgram, isInstalled } from '../machine.js';
import { interleaved } from '../measure.js';
import { writeSourceTree } from '../source-tree.js';

const dedupe = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const bare = fileURLToPath(new URL('../bare/read-files.js', import.meta.url));
const eslint = fileURLToPath(new URL('../node_modules/eslint/bin/eslint.js', import.meta.url));

export default async function audit({ quick }) {
  const sizes = quick ? [50, 100, 200] : [200, 2_000, 20_000];
  // Twenty thousand would take it ten minutes.
  const linted = sizes[quick ? 0 : 1];
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-audit-'));
  try {
    const found = sizes.map((files) => {
      const home = join(folder, String(files));
      mkdirSync(home);
      writeSourceTree(home, files);
      const command = [process.execPath, dedupe, 'audit', home, '--fail-on', 'never', '--format', 'json'];
      const beside = files === linted ? linter(home) : [];
      const reading = { name: 'node, every file read and no more', command: [process.execPath, bare, home] };
      return interleaved(
        [search(home), { name: 'dedupe audit', command, budget: 8 }, reading, ...beside],
        quick ? 1 : 7,
      );
    });
    const of = (name) => sizes.map((files, i) => [files, found[i][1][name]]);
    const title = (files) => `audit of ${files.toLocaleString('en')} source files`;
    return [
      // What a start costs stands out where there are few files, and is no budget.
      { title: title(linted), rows: found[sizes.indexOf(linted)].map((row) => ({ ...row, budget: undefined })) },
      { title: title(sizes.at(-1)), rows: found.at(-1), growth: of('median'), memoryGrowth: of('peak') },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** ripgrep where it is installed; grep, which is slower, where it is not. */
function search(folder) {
  if (hasProgram('rg')) return { name: 'rg -l slack', command: ['rg', '-l', '-i', 'slack', folder] };
  return { name: 'grep -rl slack (no rg here)', command: ['grep', '-rli', 'slack', folder] };
}

/**
 * One rule, so that what is left is reading and parsing. https://eslint.org/docs/latest/use/command-line-interface (--concurrency),
 * https://typescript-eslint.io/packages/parser (without type information, which is the fast way)
 */
function linter(folder) {
  if (!isInstalled('eslint') || !isInstalled('@typescript-eslint/parser')) return [];
  const config = join(folder, 'eslint.config.mjs');
  const parser = import.meta.resolve('@typescript-eslint/parser');
  writeFileSync(
    config,
    `import parser from '${parser}';
export default [{ files: ['**/*.ts'], languageOptions: { parser }, rules: { 'no-unreachable': 'error' } }];
`,
  );
  const command = [process.execPath, eslint, '--no-warn-ignored', '--concurrency', 'auto', '.'];
  const setting = 'one rule, the parser of typescript-eslint without types, --concurrency auto';
  return [{ name: 'ESLint', command, cwd: folder, rounds: 1, setting }];
}
