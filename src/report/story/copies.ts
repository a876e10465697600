// The copies side by side: a row for each thing that could differ. What is equal, and what nobody logged, is not a row.
import { formatSpan } from '../../model/instant.ts';
import type { TraceDocument } from '../../model/trace-document.ts';

type Copy = TraceDocument['copies'][number];

export const notLogged = '? not logged';

export interface ComparedRow {
  readonly name: string;
  readonly cells: readonly string[];
}

export interface Comparison {
  /** Unequal, or known of some copies only. */
  readonly rows: readonly (ComparedRow & { readonly isUnequal: boolean })[];
  /** Equal in all of them: name and value. */
  readonly same: readonly string[];
  /** Would tell much, and nobody logged it for any of them. */
  readonly unknown: readonly string[];
}

export function comparisonOf(copies: readonly Copy[]): Comparison {
  const rows = comparedRows(copies).map((row) => {
    const known = new Set(row.cells.filter((cell) => cell !== notLogged));
    return { ...row, isUnequal: known.size > 1, known: known.size, isWhole: !row.cells.includes(notLogged) };
  });
  return {
    rows: rows.filter(({ isUnequal, known, isWhole }) => isUnequal || (known === 1 && !isWhole)),
    same: rows.filter(({ known, isWhole }) => known === 1 && isWhole).map(({ name, cells }) => `${name} ${cells[0]}`),
    unknown: rows.filter(({ known }) => known === 0).map(({ name }) => name),
  };
}

/** Rows of which no copy knows anything are left out, except the ones that usually decide. */
export function comparedRows(copies: readonly Copy[]): ComparedRow[] {
  if (copies.length < 2) return [];
  return compared.flatMap(({ name, of, always }) => {
    const cells = copies.map((copy) => of(copy) ?? notLogged);
    return always || cells.some((cell) => cell !== notLogged) ? [{ name, cells }] : [];
  });
}

interface Compared {
  readonly name: string;
  readonly of: (copy: Copy) => string | null;
  readonly always?: boolean;
}

const compared: readonly Compared[] = [
  { name: 'event id', of: ({ event_id }) => event_id, always: true },
  { name: 'body digest', of: ({ body_digest }) => body_digest?.slice(0, 16) ?? null, always: true },
  { name: 'sent', of: ({ sent_at }) => sent_at, always: true },
  { name: 'retry', of: retryOf, always: true },
  { name: 'guard key', of: keyOf },
  { name: 'guard said', of: saidOf },
  { name: 'mark set', of: ({ guard }) => guard?.set_at ?? null },
  { name: 'mark ends', of: ({ guard }) => guard?.expires_at ?? null },
  { name: 'attempt', of: ({ attempt }) => (attempt === null ? null : String(attempt)) },
  { name: 'instance', of: ({ instance_id }) => instance_id, always: true },
  { name: 'version', of: ({ deployment_version }) => deployment_version },
  { name: 'duration', of: ({ duration_ms }) => (duration_ms === null ? null : formatSpan(duration_ms)), always: true },
  { name: 'outcome', of: ({ outcome }) => outcome, always: true },
];

/** What differs stands in brackets, with the field that it is the value of. */
function keyOf({ guard }: Copy): string | null {
  if (!guard || guard.key === null) return null;
  const marked = guard.parts.map(({ text, differs, field }) => {
    if (!differs) return text;
    return field === null ? `[${text}]` : `[${field}=${text}]`;
  });
  return marked.join('') || guard.key;
}

function saidOf({ guard }: Copy): string | null {
  if (!guard) return null;
  return [guard.result ?? '?', guard.store && `in ${guard.store}`, `(#${guard.fact})`].filter(Boolean).join(' ');
}

function retryOf({ retry_num, retry_reason }: Copy): string | null {
  if (retry_num === null && retry_reason === null) return null;
  return [retry_num ?? '?', retry_reason].filter((part) => part !== null).join(' ');
}
