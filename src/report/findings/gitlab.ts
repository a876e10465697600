// GitLab's code quality report. https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
import { escapeForJson } from '../../model/clean.ts';
import type { FindingsDocument } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

export const gitlab: Report<FindingsDocument> = {
  format: 'gitlab',
  render({ findings }) {
    const issues = findings.map(({ rule, sentence, severity, fingerprint, location }) => ({
      description: sentence,
      check_name: rule,
      fingerprint,
      severity: severities[severity],
      location: { path: location.file.replaceAll('\\', '/'), lines: { begin: location.line, end: location.end_line } },
    }));
    return `${escapeForJson(JSON.stringify(issues, undefined, 2))}\n`;
  },
};
