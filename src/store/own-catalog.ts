// What tables a database has, from its catalogs alone: names, types, keys. No row is read.

import type { CatalogTable } from '../model/own-catalog.ts';
import type { Queryable } from '../postgres/database.ts';

const statement = `
  select n.nspname as schema, c.relname as name, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as sql,
    pg_table_is_visible(c.oid) as visible, quote_ident(c.relname) as short,
    has_table_privilege(c.oid, 'select') as readable, row_security_active(c.oid) as secured, c.reltuples::float8 as rows,
    (select json_agg(a.attname) from pg_partitioned_table p cross join unnest(p.partattrs::int2[]) k(num)
        left join pg_attribute a on a.attrelid = p.partrelid and a.attnum = nullif(k.num, 0) where p.partrelid = c.oid) as cut,
    (select json_agg(json_build_object('name', a.attname, 'sql', quote_ident(a.attname), 'type', format_type(a.atttypid, null),
        'nullable', not a.attnotnull,
        'labels', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
        'stamped', coalesce((select pg_get_expr(d.adbin, d.adrelid) ~* '\\m(now|(clock|statement|transaction)_timestamp)\\(\\)|\\m(current_timestamp|localtimestamp)\\M'
          from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum), false))
        order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(json_build_object('primary', i.indisprimary, 'whole', i.indpred is null,
        'columns', (select json_agg(a.attname order by k.ord) from unnest(i.indkey::int2[]) with ordinality k(num, ord)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num where k.ord <= i.indnkeyatts)))
        from pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indexprs is null) as uniques,
    (select json_agg(json_build_object('column', a.attname, 'schema', fn.nspname, 'table', f.relname, 'to', b.attname))
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
        where k.conrelid = c.oid and k.contype = 'f' and array_length(k.conkey, 1) = 1) as links
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by n.nspname, c.relname limit 2000`;

/** Views have no keys, and what a row of one stands for is not in the catalogs. Those of extensions are left out. */
const views = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname, c.relname limit 200`;

export async function readOwnViews(database: Queryable): Promise<Pick<CatalogTable, 'schema' | 'name'>[]> {
  return database.query<Pick<CatalogTable, 'schema' | 'name'>>(views);
}

type Row = Omit<CatalogTable, 'sql' | 'uniques' | 'links' | 'columns'> & {
  readonly sql: string;
  readonly short: string;
  readonly visible: boolean;
  readonly columns: CatalogTable['columns'] | null;
  readonly uniques: CatalogTable['uniques'] | null;
  readonly links: CatalogTable['links'] | null;
};

export async function readOwnCatalog(database: Queryable): Promise<CatalogTable[]> {
  const rows = await database.query<Row>(statement);
  return rows.map(({ sql, short, visible, columns, uniques, links, ...own }) => ({
    ...own,
    sql: visible ? short : sql,
    columns: columns ?? [],
    uniques: uniques ?? [],
    links: links ?? [],
  }));
}
