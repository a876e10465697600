// What a prune would take away or has taken away, and the way back.
import { formatSpan } from '../model/instant.ts';
import type { PruneDocument } from '../model/prune-document.ts';
import type { Report } from '../model/report.ts';
import { columns } from './columns.ts';

export const pruneText: Report<PruneDocument> = {
  format: 'text',
  render(document, look) {
    const rows = document.steps.map(({ table, does, older_than_ms, rows }) => [
      table,
      does === 'delete' ? 'rows' : 'bodies',
      formatSpan(older_than_ms),
      String(rows),
    ]);
    const left = document.left.map((one) => [one.table, one.state, one.what, String(one.rows), one.reason]);
    if (look.plain) return [...rows, ...left.map((row) => ['left', ...row])].map((row) => row.join('\t')).join('\n');
    const title = ['table', 'what', 'older than', document.applied ? 'gone' : 'would go'];
    const stays = [['stays', 'state', 'what', 'rows', 'why'], ...left];
    const lines = [...columns([title, ...rows], look.width, 0), '', ...closing(document)];
    return [...lines, ...(left.length === 0 ? [] : ['', ...columns(stays, look.width, 0)])].join('\n');
  },
};

function closing({ applied, steps, export: file }: PruneDocument): string[] {
  const bounds = steps.filter(({ lower_bound_ms }) => lower_bound_ms > 0);
  const each = bounds.map(({ table, lower_bound_ms }) => `${table} ${formatSpan(lower_bound_ms)}`);
  const bound =
    each.length === 0 ? 'Any age will do.' : `No younger than this goes, since it is still needed: ${each.join(', ')}.`;
  if (!applied) return [bound, 'Nothing was changed. --apply does it.'];
  if (!steps.some(({ does, rows }) => does === 'delete' && rows > 0)) {
    const isEmptied = steps.some(({ rows }) => rows > 0);
    return [isEmptied ? 'No row was deleted. There is no way back for the text that is gone.' : 'Nothing was deleted.'];
  }
  if (file === null) return ['There is no way back: no --export was asked for.'];
  const tables = [
    ...new Set(steps.filter(({ does, rows }) => does === 'delete' && rows > 0).map(({ table }) => table)),
  ];
  return [
    'The way back, in psql:',
    'create temp table pruned (line jsonb);',
    String.raw`\copy pruned from '${file.replaceAll("'", "''")}' with (format csv, quote e'\x01', delimiter e'\x02')`,
    ...tables.map(
      (table) =>
        `insert into dedupe.${table} select r.* from pruned, jsonb_populate_record(null::dedupe.${table}, line->'row') r where line->>'table' = '${table}' on conflict do nothing;`,
    ),
  ];
}
