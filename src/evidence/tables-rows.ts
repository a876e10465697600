// Rows of a person's own tables as facts: each column is a field, checked like one of a fact line.
import { createHash } from 'node:crypto';
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import { type FactKind, factFields } from '../model/fact-fields.ts';
import { expectedBy } from '../model/field-kinds.ts';
import { nearName } from '../model/near-name.ts';
import type { OwnTable } from '../model/own-tables.ts';
import type { Gap } from '../model/source.ts';
import { identityOf } from '../model/timeline/identity.ts';
import { stampIn } from '../model/zone.ts';
import type { OwnRow } from '../postgres/own-select.ts';
import { evidenceEntry } from './index.ts';
import { withSubject } from './subject.ts';

const { id } = evidenceEntry('tables');

/** The fields that hold a status word, and what stands there where the word says too little. */
const wordFields: Partial<Record<FactKind, { readonly field: string; readonly unclear?: string }>> = {
  delivery: { field: 'disposition' },
  run: { field: 'outcome', unclear: 'unknown' },
  guard: { field: 'result' },
  attempt: { field: 'outcome', unclear: 'unknown' },
  operation: { field: 'state', unclear: 'unknown' },
  call: { field: 'outcome', unclear: 'unknown' },
  lifecycle: { field: 'what' },
};
const numbers = new Set(['lease_ms', 'init_ms']);
const flags = new Set(['deleted', 'truncated']);

export interface ReadRows {
  readonly observations: readonly Observation[];
  readonly gaps: readonly Gap[];
}

/** Throws DEDUPE_CONFIG_INVALID, naming the column, for a row that is no fact of this kind. */
export function factsOfOwnRows(table: OwnTable, rows: readonly OwnRow[], timeZone: string): ReadRows {
  const unread = new Map<string, number>();
  const observations = rows.map((row) => {
    const fields = fieldsOf(table, row, timeZone, (word) => unread.set(word, (unread.get(word) ?? 0) + 1));
    const where = `${table.name.replace('tables.', '')} ${identityOf(table.kind, fields)?.id ?? digestOf(row)}`;
    // Whoever stamps the rows of one table reads one clock, or the row says on which machine it was.
    const clock = typeof fields.instance_id === 'string' ? fields.instance_id : table.name;
    return withSubject({ kind: table.kind, fields, provenance: { source: id, where, clock } } as Observation);
  });
  return { observations, gaps: [...unread].map(([word, count]) => unclear(table, word, count)) };
}

/** A row without an id of its own is told from others by what it says: two rows are two statements. */
function digestOf(row: OwnRow): string {
  const text = JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `#${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

function fieldsOf(table: OwnTable, row: OwnRow, timeZone: string, unread: (word: string) => void) {
  const raw: Record<string, unknown> = {};
  const known = Object.keys(factFields[table.kind].shape);
  for (const [column, value] of Object.entries(row)) {
    if (!known.includes(column)) throw unusable(table, column, `which is no field of it${meant(column, known)}`);
    if (value !== null) raw[column] = plain(column, value, timeZone);
  }
  translate(table, raw, unread);
  const checked = factFields[table.kind].safeParse(raw);
  if (checked.success) return checked.data as Record<string, unknown>;
  const [issue] = checked.error.issues;
  throw unusable(table, String(issue?.path[0]), `whose value cannot be used: ${reasonOf(issue && expectedBy(issue))}`);
}

function reasonOf(message = 'it has another form'): string {
  return message.startsWith('not a time') ? `${message}; a bare one is read in tables.time_zone` : message;
}

function plain(column: string, value: string, timeZone: string): unknown {
  if (numbers.has(column)) return Number(value);
  if (flags.has(column)) return /^(t|true|1|yes)$/i.test(value);
  return column.endsWith('_at') || column === 'at' || column.endsWith('_until')
    ? (stampIn(timeZone, value) ?? value)
    : value;
}

/**
 * "failed" says that a program gave up, and not whether anything was made by then. Read as a failure it would tell that
 * nothing was; only the configuration may say so.
 */
function translate({ kind, words }: OwnTable, raw: Record<string, unknown>, unread: (word: string) => void): void {
  const { field, unclear: instead } = wordFields[kind] ?? {};
  const word = field === undefined ? undefined : raw[field];
  if (field === undefined || typeof word !== 'string') return;
  const mapped = Object.hasOwn(words, word) ? words[word] : undefined;
  if (mapped !== undefined) {
    raw[field] = mapped;
    return;
  }
  if (!bareFailure.test(word) && factFields[kind].safeParse({ [field]: word }).success) return;
  unread(word);
  if (instead === undefined) delete raw[field];
  else raw[field] = instead;
}

const bareFailure = /^(failed|failure|error|errored)$/i;

function unclear({ name, kind }: OwnTable, word: string, count: number): Gap {
  const { field } = wordFields[kind] ?? {};
  const shown = /^[\w .:-]{1,40}$/.test(word) ? `"${word}"` : 'a word that is not shown';
  const why = bareFailure.test(word) ? 'which does not say whether anything was made by then' : 'which is not known';
  const rows = count === 1 ? '1 row says' : `${count} rows say`;
  return {
    source: id,
    reason: `${name}: in ${field} ${rows} ${shown}, ${why}: map it under ${name}.words`,
    wouldSettle: 'how these ended',
    kind: 'partial',
  };
}

function meant(column: string, known: readonly string[]): string {
  const near = nearName(column, known);
  return near === undefined ? ' (dedupe explain fact-lines lists them)' : `; did you mean ${near}?`;
}

function unusable({ name }: OwnTable, column: string, what: string): DedupeError {
  return new DedupeError('DEDUPE_CONFIG_INVALID', `${name} gives a column ${column}, ${what}`, {
    hint: 'The columns are the fields of fact lines: dedupe explain fact-lines lists them.',
  });
}
