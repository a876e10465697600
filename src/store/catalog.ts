// What stands in the schema, read from the catalogs in words that every PostgreSQL version spells alike.
import * as z from 'zod/mini';
import type { Database } from '../postgres/database.ts';

const named = { table: z.string(), name: z.string() };

export const schemaDescription = z.object({
  tables: z.array(z.string()),
  /** `default` is the expression, null without one; a default is never the text "null". */
  columns: z.array(z.object({ ...named, type: z.string(), notNull: z.boolean(), default: z.nullable(z.string()) })),
  constraints: z.array(z.object({ ...named, definition: z.string(), validated: z.boolean() })),
  /** `constraint`: it carries a unique constraint or a primary key, which makes and drops it. */
  indexes: z.array(
    z.object({ ...named, definition: z.string(), unique: z.boolean(), valid: z.boolean(), constraint: z.boolean() }),
  ),
  views: z.array(z.object({ name: z.string(), columns: z.array(z.string()), definition: z.string() })),
});
export type SchemaDescription = z.output<typeof schemaDescription>;

const columns = `select c.relname as "table", a.attname as name, a.attnotnull as "notNull",
    format_type(a.atttypid, a.atttypmod)
      || coalesce((select format(' collate %I', o.collname) from pg_collation o
           where o.oid = a.attcollation and a.attcollation <> t.typcollation), '') as type,
    pg_get_expr(d.adbin, d.adrelid) as "default"
  from pg_attribute a join tables c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`;

/** Not-null constraints (type n) have rows of their own from version 18 on; the column says the same everywhere. */
const constraints = `select c.relname as "table", k.conname as name, k.convalidated as validated,
    regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '') as definition
  from pg_constraint k join tables c on c.oid = k.conrelid
  where k.contype in ('c', 'f', 'p', 'u', 'x') order by c.relname, k.conname`;

/** Storage parameters are the administrator's business, so they are cut off. */
const indexes = `select c.relname as "table", i.relname as name, x.indisunique as "unique",
    x.indisvalid and x.indisready and x.indislive as valid,
    regexp_replace(pg_get_indexdef(x.indexrelid), ' WITH \\([^)]*\\)', '') as definition,
    exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')) as "constraint"
  from pg_index x join tables c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  order by c.relname, i.relname`;

const views = `select c.relname as name, pg_get_viewdef(c.oid) as definition,
    (select jsonb_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'dedupe' and c.relkind = 'v' order by c.relname`;

const description = `with tables as (
    select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'dedupe' and c.relkind in ('r', 'p'))
  select jsonb_build_object(
    'tables', (select coalesce(jsonb_agg(relname order by relname), '[]') from tables),
    'columns', (select coalesce(jsonb_agg(q), '[]') from (${columns}) q),
    'constraints', (select coalesce(jsonb_agg(q), '[]') from (${constraints}) q),
    'indexes', (select coalesce(jsonb_agg(q), '[]') from (${indexes}) q),
    'views', (select coalesce(jsonb_agg(q), '[]') from (${views}) q)) as it`;

/** Everything in schema `dedupe`; empty lists when there is none. Reads catalogs only: no right on any table is needed. */
export async function describeSchema(database: Database): Promise<SchemaDescription> {
  const [row] = await database.transaction(async (inside) => {
    // With no other schema on the path, every name comes out qualified, whatever the role's own path is.
    await inside.script('set local search_path = pg_catalog');
    return inside.query<{ it: unknown }>(description);
  });
  const seen = schemaDescription.parse(row?.it);
  return { ...seen, views: seen.views.map((view) => ({ ...view, definition: sameInAllVersions(view.definition) })) };
}

/** Up to 15, columns of a view on one table are written with the table's name before them; later they are not. */
function sameInAllVersions(definition: string): string {
  return definition
    .replace(/\b(?!dedupe\.)[a-z_]+\.(?=[a-z_])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
