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
  looks: Iterable<SeenLook>,
  signal: AbortSignal,
): Promise<LooksKept | null> {
  if (parseAddress(url).engine === 'embedded')
    return { written: 0, not_kept: 'the embedded engine is only read from here' };
  let written = 0;
  try {
    const database = await openDatabase(url, { signal, applicationName: 'dedupe reconcile', statementTimeoutMs });
    try {
      await assertWritable(database);
      for (const some of inBatches(looks)) {
        if (signal.aborted) break;
        written += await noteNewLooks(database, some);
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    return { written, not_kept: reasonOf(error) };
  }
  return { written, not_kept: signal.aborted ? 'interrupted' : null };
}

function* inBatches(looks: Iterable<SeenLook>): Generator<SeenLook[]> {
  let some: SeenLook[] = [];
  for (const look of looks) {
    some.push(look);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function reasonOf(error: unknown): string {
  const state = failureOf(error)?.sqlState;
  if (state === '42501') return 'read-only: this role may not write to the ledger';
  if (state === '25006') return 'read-only: this server or this session takes no writes';
  return error instanceof DedupeError ? error.message : 'it could not be written';
}
