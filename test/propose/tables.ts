// Tables as a catalog describes them, for tests of what is proposed.
import type { CatalogTable } from '../../src/model/own-catalog.ts';

type Columns = Readonly<Record<string, string>>;

export const idAnd = (columns: Columns): Columns => ({ id: 'bigint', ...columns });

/** The first column is the primary key. */
export function table(name: string, columns: Columns, more: Partial<CatalogTable> = {}): CatalogTable {
  const [key = ''] = Object.keys(columns);
  return {
    ...{ schema: 'public', name, sql: name, readable: true, secured: false, rows: 1, links: [] },
    columns: Object.entries(columns).map(([column, type]) => ({
      ...{ name: column, sql: column, type, labels: null, nullable: false, stamped: type.startsWith('timestamp') },
    })),
    ...more,
    uniques: [{ primary: true, whole: true, columns: [key] }, ...(more.uniques ?? [])],
  };
}
