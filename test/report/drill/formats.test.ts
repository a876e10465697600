// Is nothing foreign markup, and does every format say the same?
import { expect, it } from 'vitest';
import { clean } from '../../../src/model/clean.ts';
import type { DrillDocument, DrillResult } from '../../../src/model/drill-document.ts';
import type { Look } from '../../../src/model/report.ts';
import { drillReports } from '../../../src/report/drill/index.ts';

const hostile = `</failure><x a="1">&'\u0007@channel \`code\` [a](http://x.example)`;
const result = (verdict: DrillResult['verdict'], more: Partial<DrillResult> = {}): DrillResult => ({
  scenario: 'same-event-twice',
  title: 'The same event twice',
  verdict,
  ...(verdict === 'not-run'
    ? { rounds: 0, wanted: null, got: null, lost: null, looked_ms: null }
    : { rounds: 1, wanted: 1, got: 2, lost: 0, looked_ms: 3_290 }),
  ...{
    result_ids: ['A', 'B', 'C', 'D'],
    evidence: hostile,
    must_hold: 'One object.',
    started_at: '2026-11-29T12:00:00.000Z',
  },
  ...{ duration_ms: 1500, ...more },
});
const document: DrillDocument = {
  ...{
    version: 1,
    verdict: 'unsafe',
    headline: `1 of 1 ${hostile}`,
    baseline: 1,
    skipped: ['late-retry'],
    kept_in: 'kept.json',
  },
  ...{ started_at: '2026-11-29T12:00:00.000Z', finished_at: '2026-11-29T12:00:02.000Z' },
  ...{
    receivers: ['http://localhost:1/'],
    team_id: 'T0DRILLTEAM',
    app_id: 'A0DRILLAPP',
    counted_by: 'SQL',
    marker: 'drill-x',
  },
  results: [
    result('unsafe'),
    result('safe', { scenario: 'stale-signature', got: 1 }),
    result('not-run', { scenario: 'app-restarted' }),
  ],
};
const look: Look = { width: 100, colour: false, plain: false, unicode: true, time: 'iso' };

async function rendered(format: string, how = look): Promise<string> {
  const report = drillReports.find((one) => one.format === format);
  return (await report?.load())?.render(clean(document), how) ?? '';
}

it.each(['text', 'markdown'])('%s says once what kept several from running', async (format) => {
  const many = ['a', 'b', 'c', 'd'].map((scenario) => result('not-run', { scenario, evidence: 'one reason' }));
  const report = drillReports.find((one) => one.format === format);
  const results = [...many, result('not-run', { scenario: 'late-retry', evidence: 'another' })];
  const shown = (await report?.load())?.render(clean({ ...document, results }), look) ?? '';
  expect(shown.match(/one reason/g)).toHaveLength(1);
  expect(shown).toMatch(/4 scenarios(:| ) *one reason/);
  expect(shown).toMatch(/late-retry(:| ) *another/);
});

it('junit escapes what is foreign, and counts what did not run as an error', async () => {
  const xml = await rendered('junit');
  expect(xml).toContain('tests="4" failures="1" errors="1" skipped="1" time="4.500"');
  expect(xml).not.toContain('<x a=');
  expect(xml).not.toContain('\u0007');
  const opened = [...xml.matchAll(/<([\w-]+)(?:\s[^>]*[^/>])?>/g)].map(([, name]) => name);
  const closed = [...xml.matchAll(/<\/([\w-]+)>/g)].map(([, name]) => name);
  expect(closed.toSorted()).toEqual(opened.toSorted());
});

it('markdown calls nobody and links nowhere', async () => {
  const text = await rendered('markdown');
  expect(text).toMatch(/^\*\*UNSAFE\*\*/);
  expect(text).not.toMatch(/<x|@channel|[^`]\[a\]\(http/);
  expect(text).toContain('- late-retry: left out on purpose');
});

it('text shows the fault, what did not run, and where to read on', async () => {
  const lines = (await rendered('text')).split('\n');
  expect(lines).toContain('unsafe   same-event-twice  1       2    0     1       3.2 s       A, B, C and 1 more');
  expect(lines).toContain('next     dedupe drill --list --scenario same-event-twice');
  expect(lines.some((line) => /^ {2}must hold {2}One object\.$/.test(line))).toBe(true);
  const plain = (await rendered('text', { ...look, plain: true })).split('\n');
  expect(plain.map((line) => line.split('\t').length)).toEqual([9, 9, 9]);
});

it.each(['text', 'markdown', 'junit', 'json'])('%s says of each verdict for how long it was looked', async (format) => {
  const said = await rendered(format);
  expect(said.match(format === 'json' ? /"looked_ms": 3290/g : /3\.2 s/g)?.length).toBeGreaterThanOrEqual(2);
  expect(await rendered(format, { ...look, plain: true })).toMatch(/3\.2 s|3290/);
});
