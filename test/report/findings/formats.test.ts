// Formats for machines: nothing foreign breaks out of them, and what is cut is counted.
import { describe, expect, it } from 'vitest';
import { clean } from '../../../src/model/clean.ts';
import type { FindingsDocument, FoundItem } from '../../../src/model/findings-document.ts';
import { findingsReports } from '../../../src/report/findings/index.ts';

const look = { width: 100, colour: false, plain: false, unicode: true, time: 'iso' } as const;
const place = { file: 'a, b%:<&>"\n.yaml', line: 3, column: 5, end_line: 3, end_column: 9 };

const item: FoundItem = {
  rule: 'missing-scope',
  severity: 'error',
  certainty: 'shown',
  title: 'A title',
  sentence: 'first\n::error::second <b> & "c" ]]>',
  location: place,
  excerpt: 'x',
  related: [{ ...place, note: 'here', excerpt: null }],
  fix: ['Do it.'],
  diff: [],
  fingerprint: '0123456789abcdef',
};

const document = (count: number): FindingsDocument => ({
  version: 1,
  tool: 'lint',
  findings: Array.from({ length: count }, () => item),
  complaints: [],
  parts: [],
  skipped: [],
  counts: { error: count, warning: 0, note: 0, suppressed: 0, baseline: 0, switched_off: 0, files: 1, rules: 1, ms: 5 },
  fail_on: 'error',
  exit: { code: 1, why: 'x' },
});

async function rendered(format: string, count = 1): Promise<string> {
  const report = await findingsReports.find((one) => one.format === format)?.load();
  if (!report) throw new Error(format);
  return report.render(clean(document(count)), look);
}

describe('findings', () => {
  it('become annotations of one line each, ten at most, with the rest counted', async () => {
    const lines = (await rendered('github', 12)).trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^::error file=a%2C b%25%3A/);
    expect(lines.at(-1)).toBe('::notice::2 more of level error are in the log above');
  });

  it('become XML in which nothing opens a tag', async () => {
    const xml = await rendered('junit');
    expect(xml).not.toContain('<b>');
    expect(xml.match(/<testcase /g)).toHaveLength(1);
    expect(xml).toContain('&lt;b&gt; &amp; &quot;c&quot;');
  });

  it('become SARIF whose places are encoded addresses', async () => {
    const { runs } = JSON.parse(await rendered('sarif'));
    const [result] = runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toMatch(/^a%2C%20b%25%3A%3C%26%3E%22/);
    expect(runs[0].tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(result.partialFingerprints).toEqual({ 'dedupe/v1': item.fingerprint });
  });

  it('become the list that GitLab reads', async () => {
    expect(JSON.parse(await rendered('gitlab'))).toMatchObject([
      {
        check_name: 'missing-scope',
        severity: 'major',
        fingerprint: item.fingerprint,
        location: { lines: { begin: 3 } },
      },
    ]);
  });

  // https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: what it requires, and the words that it knows.
  it('have for GitLab all that it requires and nothing that it would refuse', async () => {
    for (const issue of JSON.parse(await rendered('gitlab', 2))) {
      expect(Object.keys(issue).sort()).toEqual(['check_name', 'description', 'fingerprint', 'location', 'severity']);
      expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(issue.severity);
      expect(issue.location.path).not.toMatch(/^\.?\//);
      expect(Number.isInteger(issue.location.lines.begin)).toBe(true);
    }
  });
});
