// A configuration with the proposed SELECTs, and what a person should know about them as comments.
import type { CatalogTable } from '../model/own-catalog.ts';
import { tableNames } from '../model/own-tables.ts';
import type { ProposedSelect } from './selects.ts';
import { wordLines } from './status-words.ts';

export interface Proposal {
  readonly selects: readonly ProposedSelect[];
  readonly aside: readonly { readonly table: Pick<CatalogTable, 'schema' | 'name'>; readonly why: string }[];
  readonly missing: readonly string[];
  /** Undefined: the database has no dedupe schema. */
  readonly schema: string | undefined;
}

/** Names in comments come from the database: without control characters, and on one line. */
export function configText({ selects, aside, missing, schema }: Proposal, place: string): string {
  const kinds = Object.keys(tableNames).filter((name) => selects.some(({ kind }) => kind === name));
  return [
    `# Proposed by dedupe init for ${place}. It looked at names, types and keys, and read no row.`,
    '# Try it: dedupe trace EVENT-OR-TASK-ID. The password belongs into DEDUPE_TABLES_DATABASE_URL or PGPASSWORD, not in here.',
    ...(schema === undefined ? [] : [`# ${schema}`]),
    ...section(
      'A repeat is not stopped here; without these unique indexes two rows of one event can stand side by side:',
      missing,
    ),
    ...section(
      'Left aside:',
      aside.map(({ table, why }) => `${nameOf(table)}: it ${why}`),
    ),
    ...(kinds.length === 0 ? [] : ['tables:', ...zoneLines(selects)]),
    ...kinds.flatMap((kind) =>
      kindLines(
        kind,
        selects.filter((one) => one.kind === kind),
      ),
    ),
    '',
  ].join('\n');
}

function kindLines(kind: string, selects: readonly ProposedSelect[]): string[] {
  const swept = selects.filter(({ time }) => time !== undefined);
  const columns = [...new Set(selects.flatMap(({ fields }) => [...fields.keys()]))];
  const foundBy = (one: ProposedSelect) => [...new Set(one.found)].join('\n  or ');
  const between = ({ time }: ProposedSelect) => `${time} >= :from and ${time} <= :to`;
  const unswept = selects.filter(({ time }) => time === undefined).map(({ table }) => nameOf(table));
  return [
    `  # ${selects.map(({ table }) => nameOf(table)).join(', ')}`,
    ...(unswept.length === 0 ? [] : [`  # Without a time, so that a scan leaves it out: ${unswept.join(', ')}`]),
    `  ${kind}:`,
    ...block('select', selects, columns, foundBy),
    ...(swept.length === 0 ? [] : block('scan', swept, columns, between)),
    ...wordLines(selects),
    ...(kind === 'records' ? [...keepsLines, ...unsweptLines(unswept)] : []),
  ];
}

function block(
  name: string,
  selects: readonly ProposedSelect[],
  columns: readonly string[],
  condition: (one: ProposedSelect) => string,
): string[] {
  const statements = selects.map((one) => {
    const list = columns.map((column) => `${one.fields.get(column) ?? nothing(column)} as ${column}`);
    const where = one.only === undefined ? condition(one) : `(${condition(one)})\n  and (${one.only})`;
    return `select ${list.join(',\n  ')}\nfrom ${one.from}\nwhere ${where}`;
  });
  return [
    `    ${name}: |`,
    ...statements
      .join('\nunion all\n')
      .split('\n')
      .map((line) => `      ${line}`),
  ];
}

/** Tables that are put together have the same columns. */
function nothing(column: string): string {
  if (column === 'at' || column.endsWith('_at') || column.endsWith('_until')) return 'null::timestamptz';
  return column === 'attempt' ? 'null::int' : column === 'deleted' ? 'null::boolean' : 'null::text';
}

/** Only a person knows whether every task has its row here. */
const keepsLines = [
  '    # Has every task of an event its row here, and for how long? Then a trace can say that nothing else was made:',
  '    # keeps: all # or a span such as 90d',
];

function unsweptLines(unswept: readonly string[]): string[] {
  if (unswept.length === 0) return [];
  return [`    # With it a scan takes an event for lost whose only task stands in ${unswept.join(', ')}.`];
}

function zoneLines(selects: readonly ProposedSelect[]): string[] {
  const isBare = selects.some(({ table }) => table.columns.some(({ type }) => type === 'timestamp without time zone'));
  return isBare ? ['  # Columns without a zone: in which one does the application write?', '  time_zone: UTC'] : [];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`# ${title}`, ...lines.map((line) => `#   ${line.replace(/\p{C}/gu, '?')}`)];
}

export function nameOf({ schema, name }: Pick<CatalogTable, 'schema' | 'name'>): string {
  return (schema === 'public' ? name : `${schema}.${name}`).replace(/\p{C}/gu, '?');
}
