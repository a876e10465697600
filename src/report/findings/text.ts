// Lint or audit for a person: each finding with its line, its reason and what to change; totals and the exit at the end.
import type { FindingsDocument, FoundItem } from '../../model/findings-document.ts';
import type { Report } from '../../model/report.ts';
import { labelled, type Paper, paperFor, unbroken } from '../text/paper.ts';
import { wrap } from '../text/wrap.ts';

export const text: Report<FindingsDocument> = {
  format: 'text',
  render(document, look) {
    const paper = paperFor(look);
    const lines = look.plain
      ? document.findings.map(plainRow)
      : [...shownOf(document, paper), ...rest(document, paper), ...foot(document, paper)];
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  },
};

/** Of each rule; `--verbose` shows all. */
const fewPerRule = 3;

function plainRow({ severity, rule, location: { file, line, column }, sentence }: FoundItem): string {
  return [`${file}:${line}:${column}`, severity, rule, sentence].join('\t');
}

function shownOf({ findings }: FindingsDocument, paper: Paper): string[] {
  const lines: string[] = [];
  const seen = new Map<string, number>();
  for (const one of findings) {
    const nth = (seen.get(one.rule) ?? 0) + 1;
    seen.set(one.rule, nth);
    if (nth > fewPerRule && !paper.look.verbose) continue;
    lines.push(...finding(one, nth === 1, paper), '');
  }
  const folded = [...seen].filter(([, count]) => count > fewPerRule && !paper.look.verbose);
  const more = folded.map(([rule, count]) => `${count - fewPerRule} more of ${rule} (--verbose shows all)`);
  return more.length === 0 ? lines : [...lines, ...more.map(paper.text), ''];
}

function finding(one: FoundItem, isFirst: boolean, paper: Paper): string[] {
  const { paint } = paper;
  const colour = { error: paint.red, warning: paint.yellow, note: paint.cyan }[one.severity];
  const { file, line, column } = one.location;
  return [
    `${colour.bold(one.severity)}  ${paper.whole(`${file}:${line}:${column}`)}  ${paint.bold(one.rule)}`,
    ...wrap(paper.text(one.sentence), paper.look.width - 2).map((part) => `  ${part}`),
    ...excerpt(one, paper),
    ...one.related.flatMap((also) => [
      ...labelled(paper, '  also', [paper.text(`${also.file}:${also.line}:${also.column} ${also.note}`)]),
    ]),
    ...one.diff.map((part) => {
      const row = `  ${paper.whole(part)}`;
      return part.startsWith('-') ? paint.red(row) : paint.green(row);
    }),
    ...(isFirst
      ? labelled(
          paper,
          '  fix',
          one.fix.map((step, i) => paper.text(`${one.fix.length > 1 ? `${i + 1} ` : ''}${step}`)),
        )
      : []),
    ...(isFirst ? unbroken(paper, '  more', [`dedupe explain ${one.rule}`]) : []),
  ];
}

/** The line, and a mark under the span where it ends on the same line. */
function excerpt({ excerpt: line, location }: FoundItem, paper: Paper): string[] {
  if (line === null || line.trim() === '' || line.length > 160) return [];
  const head = `${String(location.line).padStart(5)} | `;
  const end = location.end_line === location.line ? location.end_column : line.length + 1;
  const length = Math.max(1, Math.min(end, line.length + 1) - location.column);
  const mark = `${' '.repeat(5)} | ${line.slice(0, location.column - 1).replace(/[^\t]/g, ' ')}${'^'.repeat(length)}`;
  return [paper.paint.dim(`${head}${paper.whole(line)}`), paper.paint.dim(mark)];
}

function rest({ complaints, skipped, parts }: FindingsDocument, paper: Paper): string[] {
  const few = paper.look.verbose ? skipped : skipped.slice(0, 5);
  const more = skipped.length - few.length;
  return [
    ...complaints.flatMap(({ file, line, sentence }) =>
      labelled(paper, 'comment', [paper.text(`${file}:${line} ${sentence}`)]),
    ),
    ...few.flatMap(({ file, reason }) => labelled(paper, 'skipped', [paper.text(`${file}: ${reason}`)])),
    ...(more > 0 ? labelled(paper, '', [`${more} more (--verbose names them)`]) : []),
    ...parts.flatMap(({ part, state, sentence }) =>
      labelled(paper, state === 'done' ? 'looked' : state, [paper.text(`${part}: ${sentence}`)]),
    ),
  ];
}

function foot({ counts, exit }: FindingsDocument, paper: Paper): string[] {
  const { error, warning, note, suppressed, baseline, switched_off, files, rules, ms } = counts;
  const held = [
    suppressed > 0 ? `${suppressed} held back by comments` : '',
    baseline > 0 ? `${baseline} by the baseline` : '',
    switched_off > 0 ? `${switched_off} by the configuration` : '',
  ].filter(Boolean);
  const total = `${plural(error, 'error')}, ${plural(warning, 'warning')}, ${plural(note, 'note')}`;
  return [
    ...labelled(paper, 'checked', [
      `${plural(files, 'file')}, ${plural(rules, 'rule')}, ${ms} ms: ${[total, ...held].join('; ')}`,
    ]),
    ...labelled(paper, `exit ${exit.code}`, [paper.text(exit.why)]),
  ];
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
