// RESULTS.md, as runs write it: one section for each job, which a later run of that job alone replaces. Pure.
import { section } from './report.js';

const head = `# Results of \`npm run bench\`

Written by the runs themselves. Medians of interleaved rounds; × is the ratio to the first row, the floor; the spread leaves out the outer
tenths. Ratios of rates are the other way round: more is better.
`;

/** `before`: the page so far, or nothing. `job`: one of what \`--json\` prints, `{name, seconds, tables, settings}`. */
export function results(before, machine, job) {
  const sections = new Map(sectionsOf(before));
  sections.set(job.name, sectionOf(machine, job));
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${[head, ...sorted.map(([, text]) => text)].join('\n').trimEnd()}\n`;
}

/** `[[job, text]]` of a page. */
export function sectionsOf(page) {
  return page
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => [/^## (\S+)/.exec(text)[1], `${text.trimEnd()}\n`]);
}

function sectionOf(machine, { name, seconds, tables, settings = [] }) {
  const versions = Object.entries(machine.versions).map(([program, version]) => `${program} ${version}`);
  return [
    `## ${name}`,
    '',
    `${seconds} s on ${machine.line}.`,
    ...(versions.length > 0 ? [`Beside it: ${versions.join('; ')}.`] : []),
    ...(machine.missing.length > 0 ? [`Not found: ${machine.missing.join(', ')}.`] : []),
    ...settings.map((line) => `${line}.`),
    '',
    ...(tables.length === 0 ? ['Could not run here.', ''] : tables.map(section)),
  ].join('\n');
}
