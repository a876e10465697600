// The database of a queue that lives in PostgreSQL: which one, under which account, and whether that account sees its rows.
import * as z from 'zod/mini';
import { DedupeError } from '../../errors.ts';
import { shownHost } from '../../model/clean/shown-host.ts';
import type { QueueWorld } from '../../model/queue.ts';
import { parseSpan } from '../../model/span.ts';
import type { Queryable } from '../../postgres/database.ts';
import { openDatabase } from '../../postgres/open.ts';

const word = () => z.string().check(z.minLength(1));
/** An address without a password: that one comes from the environment (PGPASSWORD), or the whole address does. */
const address = z.string().check(z.regex(/^postgres(ql)?:\/\/([^\s:/@]+@)?[^\s@]+$/));
const path = () => z.optional(z.string().check(z.regex(/^[^\s.]+(\.[^\s.]+)*$/)));

export const postgresSettings = {
  type: z.optional(z.string()),
  url: z.optional(address),
  /** Variable that holds the whole address. */
  url_env: z.optional(z.string().check(z.regex(/^[A-Za-z_]\w*$/))),
  schema: z.optional(word()),
  /** Names of queues; all when left out. */
  queues: z.optional(z.union([word(), z.array(word())])),
  event_id: path(),
  source_event_key: path(),
  workspace_id: path(),
  /** How a job's id or key is made: `{event_id}`, `{source_event_key}`, or the hash of one: `sha256:{event_id}`. */
  job_id: z.optional(z.union([word(), z.array(word())])),
  lease: z.optional(z.string().check(z.refine((text) => parseSpan(text) !== undefined))),
  /** Jobs that are looked through at most where nothing cheaper finds one. */
  scan_limit: z.optional(z.int().check(z.positive(), z.lte(1_000_000))),
};

export type PostgresSettings = z.output<z.ZodMiniObject<typeof postgresSettings>>;

const statementTimeoutMs = 15_000;

export interface QueueReader {
  readonly place: string;
  /** One look on a connection of its own, in one transaction that cannot write. */
  read<T>(signal: AbortSignal, work: (connection: Queryable) => Promise<T>): Promise<T>;
}

/** Throws DEDUPE_QUEUE_CREDENTIALS when the environment lacks what it names. */
export function queueReader(
  { url, url_env = 'DEDUPE_QUEUE_DATABASE_URL' }: Pick<PostgresSettings, 'url' | 'url_env'>,
  world: QueueWorld,
): QueueReader {
  const found = url ?? world.env[url_env]?.trim();
  if (!found)
    throw new DedupeError('DEDUPE_QUEUE_CREDENTIALS', `queue ${world.name} needs ${url_env} in the environment`, {
      hint: 'Or give url, without a password, in the configuration.',
    });
  if (!/^postgres(ql)?:\/\//.test(found))
    throw new DedupeError('DEDUPE_QUEUE_CREDENTIALS', `${url_env} of queue ${world.name} is no postgres:// address`);
  return {
    place: placeOf(found),
    async read(signal, work) {
      const options = { readOnly: true, signal, statementTimeoutMs, applicationName: 'dedupe' };
      const database = await openDatabase(found, options).catch((error) => {
        throw asQueueError(error, signal);
      });
      try {
        return await database.transaction(work);
      } catch (error) {
        throw asQueueError(error, signal);
      } finally {
        await database.close();
      }
    },
  };
}

/** Host, port and database; never who asks. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${shownHost(hostname || 'localhost')}:${port || '5432'}${pathname}`;
}

function asQueueError(error: unknown, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (!(error instanceof DedupeError) || !error.code.startsWith('DEDUPE_DB_')) return error;
  const code = error.code === 'DEDUPE_DB_REFUSED' ? 'DEDUPE_QUEUE_REFUSED' : 'DEDUPE_QUEUE_UNREACHABLE';
  return new DedupeError(code, error.message, { hint: error.hint, cause: error });
}

export interface TableAccess {
  /** Of those that are there; `secured`: row security hides rows from this account without an error. */
  readonly [table: string]: { readonly readable: boolean; readonly secured: boolean } | undefined;
}

/**
 * Asked before anything is read: zero rows of a table that hides its rows look like an empty one. Row security hides
 * nothing where a policy lets this account see every row and none takes one back.
 */
export async function accessTo(connection: Queryable, schema: string): Promise<TableAccess> {
  const rows = await connection.query<{ name: string; readable: boolean; secured: boolean }>(
    `with applies as (select polrelid, polpermissive, pg_get_expr(polqual, polrelid) as condition from pg_policy
       where polcmd in ('r', '*') and exists (select from unnest(polroles) r where r = 0 or pg_has_role(r, 'usage')))
     select c.relname as name, row_security_active(c.oid)
       and not (exists (select from applies a where a.polrelid = c.oid and a.polpermissive and a.condition = 'true')
         and not exists (select from applies a where a.polrelid = c.oid and not a.polpermissive)) as secured,
       has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p', 'v')`,
    [schema],
  );
  return Object.fromEntries(rows.map(({ name, ...access }) => [name, access]));
}

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
