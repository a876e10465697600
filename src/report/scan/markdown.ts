// The scan for a ticket or a message: the answer, a table, examples to copy. Nothing foreign can become markup.
import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';
import { aboutOf, changeText, figureText, latencyTexts, minutes, nowOf, rateOf, shareOf, titleOf } from './words.ts';

export const markdown: Report<ScanDocument> = {
  format: 'markdown',
  render(document) {
    const { groups, damage, figures, undecided, gaps, next } = document;
    const blocks = [
      `**${titleOf(document)}** ${inline(document.headline)}`,
      inline(aboutOf(document)),
      ...(document.partial === null ? [] : [`Partial: ${inline(document.partial)}`]),
      ...(groups.length === 0 ? [] : [groupTable(document)]),
      ...groups.map(({ id, title, examples }) =>
        [
          `${code(id)}: ${inline(title)}`,
          ...examples.map((one) => `- ${inline(one.headline)}: ${code(one.command)}`),
        ].join('\n'),
      ),
      ...(damage ? [damageTable(damage)] : []),
      ...(figures
        ? [
            list(
              'Figures',
              figures.map((one) => `${one.title}: ${figureText(one)}`),
            ),
          ]
        : []),
      list('Changes of live instances', document.instance_changes.map(changeText)),
      list('Latency of creates', latencyTexts(document)),
      list(
        'Not decided',
        undecided.reasons.map(({ reason, count }) => `${count}: ${reason}`),
      ),
      list(
        'Gaps',
        gaps.map(({ source, reason, would_settle }) => `${source}: ${reason} (would show ${would_settle})`),
      ),
      next.length === 0 ? '' : ['Next', ...next.map((command) => `- ${code(command)}`)].join('\n'),
    ];
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  },
};

function groupTable({ groups }: ScanDocument): string {
  return table(
    ['found', 'count', 'share', 'per hour', 'first seen', 'last seen', 'now'],
    groups.map((group) => [
      ...[code(group.id), group.count.toLocaleString('en-US'), shareOf(group), rateOf(group.per_hour)],
      ...[minutes(group.first_seen), minutes(group.last_seen), nowOf(group)],
    ]),
  );
}

function damageTable(damage: NonNullable<ScanDocument['damage']>): string {
  return table(
    ['do', 'record', 'event', 'source_event_key', 'why'],
    damage.map((one) => [
      ...[one.do === 'close' ? 'close by hand' : one.do, code(`${one.target} ${one.record}`)],
      ...[
        one.event_id === null ? '?' : code(one.event_id),
        one.source_event_key === null ? '?' : code(one.source_event_key),
      ],
      inline(one.why),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function list(title: string, texts: readonly string[]): string {
  return texts.length === 0 ? '' : [title, ...texts.map((text) => `- ${inline(text)}`)].join('\n');
}

/** Every character that Markdown, HTML or a chat could read as more than itself. */
function inline(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#+!|~&@-]/g, (character) => entities[character] ?? `\\${character}`);
}

/** A hyphen inside a word or a number, and brackets of a sentence, mean nothing: they stay readable. */
const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '-': '-',
  '(': '(',
  ')': ')',
  '+': '+',
  '@': '&#64;',
};

/** Code that a backtick inside cannot end, and a pipe cannot split. */
function code(text: string): string {
  const flat = text.replace(/[\r\n]+/g, ' ').replaceAll('|', '¦');
  const fence = '`'.repeat(Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const pad = /^`|`$/.test(flat) ? ' ' : '';
  return `${fence}${pad}${flat}${pad}${fence}`;
}
