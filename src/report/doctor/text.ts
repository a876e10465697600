// The look of the doctor for a person: the answer, what was opened, and each step with what decided it and what to do.
import { Chalk } from 'chalk';
import type { DoctorDocument } from '../../model/doctor-document.ts';
import type { Look, Report } from '../../model/report.ts';
import { columns, fold } from '../columns.ts';
import {
  type Evidence,
  fileText,
  looked,
  type Step,
  settingRows,
  skewText,
  sourceName,
  sourceWords,
  stateWords,
  telling,
  unlooked,
} from './words.ts';

export const text: Report<DoctorDocument> = {
  format: 'text',
  render(document, look) {
    if (look.plain)
      return plainRows(document)
        .map((row) => row.join('\t'))
        .join('\n');
    const { bold } = new Chalk({ level: look.colour ? 1 : 0 });
    const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', bold(title), ...lines]);
    const { verdict, headline, sources, clocks, steps, next } = document;
    return [
      `${bold(stateWords[verdict].toUpperCase())}  ${fold(headline, look.width - 20).join('\n  ')}`,
      ...part(
        'steps',
        steps.flatMap((step) => stepLines(step, look)),
      ),
      ...part('sources', columns(sources.flatMap(sourceRows), look.width)),
      ...part(
        'clocks',
        columns(
          clocks.map((one) => [one.clock, skewText(one)]),
          look.width,
        ),
      ),
      ...part('settings', columns([['file', '', fileText(document)], ...settingRows(document)], look.width)),
      ...part(
        'next',
        next.map((command) => `  ${command}`),
      ),
    ].join('\n');
  },
};

/** Under a step that holds one line is enough, unless everything is asked for. */
function stepLines({ step, title, state, id, aspects }: Step, look: Look): string[] {
  const head = `  ${String(step).padStart(2)}  ${stateWords[state].padEnd(17)}  `;
  const lines = fold(title, look.width - head.length).map(
    (line, i) => (i === 0 ? head : ' '.repeat(head.length)) + line,
  );
  return [...lines, ...columns(rowsOf({ state, id, aspects }, look), look.width, 6)];
}

function rowsOf({ state, id, aspects }: Pick<Step, 'state' | 'id' | 'aspects'>, look: Look): string[][] {
  if (look.verbose === true) return aspects.flatMap((aspect) => aspectRows(aspect, aspect.evidence));
  if (state === 'holds')
    return aspects.slice(0, 1).flatMap((aspect) => aspectRows(aspect, telling(aspect).slice(0, 2)));
  const open = aspects.filter((aspect) => aspect.state === state);
  const rows = [
    ...open.flatMap((aspect) => aspectRows(aspect, looked(aspect))),
    ...unlooked(open).map((words) => ['?', words]),
  ];
  const unique = [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
  const cut = unique.length > mostRows ? [['…', `${unique.length - mostRows} more with --verbose`]] : [];
  const more = state === 'does-not-hold' ? [['more', `dedupe explain ${id}`]] : [];
  return [...unique.slice(0, mostRows), ...cut, ...more];
}

const marks = { holds: 'seen', 'does-not-hold': 'seen', 'not-seen': '?' } as const;

function aspectRows({ about }: Step['aspects'][number], evidence: readonly Evidence[]): string[][] {
  const todos = [...new Set(evidence.flatMap(({ todo }) => todo ?? []))];
  return [
    ...evidence.map(({ source, sentence, state }) => [marks[state], `${about}: ${source}: ${sentence}`]),
    ...todos.map((todo) => ['do', todo]),
  ];
}

const mostRows = 8;

function sourceRows(source: DoctorDocument['sources'][number]): string[][] {
  const blind = source.visible === false ? ', an empty answer proves nothing' : '';
  const rows = [
    ['place', source.place ?? ''],
    [source.state === 'not-configured' ? 'by' : 'seen', source.evidence],
    ['version', source.versions.join(', ')],
    [source.state === 'opened' ? 'settles' : 'would show', source.settles],
    ...source.unsettled.map((one) => ['not', one]),
  ];
  return [
    [sourceName(source), `${sourceWords[source.state]}${blind}`],
    ...rows.filter(([, words]) => words !== '').map(([label, words = '']) => [`  ${label}`, words]),
  ];
}

function plainRows({ sources, clocks, steps }: DoctorDocument): string[][] {
  return [
    ...sources.map((one) => ['source', sourceName(one), one.state, one.place ?? '', one.evidence]),
    ...clocks.map(({ clock, offset_ms, bound_ms }) => ['clock', clock, String(offset_ms), String(bound_ms)]),
    ...steps.flatMap(({ step, id, state, aspects }) => [
      ['step', String(step), id, state],
      ...aspects.flatMap(({ about, evidence }) =>
        evidence.map((one) => ['evidence', String(step), about, one.state, one.source, one.sentence, one.todo ?? '']),
      ),
    ]),
  ];
}
