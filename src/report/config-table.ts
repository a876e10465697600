// Every setting with its value and the place that set it, for `dedupe config`.
import { Chalk } from 'chalk';
import type { ConfigDocument } from '../model/config-document.ts';
import type { Look, Report } from '../model/report.ts';
import { columns, fold } from './columns.ts';

export const configTable: Report<ConfigDocument> = {
  format: 'text',
  render(document, look) {
    return (look.plain ? plain(document) : table(document, look)).join('\n');
  },
};

function table({ file, looked_for, settings, unknown_variables }: ConfigDocument, look: Look): string[] {
  const { bold, dim } = new Chalk({ level: look.colour ? 1 : 0 });
  const search = looked_for
    ? [
        ['looked for', looked_for.names.join(', ')],
        ['upwards from', looked_for.from],
      ]
    : [];
  const rows = settings.map(({ name, value, from }) => [name, shown(value), from]);
  const strangers = unknown_variables.map(({ name, nearest }) =>
    nearest === null ? `${name} is set and means nothing here` : `${name} means nothing here: is it ${nearest}?`,
  );
  return [
    ...columns([['setting', 'value', 'from'], ...rows], look.width, 0).map((line, i) => (i === 0 ? bold(line) : line)),
    '',
    ...columns([['file', file ?? 'none'], ...search], look.width, 0).map((line) => dim(line)),
    ...strangers.flatMap((line) => fold(line, look.width)),
  ];
}

function plain({ file, looked_for, settings, unknown_variables }: ConfigDocument): string[] {
  const found = file === null ? 'none found' : 'found upwards';
  const origin = looked_for === null ? '--config' : found;
  return [
    ...settings.map(({ name, value, from }) => [name, shown(value), from].join('\t')),
    ['file', file ?? '-', origin].join('\t'),
    ...unknown_variables.map(({ name }) => [name, '-', 'unknown variable'].join('\t')),
  ];
}

function shown(value: ConfigDocument['settings'][number]['value']): string {
  if (value === null) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ');
  return String(value);
}
