// One record per line for grep and cut: tab-separated, the first column names the record.
import type { ScanDocument } from '../../model/scan-document.ts';
import type { Paper } from '../text/paper.ts';

export function plain(document: ScanDocument, paper: Paper): string {
  const { groups, damage = [], figures = [], gaps, left_out, undecided, window } = document;
  const lines: unknown[][] = [
    [
      'scan',
      document.duplicates.events,
      document.duplicates.surplus_records,
      document.events,
      window.from,
      window.to,
      document.partial,
    ],
    ...(left_out ? [['left-out', left_out.duplicates, left_out.others, ...left_out.by]] : []),
    ...groups.map((one) => [
      ...['group', one.kind, one.id, one.count, one.share, one.per_hour],
      ...[one.first_seen, one.last_seen, one.ongoing.state],
    ]),
    ...groups.flatMap((one) =>
      one.examples.map(({ ref, certainty, at, command }) => ['example', one.id, ref, certainty, at, command]),
    ),
    ...damage.map((one) => ['record', one.do, one.target, one.record, one.event_id, one.source_event_key, one.why]),
    ...figures.flatMap(({ id, source, values, gap }) =>
      gap === null
        ? values.map(({ name, value, unit }) => ['figure', id, source, name, value, unit])
        : [['figure', id, source, '?', '?', gap]],
    ),
    ...document.instance_changes.map((one) => ['change', one.at, one.what, one.live, one.before, one.after]),
    ...undecided.reasons.map(({ reason, count }) => ['undecided', count, reason]),
    ...gaps.map(({ source, reason, would_settle }) => ['gap', source, reason, would_settle]),
    ...document.next.map((command) => ['next', command]),
  ];
  const cell = (value: unknown) => (value === undefined || value === null || value === '' ? '?' : String(value));
  return `${lines.map((cells) => cells.map((value) => paper.whole(cell(value))).join('\t')).join('\n')}\n`;
}
