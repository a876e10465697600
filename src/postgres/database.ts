// What the rest of the program sees of a database, whichever engine answers.

export interface Queryable {
  /**
   * One statement with bound parameters. Rows come as the driver reads them: `timestamptz` is a Date (milliseconds), and
   * a `bigint` differs between engines, so a query that cares casts to text or builds JSON.
   * Throws DedupeError only: DEDUPE_DB_UNREACHABLE, DEDUPE_DB_REFUSED, DEDUPE_DB_BUSY or DEDUPE_DB_QUERY.
   */
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Several statements without parameters in one message; one implicit transaction unless one is open already. */
  script(text: string): Promise<void>;
}

/** One connection. Calls are served one after the other, in the order in which they were made. */
export interface Database extends Queryable {
  readonly engine: 'server' | 'embedded';
  /** True when every statement runs in a transaction that cannot write. */
  readonly readOnly: boolean;
  /**
   * Commits what `work` did with the connection that it is given, or rolls all of it back when it throws.
   * `work` must use that connection only: the database itself waits until the transaction has ended.
   */
  transaction<T>(work: (connection: Queryable) => Promise<T>): Promise<T>;
  /** Where it is, for a person: host, port and database, or the folder. Never a user's password. */
  describe(): string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Every statement in `BEGIN READ ONLY`, on a session whose default is read-only. */
  readonly readOnly?: boolean;
  /** Where row security would hide rows from this role, a statement is refused: then absence can be believed. */
  readonly wholeTables?: boolean;
  /** Aborting it breaks the connection: the statement under way ends in DEDUPE_INTERRUPTED. */
  readonly signal?: AbortSignal | undefined;
  /** 0 is no limit. Default: 30 s when read-only, else none. The embedded engine ignores it. */
  readonly statementTimeoutMs?: number;
  /** Default 10 s: name resolution, connection, TLS and login together. */
  readonly connectTimeoutMs?: number;
  /** Statements outside of transactions are planned once for the session. For whoever asks the same few again and again. */
  readonly prepared?: boolean;
  /** How the session calls itself in pg_stat_activity. Default `dedupe`. */
  readonly applicationName?: string;
  /** How long to wait for another process to let go of an embedded folder. Default 5 s. */
  readonly busyWaitMs?: number;
}
