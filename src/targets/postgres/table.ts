// What a table says about itself: on which server it is read, whether rows are hidden, and whether its key is unique.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';

export interface Table {
  /** Quoted, as it stands in statements. */
  readonly name: string;
  readonly key: string;
  /** Unquoted, as the catalog has it. */
  readonly keyName: string;
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
  /** With its schema: a name without one is another table for whoever has another search path. */
  full_name: z.string(),
  /** Letter of the catalog: `r` ordinary, `p` partitioned, `v` view, `m` materialized view, `f` foreign table. */
  kind: z.string(),
  /** The table of which this one is a partition or a child: others of its kind may have the row. */
  whole: z.nullable(z.string()),
  /** A part of it that lies on another server. */
  elsewhere: z.nullable(z.string()),
  /** A subscription fills it, from a table that is ahead. */
  subscribed: z.boolean(),
  replica: z.boolean(),
  behind: z.nullable(z.string()),
  hidden: z.boolean(),
  filled: z.boolean(),
  /** Some row has a key: the column is the one that is written. */
  keyed: z.boolean(),
  unique_index: z.nullable(z.string()),
  /** One that holds the key beside other columns: a second row with the key goes in where they differ. */
  wider_index: z.nullable(z.string()),
});
export type Standing = z.output<typeof standing>;

/** The table $1 and whatever a SELECT from it reads as well: partitions of partitions, tables that inherit. */
const parts = `with recursive parts as (select $1::regclass::oid as part
    union select i.inhrelid from parts p join pg_inherits i on i.inhparent = p.part)`;

/** `indkey` alone, whole, without a condition: anything less lets a second row with the key in, as a child table does. */
const asking = ({ name, key }: Pick<Table, 'name' | 'key'>) => `${parts} select c.relkind::text as kind,
    (select n.nspname from pg_namespace n where n.oid = c.relnamespace) || '.' || c.relname as full_name,
    (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid limit 1) as whole,
    (select f.oid::regclass::text from pg_class f where f.oid in (select part from parts) and f.relkind = 'f' limit 1) as elsewhere,
    exists (select from pg_subscription_rel where srrelid in (select part from parts)) as subscribed,
    pg_is_in_recovery() as replica,
    case when pg_is_in_recovery() then coalesce((now() - pg_last_xact_replay_timestamp())::text, 'nobody knows how far') end as behind,
    row_security_active(c.oid) as hidden, exists (select 1 from ${name}) as filled,
    exists (select 1 from ${name} where ${key} is not null) as keyed,
    (select i.indexrelid::regclass::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attname = $2
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indnkeyatts = 1
        and i.indkey[0] = a.attnum
        and (c.relkind = 'p' or not exists (select from pg_inherits h where h.inhparent = c.oid)) limit 1) as unique_index,
    (select i.indexrelid::regclass::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attname = $2
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indnkeyatts > 1 and a.attnum = any(i.indkey) limit 1) as wider_index
  from pg_class c where c.oid = $1::regclass`;

/** Undefined: there is no such table, or it is not visible to this role. */
export async function standingOf(database: Queryable, { name, key, keyName }: Table): Promise<Standing | undefined> {
  const [row] = await database.query(asking({ name, key }), [name, keyName]);
  return row && standing.parse(row);
}

/** Undefined: there is no such relation. The letters of `standing.kind`. */
export async function kindOf(database: Queryable, { name }: Table): Promise<string | undefined> {
  const [row] = await database.query<{ kind: string }>(
    'select relkind::text as kind from pg_class where oid = to_regclass($1)',
    [name],
  );
  return row?.kind;
}

const writer = z.object({ who: z.string(), pid: z.nullable(z.int()) });
export type Writer = z.output<typeof writer>;

/**
 * Transactions that write to the table and have not ended, those that wait for its lock too: their rows cannot be seen. Who
 * writes to a partition by its own name locks that one alone.
 */
const writing = `${parts} select distinct virtualtransaction as who, pid from pg_locks
  where relation in (select part from parts) and mode = 'RowExclusiveLock' and pid is distinct from pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`;

export async function writersOf(database: Queryable, { name }: Table): Promise<Writer[]> {
  return (await database.query(writing, [name])).map((row) => writer.parse(row));
}

const row = z.object({
  asked: z.string(),
  id: z.string(),
  created: z.nullable(z.instanceof(Date)),
  deleted: z.boolean(),
});
export type TableRow = z.output<typeof row>;

const column = (name: string | undefined, type: string) => (name === undefined ? `null::${type}` : `${name}::${type}`);

const shown = ({ id, created, deleted }: Table) => `${id}::text as id,
  ${column(created, 'timestamptz')} as created,
  ${deleted === undefined ? 'false' : `coalesce(to_jsonb(${deleted}) <> 'false'::jsonb, false)`} as deleted`;

/** Without its length: a key that is cut to fit would be another one. */
const typing = `select format_type(atttypid, -1) as type from pg_attribute
  where attrelid = $1::regclass and attname = $2 and not attisdropped`;

/** A key is equal to what the table takes for equal: a UUID in capitals is the same UUID. `asked` is the text that was given. */
export async function rowsWith(database: Queryable, table: Table, keys: readonly string[]) {
  const [typed] = await database.query<{ type: string }>(typing, [table.name, table.keyName]);
  const rows = await database.query(
    `select wanted.text as asked, found.id, found.created, found.deleted from unnest($1::text[]) as wanted(text)
       join (select ${table.key} as key, ${shown(table)} from ${table.name}) as found on found.key = wanted.text::${typed?.type ?? 'text'}
     order by 4, 3, 2`,
    [keys],
  );
  return rows.map((one) => row.parse(one));
}

export async function rowsBetween(database: Queryable, table: Table, from: number, to: number, key: string) {
  const rows = await database.query(
    `select $4::text as asked, ${shown(table)}
     from ${table.name} where ${table.created} between to_timestamp($1::float8 / 1000) and to_timestamp($2::float8 / 1000)
       and ${table.key} = $3 order by 4, 3, 2`,
    [from, to, key, key],
  );
  return rows.map((one) => row.parse(one));
}

const fate = z.object({ xid: z.string(), status: z.nullable(z.string()) });

/** What became of the transactions that a writer noted for this key: `committed`, `aborted`, `in progress`, or null when too old. */
export async function fatesOf(database: Queryable, query: string, key: string) {
  const rows = await database.query(
    // Up to version 15 the cast takes any word for a number, and whatever is no transaction for one that is too old.
    `select coalesce(noted.xid::text, 'null') as xid, case when noted.xid::text ~ '^[1-9][0-9]{0,19}$'
       then pg_xact_status(noted.xid::text::xid8) else 'no transaction id' end as status from (${query}) as noted(xid)`,
    [key],
  );
  return rows.map((one) => fate.parse(one));
}
