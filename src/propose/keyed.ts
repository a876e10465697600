// Which column of a table names the event or the effect, and does a unique index hold each of them once?
import type { KeyedTable } from '../model/checkup.ts';
import type { CatalogColumn, CatalogTable } from '../model/own-catalog.ts';
import { classify, type Role } from './classify.ts';
import { columnFor, eventColumn } from './columns.ts';
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
  readonly column: string;
  readonly unique: KeyedTable['unique'];
}

export function keysIn(roles: ReadonlyMap<CatalogTable, Role>): Keyed[] {
  return [...roles].flatMap(([table, role]) => {
    const column = keyColumn(table, role, roles);
    return column === undefined ? [] : [{ table, role, column, unique: uniqueIn(table, column) }];
  });
}

/** What would stop the second row: a unique index on the event's name, alone or with the sender and the workspace. */
function uniqueIn(table: CatalogTable, column: string): KeyedTable['unique'] {
  const beside = ['provider', 'workspace', 'type'] as const;
  const allowed = new Set([column, ...beside.map((meaning) => columnFor(table, meaning)?.name)]);
  const own = table.uniques.filter(
    ({ columns }) => columns.includes(column) && columns.every((name) => allowed.has(name)),
  );
  if (own.some(({ whole }) => whole)) return 'yes';
  return own.length > 0 ? 'partly' : 'no';
}

function keyColumn(table: CatalogTable, role: Role, roles: ReadonlyMap<CatalogTable, Role>): string | undefined {
  const key = columnFor(table, 'effectKey');
  return role === 'events' ? eventColumn(table)?.name : (key?.name ?? eventLink(table, 'x', roles)?.column);
}

/** `statements`: of the configuration, where there is one; then only tables that it names count. */
export function keyedTables(all: readonly CatalogTable[], statements?: readonly string[]): KeyedTable[] {
  const { roles } = classify(all.filter(({ schema }) => !Object.hasOwn(readByThemselves, schema)));
  // Whether an index stands on a path inside of JSON, the catalogs do not tell in so many words.
  const keyed = keysIn(roles).filter(({ table, column }) => columnOf(table, column)?.type.startsWith('json') !== true);
  const named = keyed.filter(({ table }) => statements?.some((text) => names(text, table)));
  return (named.length > 0 ? named : keyed).map(({ table, role, column, unique }) => {
    const sql = columnOf(table, column)?.sql ?? column;
    return {
      ...{ name: nameOf(table), role, column, unique },
      repair: `create unique index concurrently on ${table.sql} (${sql})`,
    };
  });
}

function columnOf({ columns }: CatalogTable, name: string): CatalogColumn | undefined {
  return columns.find((one) => one.name === name);
}

function names(text: string, { name }: CatalogTable): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
