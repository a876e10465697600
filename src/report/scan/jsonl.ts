// One JSON object a line: the summary first, then each group, each surplus record, each figure and each gap, told apart by `type`.
import { escapeForJson } from '../../model/clean.ts';
import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';

export const jsonl: Report<ScanDocument> = {
  format: 'jsonl',
  render({ groups, damage = [], figures = [], gaps, instance_changes, ...summary }) {
    const lines = [
      { type: 'scan', ...summary },
      ...groups.map((group) => ({ type: 'group', ...group })),
      ...damage.map((record) => ({ type: 'record', ...record })),
      ...instance_changes.map((change) => ({ type: 'instance-change', ...change })),
      ...figures.map((figure) => ({ type: 'figure', ...figure })),
      ...gaps.map((gap) => ({ type: 'gap', ...gap })),
    ];
    return lines.map((line) => `${escapeForJson(JSON.stringify(line))}\n`).join('');
  },
};
