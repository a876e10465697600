// SARIF 2.1.0 for code scanning. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
import { escapeForJson } from '../../model/clean.ts';
import type { FindingsDocument, FoundItem } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';

export const sarif: Report<FindingsDocument> = {
  format: 'sarif',
  render: (document) => `${escapeForJson(JSON.stringify(logOf(document), undefined, 2))}\n`,
};

/** GitHub takes no more results of one run. */
const mostResults = 25_000;

function logOf(document: FindingsDocument): unknown {
  const { tool, findings, skipped, parts, exit } = document;
  const rules = [...new Map(findings.map((one) => [one.rule, one])).values()];
  const indexes = new Map(rules.map(({ rule }, i) => [rule, i]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: `dedupe ${tool}`, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: exit.code !== 3,
            toolExecutionNotifications: [
              ...skipped.map(({ file, reason, fatal }) => notification(`${file}: ${reason}`, fatal)),
              ...parts
                .filter(({ state }) => state !== 'done')
                .map(({ part, sentence, state }) => notification(`${part}: ${sentence}`, state === 'failed')),
            ],
          },
        ],
        results: findings.slice(0, mostResults).map((one) => resultOf(one, indexes.get(one.rule) ?? 0)),
      },
    ],
  };
}

function ruleOf({ rule, title, fix, severity }: FoundItem): unknown {
  const steps = fix.map((step, i) => `${i + 1}. ${step}`);
  return {
    id: rule,
    shortDescription: { text: title },
    help: { text: [...steps, `npx event-dedupe explain ${rule}`].join('\n') },
    defaultConfiguration: { level: severity },
  };
}

function notification(text: string, isError: boolean): unknown {
  return { level: isError ? 'error' : 'note', message: { text } };
}

function resultOf({ rule, severity, sentence, location, related, fingerprint }: FoundItem, ruleIndex: number): unknown {
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: sentence },
    locations: [{ physicalLocation: physical(location) }],
    relatedLocations: related.map((one, id) => ({
      id: id + 1,
      physicalLocation: physical(one),
      message: { text: one.note || 'see here' },
    })),
    partialFingerprints: { 'dedupe/v1': fingerprint },
  };
}

function physical({ file, line, column, end_line, end_column }: FoundItem['location']): unknown {
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return {
    artifactLocation: { uri },
    region: { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column },
  };
}
