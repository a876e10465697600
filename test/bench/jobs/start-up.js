// What a call costs before it does anything: beside an empty node.
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
    ],
    quick ? 5 : 25,
  );
  return [{ title: 'start-up', rows }];
}
