// What is understood of each log, what is not there, and what should not be there.
import type { CheckedLog, LogsDocument } from '../model/logs-document.ts';
import type { Look, Report } from '../model/report.ts';
import { columns } from './columns.ts';

export const logsText: Report<LogsDocument> = {
  format: 'text',
  render: ({ files }, look) => files.map((file) => (look.plain ? plain(file) : sections(file, look))).join('\n\n'),
};

const fieldsFirst = 'log_fields in the configuration can say which field holds what';
/** Nothing is a fact without a moment: which fields are missing can be told afterwards only. */
const zoneFirst = 'log_time_zone in the configuration has to say first in which zone its times are';

function sections(
  { file, lines, unread, forms, kinds, fields, unused, missing, mappable, exposed, zoneless }: CheckedLog,
  { width }: Look,
): string {
  const part = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : ['', title, ...columns(rows, width)];
  return [
    `${file}: ${lines} lines`,
    ...unread.map((reason) => `  not all of it: ${reason}`),
    ...part(
      'forms',
      forms.map(({ form, count }) => [String(count), form]),
    ),
    ...(kinds.length > 0
      ? part(
          'shows',
          kinds.map(({ kind, count }) => [String(count), kind]),
        )
      : ['', `shows nothing that a trace could use: ${zoneless > 0 ? zoneFirst : fieldsFirst}`]),
    ...part(
      'fields',
      fields.map(({ field, count, examples }) => [String(count), field, examples.join(', ')]),
    ),
    ...(zoneless > 0 ? ['', `times without a zone are no evidence until log_time_zone is set: ${zoneless} lines`] : []),
    ...part(
      'there, and not used',
      unused.map(({ field, why }) => [field, why]),
    ),
    ...part(
      'not there, and what it would settle',
      missing.map(({ field, would_settle }) => [field, would_settle]),
    ),
    ...part(
      'looks like it, under another name: log_fields in the configuration can say so',
      mappable.map(({ field, path, count }) => [String(count), `log_fields: { ${field}: ${path} }`]),
    ),
    ...part(
      'should not be there',
      exposed.map(({ field, what, count }) => [String(count), what, field]),
    ),
  ].join('\n');
}

function plain({
  file,
  lines,
  unread,
  forms,
  kinds,
  fields,
  unused,
  missing,
  mappable,
  exposed,
  zoneless,
}: CheckedLog): string {
  const rows: (string | number)[][] = [
    ['lines', lines],
    ...unread.map((reason) => ['unread', reason]),
    ...forms.map(({ form, count }) => ['form', form, count]),
    ...kinds.map(({ kind, count }) => ['kind', kind, count]),
    ...fields.map(({ field, count, examples }) => ['field', field, count, examples.join(' ')]),
    ['zoneless', zoneless],
    ...unused.map(({ field, why }) => ['unused', field, why]),
    ...missing.map(({ field, would_settle }) => ['missing', field, would_settle]),
    ...mappable.map(({ field, path, count }) => ['mappable', field, path, count]),
    ...exposed.map(({ field, what, count }) => ['exposed', what, field, count]),
  ];
  return rows.map((row) => [file, ...row].join('\t')).join('\n');
}
