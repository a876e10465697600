// The drill for a ticket or a pull request. Tables are blocks of text, since a chat shows no other; nothing foreign is markup.
import type { DrillDocument } from '../../model/drill-document.ts';
import type { Report } from '../../model/report.ts';
import { columns } from '../columns.ts';
import { block, line } from '../markdown/words.ts';
import { aboutOf, countText, head, notRunRows, of, rowOf } from './rows.ts';

/** Wide enough for a row of a table; whoever reads it can scroll. */
const width = 160;

export const markdown: Report<DrillDocument> = {
  format: 'markdown',
  render(document) {
    const ran = document.results.filter(({ verdict }) => verdict !== 'not-run');
    const unsafe = of(document, 'unsafe').map(
      (one) => `- ${line(one.scenario)}: ${line(countText(one))}. ${line(one.must_hold)} ${line(one.evidence)}`,
    );
    const notRun = notRunRows(document).map((row) => `- ${row.map(line).join(': ')}`);
    const blocks = [
      `**${document.verdict.toUpperCase()}** ${line(document.headline)}`,
      line(aboutOf(document)),
      ran.length === 0 ? '' : block(columns([head, ...ran.map(rowOf)], width, 0)),
      section('Unsafe', unsafe),
      section('Not run', [...notRun, ...document.skipped.map((one) => `- ${line(one)}: left out on purpose`)]),
    ];
    return `${blocks.filter((one) => one !== '').join('\n\n')}\n`;
  },
};

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : [`**${title}**`, '', ...items].join('\n');
}
