// One row, inserted once: the unique key refuses the second one, and an error of the server is a proof that nothing stayed.
import { DedupeError } from '../../errors.ts';
import type { Created } from '../../model/target.ts';
import type { Database } from '../../postgres/database.ts';
import { openDatabase } from '../../postgres/open.ts';
import { kindOf, quoted, rowsWith, type Table } from './table.ts';

export interface Inserting {
  readonly url: string;
  readonly table: Table;
  readonly key: string;
  readonly columns: readonly string[];
  readonly request: Uint8Array;
}

export async function insertRow(
  { url, table, key, columns, request }: Inserting,
  signal: AbortSignal,
): Promise<Created & { readonly existed?: boolean }> {
  let database: Database;
  try {
    database = await openDatabase(url, { signal, applicationName: 'dedupe create' });
  } catch (error) {
    // Not even the login was through: the statement cannot have run.
    return { outcome: 'refused', reason: codeOf(error), temporary: true };
  }
  const names = columns.map(quoted).join(', ');
  try {
    // What goes in through a view need not be seen through it: better that it is not made.
    const kind = await kindOf(database, table);
    if (kind !== 'r' && kind !== 'p') return { outcome: 'refused', reason: 'not_a_table', temporary: false };
    const rows = await database.query<{ id: string; key: string | null }>(
      `insert into ${table.name} (${names}) select ${names} from jsonb_populate_record(null::${table.name}, $1::jsonb)
       on conflict (${table.key}) do nothing returning ${table.id}::text as id, ${table.key}::text as key`,
      [Buffer.from(request).toString('utf8')],
    );
    const id = rows[0]?.id ?? (await rowsWith(database, table, [key]))[0]?.id;
    if (id === undefined) return { outcome: 'unknown', reason: 'exists_already' };
    // A trigger may have written another value, or none; whether two are equal the table knows.
    const isKept =
      rows[0] === undefined ||
      rows[0].key === key ||
      (await rowsWith(database, table, [key])).some((row) => row.id === id);
    return { outcome: 'done', id, url: undefined, existed: rows.length === 0, ...(isKept ? {} : { keyless: true }) };
  } catch (error) {
    return endOf(error);
  } finally {
    await database.close();
  }
}

/**
 * Cancelled (57014), a server that only reads for now (25006), no room (53), trouble with its disks (58), an object in use
 * (55006): none of it is the fault of the request.
 */
const passing = /^(57014|25006|53|58|55006)/;

/** What the server answers in words it has rolled back; a connection that broke says nothing. */
function endOf(error: unknown): Created {
  const reason = codeOf(error);
  if (!(error instanceof DedupeError)) return { outcome: 'unknown', reason };
  if (error.code === 'DEDUPE_DB_BUSY') return { outcome: 'refused', reason, temporary: true };
  if (error.code === 'DEDUPE_DB_QUERY' || error.code === 'DEDUPE_DB_REFUSED')
    return { outcome: 'refused', reason, temporary: passing.test(reason) };
  return { outcome: 'unknown', reason };
}

function codeOf(error: unknown): string {
  const cause = error instanceof DedupeError ? error.cause : undefined;
  const state: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'sqlState') : undefined;
  if (typeof state === 'string' && /^\w{1,30}$/.test(state)) return state;
  return error instanceof DedupeError ? error.code : 'error';
}
