// The scan for a person: what was found and whether it goes on, then the clearest examples, then what nobody could see.
import type { Report } from '../../model/report.ts';
import type { ScanDocument, ScanGroup } from '../../model/scan-document.ts';
import { columns } from '../columns.ts';
import { labelled, type Paper, paperFor, unbroken } from '../text/paper.ts';
import { wrap } from '../text/wrap.ts';
import { plain } from './plain.ts';
import { damageRows, groupRows } from './rows.ts';
import { aboutOf, changeText, figureText, latencyTexts, leftOutText, minutes, nameOf, titleOf } from './words.ts';

export const text: Report<ScanDocument> = {
  format: 'text',
  render(document, look) {
    const paper = paperFor(look);
    if (look.plain) return plain(document, paper);
    const lines = [
      ...head(document, paper),
      ...table(document, paper),
      ...document.groups.flatMap((group) => examples(group, paper)),
      ...damage(document, paper),
      ...figures(document, paper),
      '',
      ...foot(document, paper),
    ];
    return `${lines.join('\n')}\n`;
  },
};

function head(document: ScanDocument, paper: Paper): string[] {
  const title = titleOf(document);
  const paint =
    title === 'CLEAN'
      ? paper.paint.bold.green
      : title === 'BLIND' || title === 'FILTERED'
        ? paper.paint.bold.yellow
        : paper.paint.bold.red;
  const [first = '', ...rest] = wrap(paper.text(document.headline), paper.look.width - title.length - 2);
  const hidden = leftOutText(document);
  const about = [
    ...(hidden === undefined ? [] : [paper.text(hidden)]),
    paper.text(aboutOf(document)),
    ...(document.blind ? ['No source at hand shows what was created: that nothing was found says nothing.'] : []),
    ...(document.partial === null ? [] : [paper.text(`partial: ${document.partial}`)]),
  ];
  return [
    `${paint(title)}  ${first}`,
    ...[...rest, ...about].flatMap((one) => wrap(one, paper.look.width - 2).map((line) => `  ${line}`)),
  ];
}

function table(document: ScanDocument, paper: Paper): string[] {
  const { groups, deploy } = document;
  if (groups.length === 0) return [];
  const lines = aligned(groupRows(document), 100, paper);
  const deployed = deploy
    ? ['', paper.text(`version ${deploy.version} came ${minutes(deploy.at)} UTC; per hour before → after it`)]
    : [];
  return ['', ...lines.map((line, i) => (i === 0 ? paper.paint.bold(line) : line)), ...deployed];
}

/** Tables are not folded below this width: a row that breaks is read wrong. */
function aligned(rows: readonly (readonly string[])[], width: number, paper: Paper): string[] {
  return columns(
    rows.map((row) => row.map((cell) => paper.text(cell))),
    Math.max(paper.look.width, width),
    0,
  );
}

function examples(group: ScanGroup, paper: Paper): string[] {
  const { paint } = paper;
  const title = wrap(paper.text(`${nameOf(group)}: ${group.title}`), paper.look.width);
  const shown = group.examples.flatMap(({ headline, certainty, at, command }) => [
    ...wrap(paper.text([headline, certainty, minutes(at)].filter(Boolean).join(' · ')), paper.look.width - 2).map(
      (line) => `  ${line}`,
    ),
    `    ${paint.dim(paper.whole(command))}`,
  ]);
  return ['', ...title.map((line) => paint.bold(line)), ...shown];
}

function damage({ damage: records }: ScanDocument, paper: Paper): string[] {
  if (!records) return [];
  if (records.length === 0) return ['', 'No surplus record.'];
  const title = paper.paint.bold('Records to keep and to close; nothing is closed by this program');
  return ['', title, ...aligned(damageRows(records), 120, paper)];
}

function figures({ figures: all }: ScanDocument, paper: Paper): string[] {
  if (!all) return [];
  const rows = all.map((figure) => [
    figure.title,
    `${figureText(figure)}${figure.gap === null ? ` (${figure.source})` : ''}`,
  ]);
  return [
    '',
    paper.paint.bold('Figures'),
    ...columns(
      rows.map((row) => row.map((cell) => paper.text(cell))),
      paper.look.width,
      0,
    ),
  ];
}

function foot(document: ScanDocument, paper: Paper): string[] {
  const section = (label: string, texts: readonly string[]) => labelled(paper, label, texts.map(paper.text));
  const { undecided, gaps, next } = document;
  return [
    ...section('changes', document.instance_changes.map(changeText)),
    ...section('latency', latencyTexts(document)),
    ...section(
      'open',
      undecided.reasons.map(({ reason, count }) => `${count} not decided: ${reason}`),
    ),
    ...section(
      'gaps',
      gaps.map(({ source, reason, would_settle }) => `${source}: ${reason} (would show ${would_settle})`),
    ),
    ...unbroken(paper, 'next', next),
  ];
}
