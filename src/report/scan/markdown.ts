// The scan for a ticket or a message. Tables are blocks of text, since a chat shows no other; nothing foreign is markup.
import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';
import { columns } from '../columns.ts';
import { block, commandBlock, line } from '../markdown/words.ts';
import { damageRows, groupRows } from './rows.ts';
import { aboutOf, changeText, figureText, latencyTexts, leftOutText, minutes, nameOf, titleOf } from './words.ts';

/** Wide enough for a row of a table; whoever reads it can scroll. */
const width = 160;

export const markdown: Report<ScanDocument> = {
  format: 'markdown',
  render(document) {
    const { groups, damage, figures, undecided, gaps, next } = document;
    const blocks = [
      `**${titleOf(document)}** ${line(document.headline)}`,
      line(leftOutText(document) ?? ''),
      line(aboutOf(document)),
      document.partial === null ? '' : `Partial: ${line(document.partial)}`,
      groups.length === 0 ? '' : block(columns(groupRows(document), width, 0)),
      ...groups.map((group) => list(`${nameOf(group)}: ${group.title}`, group.examples.map(exampleText))),
      damage && damage.length > 0
        ? ['Records to keep and to close:', block(columns(damageRows(damage), width, 0))].join('\n\n')
        : '',
      list(
        'Figures',
        (figures ?? []).map((one) => `${one.title}: ${figureText(one)}`),
      ),
      list('Changes of live instances', document.instance_changes.map(changeText)),
      list('Latency of creates', latencyTexts(document)),
      list(
        'Not decided',
        undecided.reasons.map(({ reason, count }) => `${count} times: ${reason}`),
      ),
      list(
        'Gaps',
        gaps.map(({ source, reason, would_settle }) => `${source}: ${reason} (would show ${would_settle})`),
      ),
      commandBlock('Next', next),
    ];
    return `${blocks.filter((one) => one !== '').join('\n\n')}\n`;
  },
};

function exampleText({ ref, headline, certainty, at }: ScanDocument['groups'][number]['examples'][number]): string {
  return [ref, headline, certainty, at === null ? undefined : minutes(at)].filter(Boolean).join(', ');
}

function list(title: string, texts: readonly string[]): string {
  return texts.length === 0 ? '' : [`**${line(title)}**`, '', ...texts.map((text) => `- ${line(text)}`)].join('\n');
}
