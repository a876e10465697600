// Did every test run? Reads the JSON reports in a folder, names what was skipped or failed, ends with one line of figures.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Figures and lines from vitest's JSON reports. A file that did not even load counts as one failed test. */
export function summarize(reports) {
  const files = reports.flatMap((report) => report.testResults);
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = [
    ...tests.filter((test) => test.status === 'failed').map(nameOf),
    ...broken.map((file) => relative('.', file.name)),
  ];
  // Whatever neither passed nor failed did not run: skipped, pending, todo, disabled.
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map(nameOf);
  return {
    clean: passed > 0 && failed.length === 0 && skipped.length === 0,
    lines: [
      ...failed.map((name) => `failed: ${name}`),
      ...skipped.map((name) => `skipped: ${name}`),
      `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
    ],
  };
}

function nameOf(test) {
  return `${relative('.', test.file)} > ${test.fullName}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const { clean, lines } = summarize(reports);
  console.log(lines.join('\n'));
  process.exitCode = clean ? 0 : 1;
}
