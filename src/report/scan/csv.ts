// Rows for a spreadsheet: the surplus records where they were asked for, else the figures, else the groups.
import type { Report } from '../../model/report.ts';
import type { ScanDocument } from '../../model/scan-document.ts';

type Cell = string | number | null;

export const csv: Report<ScanDocument> = {
  format: 'csv',
  render: (document) =>
    rowsOf(document)
      .map((row) => `${row.map(cellOf).join(',')}\r\n`)
      .join(''),
};

function rowsOf({ groups, damage, figures }: ScanDocument): Cell[][] {
  if (damage) {
    const columns = [
      'do',
      'target',
      'record',
      'action',
      'event_id',
      'source_event_key',
      'created_at',
      'cause',
      'ref',
      'url',
      'why',
    ] as const;
    return [[...columns], ...damage.map((record) => columns.map((name) => record[name]))];
  }
  if (figures) {
    const rows = figures.flatMap(({ id, source, values, gap }): Cell[][] =>
      gap === null
        ? values.map(({ name, value, unit }) => [id, source, name, value, unit, null])
        : [[id, source, null, null, null, gap]],
    );
    return [['figure', 'source', 'name', 'value', 'unit', 'gap'], ...rows];
  }
  return [
    ['group', 'kind', 'count', 'share', 'surplus_records', 'first_seen', 'last_seen', 'per_hour', 'ongoing', 'example'],
    ...groups.map((group) => [
      ...[group.id, group.kind, group.count, group.share, group.surplus_records],
      ...[group.first_seen, group.last_seen, group.per_hour, group.ongoing.state, group.examples[0]?.ref ?? null],
    ]),
  ];
}

/**
 * RFC 4180. A spreadsheet runs what begins like a formula, also behind blanks and in the wide signs of East Asian keyboards: an
 * apostrophe in front makes it text. See
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
