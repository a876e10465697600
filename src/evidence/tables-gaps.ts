// What of a person's own tables was not read, in the words of a gap.
import { DedupeError } from '../errors.ts';
import type { OwnTable } from '../model/own-tables.ts';
import type { Gap } from '../model/source.ts';
import { evidenceEntry } from './index.ts';

const { id, wouldSettle } = evidenceEntry('tables');

/** Questions to one table in one trace: an event has a handful of names. */
export const mostQuestions = 40;

export function reachedGap({ name }: OwnTable, limit: number): Gap {
  return {
    source: id,
    reason: `${name} has more than ${limit} rows for this; ${limit} of them were read`,
    wouldSettle: 'what the others say',
    kind: 'partial',
  };
}

export function tooMany({ name }: OwnTable, count: number): Gap {
  const reason = `${name}: ${count} more names stand in the other sources, and ${mostQuestions} at most are asked about`;
  return { source: id, reason, wouldSettle, kind: 'partial' };
}

export function isDown(error: unknown): boolean {
  return error instanceof DedupeError && error.code === 'DEDUPE_DB_UNREACHABLE';
}

export function fallenGap({ name }: OwnTable, error: unknown): Gap {
  const reason = error instanceof DedupeError ? `${error.message} (${error.code})` : String(error);
  const said = reason.startsWith(name) ? reason : `${name}: ${reason}`;
  return { source: id, reason: said, wouldSettle: `what your ${name.replace('tables.', '')} say`, kind: 'failed' };
}
