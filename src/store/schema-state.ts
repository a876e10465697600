// Which version of the schema a database has, and whether this program may work with it.
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { Migration } from './migration.ts';
import { migrations as known } from './migrations/index.ts';

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly breaking: boolean;
}

export type SchemaState =
  /** No schema, or none that dedupe migrate made; `tables` counts what stands there without a record. */
  | { readonly state: 'missing'; readonly schema: boolean; readonly tables: number }
  /** It is there, but this role may not look: a different answer from "nothing there". */
  | { readonly state: 'hidden'; readonly role: string }
  | { readonly state: 'present'; readonly applied: readonly AppliedMigration[]; readonly version: number };

const lookShape = z.object({
  role: z.string(),
  schema: z.boolean(),
  usable: z.boolean(),
  recorded: z.boolean(),
  readable: z.boolean(),
  tables: z.number(),
});
const appliedShape = z.object({ version: z.number(), name: z.string(), checksum: z.string(), breaking: z.boolean() });

/** Asked of the catalogs, which every role may read, so that "missing" and "not allowed" can be told apart. */
const look = `select current_user::text as role, n.oid is not null as schema, m.oid is not null as recorded,
    coalesce(has_schema_privilege(n.oid, 'usage'), false) as usable,
    coalesce(has_table_privilege(m.oid, 'select'), false) as readable,
    (select count(*)::int from pg_catalog.pg_class t where t.relnamespace = n.oid and t.relkind in ('r', 'p')) as tables
  from (select 1) one
  left join pg_catalog.pg_namespace n on n.nspname = 'dedupe'
  left join pg_catalog.pg_class m on m.relnamespace = n.oid and m.relname = 'migrations' and m.relkind = 'r'`;

export async function readSchemaState(database: Queryable): Promise<SchemaState> {
  const seen = lookShape.parse((await database.query(look))[0]);
  if (!seen.recorded) return { state: 'missing', schema: seen.schema, tables: seen.tables };
  if (!seen.usable || !seen.readable) return { state: 'hidden', role: seen.role };
  const rows = await database.query('select version, name, checksum, breaking from dedupe.migrations order by version');
  const applied = z.array(appliedShape).parse(rows);
  return { state: 'present', applied, version: applied.at(-1)?.version ?? 0 };
}

/** For whoever writes: the schema must be exactly the one that this program knows. */
export async function assertWritable(database: Database, list: readonly Migration[] = known): Promise<void> {
  const applied = visible(await readSchemaState(database), database);
  refuseNewer(applied, list, 0, database);
  refuseOlder(applied, list, database);
}

/** For whoever reads: one version newer is well, unless that version says that it breaks readers. */
export async function assertReadable(database: Database, list: readonly Migration[] = known): Promise<void> {
  const applied = visible(await readSchemaState(database), database);
  refuseNewer(applied, list, 1, database);
  refuseOlder(applied, list, database);
}

function visible(state: SchemaState, database: Database): readonly AppliedMigration[] {
  const where = database.describe();
  if (state.state === 'present') return state.applied;
  if (state.state === 'hidden')
    throw new DedupeError('DEDUPE_DB_REFUSED', `role "${state.role}" may not read the dedupe schema in ${where}`, {
      hint: 'dedupe migrate --grants prints the rights that a reader and a writer need.',
    });
  throw new DedupeError('DEDUPE_SCHEMA_MISSING', `${where} has no dedupe schema`, {
    hint: 'dedupe migrate makes it; or this is another database than you meant.',
  });
}

/** Throws DEDUPE_SCHEMA_NEWER when the database has more than `tolerance` versions that `list` does not know. */
export function refuseNewer(
  applied: readonly AppliedMigration[],
  list: readonly Migration[],
  tolerance: number,
  database: Database,
): void {
  const unknown = applied.filter(({ version }) => version > list.length);
  const breaks = unknown.find(({ breaking }) => breaking);
  if (unknown.length <= tolerance && !breaks) return;
  const newest = unknown.at(-1)?.version;
  const why = unknown.length <= tolerance ? `, and ${breaks?.name} breaks older readers` : '';
  throw new DedupeError(
    'DEDUPE_SCHEMA_NEWER',
    `${database.describe()} has schema version ${newest}, this dedupe knows ${list.length}${why}`,
    { hint: 'Use the newer dedupe that applied it.' },
  );
}

function refuseOlder(applied: readonly AppliedMigration[], list: readonly Migration[], database: Database): void {
  const has = new Set(applied.map(({ version }) => version));
  const pending = list.filter(({ version }) => !has.has(version)).map(({ name }) => name);
  if (pending.length === 0) return;
  throw new DedupeError('DEDUPE_SCHEMA_OLDER', `${database.describe()} lacks ${pending.join(', ')}`, {
    hint: 'dedupe migrate applies what is missing.',
  });
}
