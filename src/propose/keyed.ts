// Which column of a table names the event or the effect, and does a unique index hold each of them once?
import type { KeyedTable, KeylessTable } from '../model/checkup.ts';
import type { CatalogTable } from '../model/own-catalog.ts';
import { classify, type Role } from './classify.ts';
import { columnFor, eventColumn, ownersIn } from './columns.ts';
import { nameOf } from './config-text.ts';
import { eventLink } from './links.ts';

/** Schemas with a reader of their own, each with what finishes "left aside: it …". */
export const readByThemselves: Readonly<Record<string, string>> = {
  dedupe: 'is the dedupe schema, which dedupe reads by itself',
  pgboss: 'belongs to pg-boss',
  graphile_worker: 'belongs to graphile-worker',
  bullmq: 'belongs to BullMQ',
};

export interface Keyed {
  readonly table: CatalogTable;
  readonly role: Role;
  readonly columns: readonly string[];
  readonly unique: KeyedTable['unique'];
}

export function keysIn(roles: ReadonlyMap<CatalogTable, Role>): Keyed[] {
  return [...roles].flatMap(([table, role]) => {
    const column = keyColumn(table, role, roles);
    return column === undefined ? [] : [{ table, role, ...uniqueIn(table, column) }];
  });
}

/**
 * What would stop the second row: a unique index on the event's name, alone or with the sender, the workspace and the app. One
 * that is missing is named with them, the name first, so that a look-up by it alone uses the index.
 */
function uniqueIn(table: CatalogTable, column: string): Pick<Keyed, 'columns' | 'unique'> {
  const owners = ownersIn(table, ['provider', 'workspace', 'app']).map(({ name }) => name);
  const allowed = new Set([column, ...owners, columnFor(table, 'type')?.name]);
  const own = table.uniques.filter(
    ({ columns }) => columns.includes(column) && columns.every((name) => allowed.has(name)),
  );
  const whole = own.find((one) => one.whole);
  if (whole) return { columns: whole.columns, unique: 'yes' };
  return { columns: neededKey(table, column), unique: own.length > 0 ? 'partly' : 'no' };
}

/** A key of an effect holds its sender and the app already; a column that leads to one row of the database is alone enough. */
function neededKey(table: CatalogTable, column: string): string[] {
  if (table.links.some((link) => link.column === column)) return [column];
  const isEffect = columnFor(table, 'effectKey')?.name === column;
  const owners = ownersIn(table, isEffect ? ['workspace'] : ['workspace', 'provider', 'app']);
  return [column, ...owners.map(({ name }) => name).filter((name) => name !== column)];
}

function keyColumn(table: CatalogTable, role: Role, roles: ReadonlyMap<CatalogTable, Role>): string | undefined {
  const key = columnFor(table, 'effectKey');
  return role === 'events' ? eventColumn(table)?.name : (key?.name ?? eventLink(table, 'x', roles)?.column);
}

/**
 * `configured`: the statements of the configuration, where there is one; then only tables that it names count, and what it calls
 * them outranks what they look like.
 */
export function keyedTables(all: readonly CatalogTable[], configured: readonly Configured[] = []): KeyedAndKeyless {
  const tables = all.filter(({ schema }) => !Object.hasOwn(readByThemselves, schema));
  const roles = new Map(classify(tables).roles);
  const named = configured.map((statement) => ({
    ...statement,
    tables: tables.filter((one) => names(statement.text, one)),
  }));
  for (const { role, tables } of named) {
    const [only, ...others] = tables.filter((table) => !roles.has(table));
    if (only && others.length === 0 && !tables.some((table) => roles.get(table) === role)) roles.set(only, role);
  }
  const inStatements = named.flatMap(({ tables, text, role }) =>
    tables.filter((table) => roles.get(table) === role).map((table) => ({ table, column: selectedKey(table, text) })),
  );
  const isNamed = inStatements.length > 0;
  const keyed: KeyedTable[] = [];
  const keyless: KeylessTable[] = [];
  for (const [table, role] of roles) {
    if (isNamed && !inStatements.some((one) => one.table === table)) continue;
    const column =
      keyColumn(table, role, roles) ?? inStatements.find((one) => one.table === table && one.column)?.column;
    const { type } = table.columns.find(({ name }) => name === column) ?? {};
    const about = { name: nameOf(table), role };
    if (column === undefined) {
      if (isNamed) keyless.push({ ...about, why: 'which of its columns names the event is not known' });
    } else if (type?.startsWith('json'))
      keyless.push({
        ...about,
        why: `it names the event inside ${column} (${type}), where the catalogs tell of no unique key`,
      });
    else {
      const key = uniqueIn(table, column);
      keyed.push({ ...about, ...key, repair: repairOf(table, key.columns) });
    }
  }
  return { keyed, keyless };
}

/** Two rows without a workspace are two different ones to an index, unless it is told otherwise (PostgreSQL 15 or later). */
function repairOf({ name, sql, columns, cut }: CatalogTable, key: readonly string[]): string {
  const own = key.flatMap((name) => columns.filter((one) => one.name === name));
  const nulls = own.slice(1).some(({ nullable }) => nullable) ? ' nulls not distinct' : '';
  const needed = (cut ?? []).filter((one) => one === null || !key.includes(one));
  const listed = own.map((one) => one.sql).join(', ');
  // A unique index of a table in partitions has to hold what they are cut by, and such a key lets every repeat in.
  if (needed.length > 0)
    return `claim (${listed}) under a unique key in a table of its own, in the transaction of the insert: ${name} is cut into partitions by ${needed.map((one) => one ?? 'an expression').join(', ')}, which a unique index on it would have to hold as well`;
  return `create unique index ${cut ? '' : 'concurrently '}on ${sql} (${listed})${nulls}`;
}

/** A SELECT of the configuration, and what its rows are. */
export interface Configured {
  readonly role: Role;
  readonly text: string;
}

interface KeyedAndKeyless {
  readonly keyed: readonly KeyedTable[];
  readonly keyless: readonly KeylessTable[];
}

/** The plain column of this table that the statement calls by the name of the event or of the effect. */
function selectedKey({ columns }: CatalogTable, text: string): string | undefined {
  const fields = ['source_event_key', 'event_id'];
  return fields
    .flatMap((field) => {
      const pattern = new RegExp(
        `(?:^|[\\s.,(])("[^"]+"|[\\p{L}_][\\p{L}\\p{N}_$]*)(?:::\\w+)?\\s+as\\s+${field}\\b`,
        'iu',
      );
      const [, found = ''] = pattern.exec(text) ?? [];
      return columns.filter(({ name, sql }) => sql === found || name === found.toLowerCase()).map(({ name }) => name);
    })
    .at(0);
}

function names(text: string, { name }: CatalogTable): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
