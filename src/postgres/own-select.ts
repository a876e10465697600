// One SELECT that a person wrote for tables of their own, run alone: nothing that it does outlives it.
import { DedupeError } from '../errors.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import { parseAddress } from './address.ts';
import type { Database } from './database.ts';
import { failureOf } from './failure.ts';
import { openDatabase } from './open.ts';

export interface OwnSelect {
  /** In an error: `tables.records.select`. */
  readonly name: string;
  /** With `$1`, `$2`, … */
  readonly text: string;
  /** Null: not asked for. */
  readonly params: readonly (string | null)[];
}

export interface Running {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
  /** Rows at most. */
  readonly limit: number;
  /** A name or an offset that PostgreSQL knows. It rules what a time without a zone means. */
  readonly timeZone: string;
  /** Refused (42501) where row security would hide a row from this role: then absence can be believed. */
  readonly seesAllRows?: boolean;
}

/** Every value as the text that JSON has for it: times with `T`, and numbers of any size unrounded. */
export type OwnRow = Readonly<Record<string, string | null>>;

export interface Answer {
  readonly rows: readonly OwnRow[];
  /** There are more rows than the limit. */
  readonly reached: boolean;
  /** Up to when the database had what it was asked for; on a standby what has reached it. Undefined: it was not asked. */
  readonly upTo: Instant | undefined;
}

/**
 * On a connection of its own that is thrown away, in a transaction that cannot write and is rolled back. A value that
 * cannot be of its column's type (a key asked of a number) matches no row. Throws DedupeError.
 */
export async function runOwnSelect(select: OwnSelect, running: Running): Promise<Answer> {
  if (parseAddress(running.url).engine === 'embedded')
    throw new DedupeError('DEDUPE_EMBEDDED_REFUSED', 'own tables are read from a PostgreSQL server only', {
      hint: 'Name it in DEDUPE_TABLES_DATABASE_URL: postgres://USER@HOST/NAME.',
    });
  let params = select.params;
  for (;;) {
    if (params.length > 0 && params.every((value) => value === null))
      return { rows: [], reached: false, upTo: undefined };
    const outcome = await attempt(select, params, running);
    if ('rows' in outcome) return outcome;
    params = params.map((value, i) => (i === outcome.unfit ? null : value));
  }
}

async function attempt(
  { name, text }: OwnSelect,
  params: readonly (string | null)[],
  running: Running,
): Promise<Answer | { readonly unfit: number }> {
  const { url, signal, applicationName, statementTimeoutMs, limit, timeZone, seesAllRows } = running;
  const database = await openDatabase(url, { readOnly: true, signal, applicationName, statementTimeoutMs });
  try {
    // Inside of a query in brackets nothing can stand that changes a row, and nothing can follow it.
    const whole = `select (select coalesce(jsonb_object_agg(key, value), '{}')::text from jsonb_each_text(to_jsonb(own))) as row from (\n${text}\n) as own limit $${params.length + 1}`;
    const [rows, upTo] = await database.transaction(async (connection) => {
      const [server] = await connection.query<{ up_to: string | null }>(
        `select set_config('TimeZone', $1, true), set_config('row_security', case when $2 then 'off' else current_setting('row_security') end, true),
           to_json(case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else clock_timestamp() end) #>> '{}' as up_to`,
        [timeZone, seesAllRows === true],
      );
      const found = await connection.query<{ row: string }>(whole, [...params, limit + 1]);
      await connection.script('rollback');
      return [found, parseInstant(server?.up_to ?? '')] as const;
    });
    return {
      rows: rows.slice(0, limit).map(({ row }) => JSON.parse(row) as OwnRow),
      reached: rows.length > limit,
      upTo,
    };
  } catch (error) {
    const unfit = unfitParameter(error, params);
    if (unfit !== undefined) return { unfit };
    throw told(error, name, database, statementTimeoutMs);
  } finally {
    await database.close();
  }
}

/** 22P02: no such number, uuid, …; 22003: larger than its type; 22007 and 22008: no time. Only where the value itself is to blame. */
function unfitParameter(error: unknown, params: readonly (string | null)[]): number | undefined {
  const { sqlState = '', context = '' } = failureOf(error) ?? {};
  const number = Number(/\bparameter \$(\d+)/.exec(context)?.[1]) - 1;
  return /^22(P02|003|007|008)$/.test(sqlState) && typeof params[number] === 'string' ? number : undefined;
}

function told(error: unknown, name: string, database: Database, limitMs: number): unknown {
  const failure = failureOf(error);
  if (!(error instanceof DedupeError) || failure?.sqlState === undefined) return error;
  const [why, hint] = meaning(failure.sqlState, failure.message, limitMs);
  if (why === undefined) return error;
  const code = failure.sqlState === '42501' ? 'DEDUPE_DB_REFUSED' : 'DEDUPE_DB_QUERY';
  return new DedupeError(code, `${name} ${why} at ${database.describe()}`, { hint, cause: failure });
}

function meaning(state: string, message: string, limitMs: number): readonly [string | undefined, string] {
  if (state === '25006') return [`would write (${message}) and was refused`, 'It may only read.'];
  if (state === '57014')
    return [`did not end within ${limitMs / 1000} s`, 'Has each column that it compares an index?'];
  if (state === '42P18' || state === '42725' || state === '42P08')
    return [`cannot be understood: ${message} (${state})`, 'Write the type behind a parameter: :event_id::text.'];
  if (state === '42501') return [`may not read that: ${message} (42501)`, 'Give the role SELECT on the table.'];
  if (/^(42|0A|22|21)/.test(state)) return [`cannot be run: ${message} (${state})`, ''];
  return [undefined, ''];
}
