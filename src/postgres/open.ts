// From a URL to an open database. Each engine's driver is loaded only when its kind of URL is met.
import { DedupeError } from '../errors.ts';
import { parseAddress } from './address.ts';
import type { Database, OpenOptions } from './database.ts';

/**
 * `postgres://…` (what is missing comes from the usual PG* variables) or `pglite:FOLDER`.
 * Throws DEDUPE_INPUT_INVALID, DEDUPE_DB_UNREACHABLE, DEDUPE_DB_REFUSED, DEDUPE_DB_BUSY or DEDUPE_INTERRUPTED.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const address = parseAddress(url);
  if (options.signal?.aborted)
    throw new DedupeError('DEDUPE_INTERRUPTED', 'interrupted before the database was opened');
  if (address.engine === 'embedded') return (await import('./embedded.ts')).openEmbedded(address.folder, options);
  return (await import('./server.ts')).openServer(address, options);
}
