// Tables of one's own as a configuration describes them: for each kind of fact a SELECT.
import type { FactKind } from './fact-fields.ts';

/** What a trace binds: names of what is asked about, and the span of --since and --until. */
export const nameParameters = ['event_id', 'source_event_key', 'subject', 'job_id', 'record_id'] as const;
export const spanParameters = ['from', 'to'] as const;
export type Parameter = (typeof nameParameters)[number] | (typeof spanParameters)[number];

/** `deliveries`, `runs`, …: how the configuration calls the SELECT of a kind. */
export const tableNames = {
  deliveries: 'delivery',
  runs: 'run',
  guards: 'guard',
  jobs: 'job',
  attempts: 'attempt',
  operations: 'operation',
  calls: 'call',
  records: 'record',
  lifecycle: 'lifecycle',
} as const satisfies Readonly<Record<string, FactKind>>;
export type TableName = keyof typeof tableNames;

export interface TableSelect {
  /** With `$1`, `$2`, … for the parameters, in their order. */
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

export interface OwnTable {
  readonly kind: FactKind;
  /** `tables.records`. */
  readonly name: string;
  readonly select: TableSelect;
  /** The same rows by time; undefined: a scan leaves the table out. */
  readonly scan: TableSelect | undefined;
  /** What a status word of the table means: `{ ok: done }`. */
  readonly words: Readonly<Record<string, string>>;
  /** Everything of this kind has its row, and keeps it for so long (`ms` undefined: for ever). Undefined: nobody says so. */
  readonly keeps: { readonly ms: number | undefined } | undefined;
}

export interface OwnTables {
  readonly tables: readonly OwnTable[];
  /** In which times without a zone stand. */
  readonly timeZone: string;
}
