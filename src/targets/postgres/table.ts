// What a table says about itself: on which server it is read, whether rows are hidden, and whether its key is unique.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

export interface Table {
  /** Quoted, as it stands in statements. */
  readonly name: string;
  readonly key: string;
  readonly id: string;
  readonly created: string | undefined;
  /** Set or true in rows that people take for deleted. */
  readonly deleted: string | undefined;
}

export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

const standing = z.object({
  replica: z.boolean(),
  behind: z.nullable(z.string()),
  hidden: z.boolean(),
  filled: z.boolean(),
  unique_index: z.nullable(z.string()),
});
export type Standing = z.output<typeof standing>;

/** `indkey` alone, whole, without a condition: anything less lets a second row with the key in. */
const asking = (table: string) => `select pg_is_in_recovery() as replica,
    case when pg_is_in_recovery() then coalesce((now() - pg_last_xact_replay_timestamp())::text, 'nobody knows how far') end as behind,
    row_security_active(c.oid) as hidden, exists (select 1 from ${table}) as filled,
    (select i.indexrelid::regclass::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attname = $2
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indnkeyatts = 1
        and i.indkey[0] = a.attnum limit 1) as unique_index
  from pg_class c where c.oid = $1::regclass`;

/** Undefined: there is no such table, or it is not visible to this role. */
export async function standingOf(database: Queryable, { name, key }: Table): Promise<Standing | undefined> {
  const [row] = await database.query(asking(name), [name, key]);
  return row && standing.parse(row);
}

const writer = z.object({ who: z.string(), pid: z.nullable(z.int()) });
export type Writer = z.output<typeof writer>;

/** Transactions that write to the table and have not ended, those that wait for its lock too: their rows cannot be seen. */
const writing = `select distinct virtualtransaction as who, pid from pg_locks
  where relation = $1::regclass and mode = 'RowExclusiveLock' and pid is distinct from pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`;

export async function writersOf(database: Queryable, { name }: Table): Promise<Writer[]> {
  return (await database.query(writing, [name])).map((row) => writer.parse(row));
}

const row = z.object({
  key: z.string(),
  id: z.string(),
  created: z.nullable(z.instanceof(Date)),
  deleted: z.boolean(),
});
export type TableRow = z.output<typeof row>;

const column = (name: string | undefined, type: string) => (name === undefined ? `null::${type}` : `${name}::${type}`);

const shown = ({ key, id, created, deleted }: Table) => `${key}::text as key, ${id}::text as id,
  ${column(created, 'timestamptz')} as created,
  ${deleted === undefined ? 'false' : `coalesce(to_jsonb(${deleted}) <> 'false'::jsonb, false)`} as deleted`;

export async function rowsWith(database: Queryable, table: Table, keys: readonly string[]) {
  const rows = await database.query(
    `select ${shown(table)}
     from ${table.name} where ${table.key} = any($1) order by 4, 3, 2`,
    [keys],
  );
  return rows.map((one) => row.parse(one));
}

export async function rowsBetween(database: Queryable, table: Table, from: number, to: number, key: string) {
  const rows = await database.query(
    `select ${shown(table)}
     from ${table.name} where ${table.created} between to_timestamp($1::float8 / 1000) and to_timestamp($2::float8 / 1000)
       and ${table.key} = $3 order by 4, 3, 2`,
    [from, to, key],
  );
  return rows.map((one) => row.parse(one));
}

const fate = z.object({ xid: z.string(), status: z.nullable(z.string()) });

/** What became of the transactions that a writer noted for this key: `committed`, `aborted`, `in progress`, or null when too old. */
export async function fatesOf(database: Queryable, query: string, key: string) {
  const rows = await database.query(
    `select noted.xid::text as xid, pg_xact_status(noted.xid::text::xid8) as status from (${query}) as noted(xid)`,
    [key],
  );
  return rows.map((one) => fate.parse(one));
}
