// Annotations of GitHub Actions: commands in the log. Only the first ten of a level are shown there, so no more are written.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
import type { Clean } from '../../model/clean.ts';
import type { FindingsDocument, FoundItem } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';
import { severities } from '../../model/rule.ts';

export const github: Report<FindingsDocument> = {
  format: 'github',
  render: (document) => [...annotations(document), ''].join('\n'),
};

const mostPerLevel = 10;
const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

export function annotations({ findings }: Clean<FindingsDocument>): string[] {
  return severities.flatMap((severity) => {
    const here = findings.filter((one) => one.severity === severity);
    const cut = here.length - mostPerLevel;
    const lines = here.slice(0, mostPerLevel).map(annotation);
    return cut > 0 ? [...lines, `::notice::${cut} more of level ${severity} are in the log above`] : lines;
  });
}

function annotation({ rule, severity, sentence, location }: FoundItem): string {
  const { file, line, column, end_line, end_column } = location;
  const columns = line === end_line ? `,col=${column},endColumn=${end_column}` : '';
  const places = `file=${property(file)},line=${line},endLine=${end_line}${columns},title=${property(rule)}`;
  return `::${commands[severity]} ${places}::${data(`${sentence} (npx event-dedupe explain ${rule})`)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
