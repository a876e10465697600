// RESULTS.md, as a run writes it. Pure.
import { section } from './report.js';

/** `run`: what `--json` prints. */
export function results({ machine, jobs }) {
  const versions = Object.entries(machine.versions).map(([name, version]) => `- ${name}: ${version}`);
  return [
    '# Results of `npm run bench`',
    '',
    'Written by the run itself. Medians of interleaved rounds; × is the ratio to the first row, the floor; the spread leaves out the outer tenths.',
    '',
    `- ${machine.line}`,
    ...versions,
    ...(machine.missing.length > 0 ? [`- not found, so not beside it: ${machine.missing.join(', ')}`] : []),
    '',
    ...jobs.flatMap(({ name, seconds, tables }) => [
      `## ${name} (${seconds} s)`,
      '',
      ...(tables.length === 0 ? ['Could not run here.', ''] : tables.map(section)),
    ]),
  ].join('\n');
}
