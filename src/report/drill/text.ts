// The drill for a person: the verdict, what each scenario made, and of the unsafe ones what was seen.
import { Chalk } from 'chalk';
import type { DrillDocument, DrillResult } from '../../model/drill-document.ts';
import type { Look, Report } from '../../model/report.ts';
import { columns, fold } from '../columns.ts';
import { aboutOf, countText, head, notRunRows, of, rowOf } from './rows.ts';

export const text: Report<DrillDocument> = {
  format: 'text',
  render(document, look) {
    if (look.plain) return document.results.map((one) => [...rowOf(one), one.evidence].join('\t')).join('\n');
    const { bold } = new Chalk({ level: look.colour ? 1 : 0 });
    const ran = document.results.filter(({ verdict }) => verdict !== 'not-run');
    const lines = [
      `${bold(document.verdict.toUpperCase())}  ${document.headline}`,
      ...indented(aboutOf(document), look),
      ...(ran.length === 0 ? [] : ['', ...columns([head, ...ran.map(rowOf)], look.width, 0)]),
      ...of(document, 'unsafe').flatMap((one) => ['', bold(`${one.scenario}: ${one.title}`), ...storyOf(one, look)]),
      ...notRun(document, look),
      ...closing(document),
    ];
    return lines.join('\n');
  },
};

function storyOf(one: DrillResult, look: Look): string[] {
  return columns(
    [
      ['must hold', one.must_hold],
      ['counted', countText(one)],
      ['seen', one.evidence],
    ],
    look.width,
  );
}

function notRun(document: DrillDocument, look: Look): string[] {
  const rows = notRunRows(document);
  const skipped = document.skipped.map((scenario) => [scenario, 'left out on purpose']);
  return rows.length + skipped.length === 0 ? [] : ['', 'Not run', ...columns([...rows, ...skipped], look.width)];
}

function closing(document: DrillDocument): string[] {
  const [first] = [...of(document, 'unsafe'), ...of(document, 'not-run')];
  const next = first === undefined ? [] : [`next     dedupe drill --list --scenario ${first.scenario}`];
  const kept = document.kept_in === null ? [] : [`kept in  ${document.kept_in}`];
  return next.length + kept.length === 0 ? [] : ['', ...kept, ...next];
}

function indented(words: string, { width }: Look): string[] {
  return fold(words, width - 2).map((line) => `  ${line}`);
}
