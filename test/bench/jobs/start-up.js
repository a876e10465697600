// What a call costs before it does anything: beside an empty node, and beside other programs that only say who they are.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../measure.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));
const log = fileURLToPath(new URL('../../../fixtures/incidents/slow-work-before-answer/app.log', import.meta.url));
const dedupe = (...args) => [process.execPath, bin, ...args];

export default async function startUp({ quick }) {
  const rows = interleaved(
    [
      { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
      { name: 'dedupe --version', command: dedupe('--version'), budget: 1.5 },
      { name: 'dedupe --help', command: dedupe('--help'), budget: 1.5 },
      { name: 'dedupe explain RULE', command: dedupe('explain', 'ack-late-retry'), budget: 2 },
      { name: 'dedupe trace, small log', command: dedupe('trace', 'Ev08T4K2QX7B', '--logs', log), exit: 1, budget: 2 },
      ...['publint', 'prettier', 'eslint', 'graphile-worker', 'knip'].flatMap((name) => peer(name, quick ? 1 : 11)),
    ],
    quick ? 1 : 25,
  );
  return [{ title: 'start-up', rows }];
}

/** By its file, as `npx` would start it after its own quarter of a second. */
function peer(name, rounds) {
  const home = new URL(`../node_modules/${name}/`, import.meta.url);
  if (!existsSync(home)) return [];
  const { bin: named } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'));
  const file = fileURLToPath(new URL(typeof named === 'string' ? named : named[name], home));
  return [{ name: `${name} --version`, command: [process.execPath, file, '--version'], rounds }];
}
