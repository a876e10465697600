// Tables of the schema that stand under another name: making them anew would fail, since their indexes keep their names.
import type { SchemaDescription } from './catalog.ts';

interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** A table is known by the names of its indexes, which a copy of its rows does not have. */
export function renamedTables(expected: SchemaDescription, live: SchemaDescription): Renamed[] {
  return expected.tables
    .filter((table) => !live.tables.includes(table))
    .flatMap((to) => {
      const names = new Set(expected.indexes.filter(({ table }) => table === to).map(({ name }) => name));
      const holders = live.indexes.filter(({ table, name }) => names.has(name) && !expected.tables.includes(table));
      const [from, ...others] = new Set(holders.map(({ table }) => table));
      return from === undefined || others.length > 0 ? [] : [{ from, to }];
    });
}

/** Indexes of somebody's own tables under names that this schema gives: a name is there once in a schema. */
export function takenNames(expected: SchemaDescription, live: SchemaDescription): SchemaDescription['indexes'] {
  const names = new Set(expected.indexes.map(({ name }) => name));
  return live.indexes.filter(({ table, name }) => names.has(name) && !expected.tables.includes(table));
}

/** The same description as if they had their names again. */
export function namedBack(live: SchemaDescription, renamed: readonly Renamed[]): SchemaDescription {
  return renamed.reduce((seen, { from, to }) => {
    const table = (name: string) => (name === from ? to : name);
    const own = new RegExp(`\\bdedupe\\.("?)${from.replace(/[^\w]/g, '\\$&')}\\1(?!\\w)`, 'g');
    const said = (definition: string) => definition.replace(own, `dedupe.${to}`);
    const moved = <T extends { table: string; definition: string }>(list: readonly T[]) =>
      list.map((one) => ({ ...one, table: table(one.table), definition: said(one.definition) }));
    return {
      tables: seen.tables.map(table),
      columns: seen.columns.map((one) => ({ ...one, table: table(one.table) })),
      constraints: moved(seen.constraints),
      indexes: moved(seen.indexes),
      views: seen.views.map((one) => ({ ...one, definition: said(one.definition) })),
    };
  }, live);
}
