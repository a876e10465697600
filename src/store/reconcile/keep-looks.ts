// What a look showed that nobody acts upon is kept in the operations all the same, where this role may write.
import { DedupeError } from '../../errors.ts';
import type { LooksKept } from '../../model/reconcile-document.ts';
import { parseAddress } from '../../postgres/address.ts';
import { failureOf } from '../../postgres/failure.ts';
import { openDatabase } from '../../postgres/open.ts';
import { assertWritable } from '../schema-state.ts';
import { noteNewLooks, type SeenLook } from './note-new-looks.ts';

/** Rows that one statement holds, for some milliseconds. */
const batch = 500;
/** Whoever only asks does not wait long for a table that somebody has locked. */
const statementTimeoutMs = 5_000;

/** Never throws: that a look could not be kept takes nothing from what it showed. */
export async function keepLooks(
  url: string,
  looks: readonly SeenLook[],
  signal: AbortSignal,
): Promise<LooksKept | null> {
  if (looks.length === 0) return null;
  if (parseAddress(url).engine === 'embedded')
    return { written: 0, not_kept: 'the embedded engine is only read from here' };
  let written = 0;
  try {
    const database = await openDatabase(url, { signal, applicationName: 'dedupe reconcile', statementTimeoutMs });
    try {
      await assertWritable(database);
      for (let i = 0; i < looks.length && !signal.aborted; i += batch)
        written += await noteNewLooks(database, looks.slice(i, i + batch));
    } finally {
      await database.close();
    }
  } catch (error) {
    return { written, not_kept: reasonOf(error) };
  }
  return { written, not_kept: signal.aborted ? 'interrupted' : null };
}

function reasonOf(error: unknown): string {
  const state = failureOf(error)?.sqlState;
  if (state === '42501') return 'read-only: this role may not write to the ledger';
  if (state === '25006') return 'read-only: this server or this session takes no writes';
  return error instanceof DedupeError ? error.message : 'it could not be written';
}
