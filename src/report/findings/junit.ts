// JUnit XML, as CI servers read it: one case a finding; errors and warnings are failures, notes are not.
import type { FindingsDocument, FoundItem } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';

export const junit: Report<FindingsDocument> = {
  format: 'junit',
  render({ tool, findings, skipped, counts }) {
    const failures = findings.filter(({ severity }) => severity !== 'note').length;
    const broken = skipped.filter(({ fatal }) => fatal);
    const cases = [...findings.map(caseOf), ...broken.map(({ file, reason }) => errorOf(file, reason))];
    const seconds = (counts.ms / 1000).toFixed(3);
    const body = cases.length > 0 ? cases : ['    <testcase classname="dedupe" name="nothing found"/>'];
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites tests="${body.length}" failures="${failures}" errors="${broken.length}" time="${seconds}">`,
      `  <testsuite name="dedupe ${tool}" tests="${body.length}" failures="${failures}" errors="${broken.length}" time="${seconds}">`,
      ...body,
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n');
  },
};

function caseOf({ rule, severity, sentence, location: { file, line, column }, fix }: FoundItem): string {
  const place = `${file}:${line}:${column}`;
  const open = `    <testcase classname="${xml(rule)}" name="${xml(place)}" file="${xml(file)}" line="${line}"`;
  const text = [`${place} ${sentence}`, ...fix.map((step) => `- ${step}`)].join('\n');
  if (severity === 'note') return `${open}>\n      <system-out>${xml(text)}</system-out>\n    </testcase>`;
  return `${open}>\n      <failure type="${severity}" message="${xml(sentence)}">${xml(text)}</failure>\n    </testcase>`;
}

function errorOf(file: string, reason: string): string {
  return `    <testcase classname="dedupe" name="${xml(file)}">\n      <error message="${xml(reason)}"/>\n    </testcase>`;
}

function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
