// The drill for continuous integration. What did not run is an error there, since a skipped test counts as a good one.
import type { DrillDocument, DrillResult } from '../../model/drill-document.ts';
import type { Report } from '../../model/report.ts';
import { countText, of } from './rows.ts';

export const junit: Report<DrillDocument> = {
  format: 'junit',
  render(document) {
    const { results, skipped, started_at } = document;
    const seconds = (ms: number) => (ms / 1000).toFixed(3);
    const total = results.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    const attributes = [
      'name="dedupe drill"',
      `tests="${results.length + skipped.length}"`,
      `failures="${of(document, 'unsafe').length}"`,
      `errors="${of(document, 'not-run').length}"`,
      `skipped="${skipped.length}"`,
      `time="${seconds(total)}"`,
      `timestamp="${xml(started_at)}"`,
    ].join(' ');
    const cases = results.map((one) => {
      const name = `classname="dedupe.drill" name="${xml(one.scenario)}" time="${seconds(one.duration_ms)}"`;
      return `    <testcase ${name}>${insideOf(one)}</testcase>`;
    });
    const left = skipped.map(
      (one) =>
        `    <testcase classname="dedupe.drill" name="${xml(one)}"><skipped message="left out on purpose"/></testcase>`,
    );
    const suite = ['  <testsuite '.concat(attributes, '>'), ...cases, ...left, '  </testsuite>'];
    return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suite, '</testsuites>', ''].join('\n');
  },
};

function insideOf(one: DrillResult): string {
  if (one.verdict === 'not-run') return `<error type="not-run" message="${xml(one.evidence)}"/>`;
  const told = `<system-out>${xml(`${countText(one)}; ${one.evidence}`)}</system-out>`;
  if (one.verdict === 'safe') return told;
  return `<failure type="unsafe" message="${xml(countText(one))}">${xml(`${one.must_hold}\n${one.evidence}`)}</failure>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter).replaceAll('\n', '&#10;');
}
