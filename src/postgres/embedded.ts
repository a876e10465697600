// The embedded engine: one folder, one session, no server. The only user of PGlite.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PGlite } from '@electric-sql/pglite';
import { DedupeError } from '../errors.ts';
import type { Database, OpenOptions, Queryable } from './database.ts';
import { type Failing, wrapped } from './failure.ts';
import { lockFolder } from './folder-lock.ts';
import { takeTurns } from './turns.ts';

export async function openEmbedded(folder: string, options: OpenOptions): Promise<Database> {
  const readOnly = options.readOnly ?? false;
  if (readOnly && entries(resolve(folder), folder).length === 0) throw absent(folder);
  const place = realPlace(folder);
  refuseForeign(place, folder);
  const lock = await lockFolder(`${place}.lock`, options.busyWaitMs ?? 5_000, options.signal);
  const failing: Failing = { where: `pglite:${folder}`, secrets: [], signal: options.signal };
  try {
    refuseForeign(place, folder);
    const engine = await start(place, failing);
    return database(engine, failing, readOnly, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Two names of one folder must meet at one lock, so links on the way are followed. */
function realPlace(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(dirname(path), { recursive: true });
    return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  } catch (cause) {
    throw new DedupeError('DEDUPE_DB_REFUSED', `cannot make room for pglite:${folder}: ${(cause as Error).message}`, {
      hint: 'Name a folder that may be written.',
      cause,
    });
  }
}

/** Nothing that is not certainly an embedded database is ever opened: opening writes. */
function refuseForeign(place: string, folder: string): void {
  const names = entries(place, folder);
  if (names.length === 0) return;
  const reason = !names.includes('PG_VERSION')
    ? 'it holds other files'
    : names.includes('postmaster.opts')
      ? 'it belongs to a PostgreSQL server'
      : undefined;
  if (reason === undefined) return;
  throw new DedupeError('DEDUPE_INPUT_INVALID', `pglite:${folder} is not an embedded database: ${reason}`, {
    hint: 'Name an empty folder or one that does not exist yet.',
  });
}

/** A reader that made an empty database would then report that nothing ever happened. */
function absent(folder: string): DedupeError {
  return new DedupeError('DEDUPE_DB_UNREACHABLE', `there is no embedded database in pglite:${folder}`, {
    hint: 'Check the path; dedupe migrate makes a new one.',
  });
}

function entries(place: string, folder: string): string[] {
  try {
    return readdirSync(place);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DedupeError('DEDUPE_INPUT_INVALID', `pglite:${folder} cannot be read: ${(cause as Error).message}`, {
      hint: 'Name a folder.',
      cause,
    });
  }
}

async function start(place: string, failing: Failing): Promise<PGlite> {
  try {
    // A session is short: code that V8 would make faster in the background costs more than it ever saves.
    setFlagsFromString('--liftoff-only');
    setFlagsFromString('--no-wasm-tier-up');
    const { PGlite } = await import('@electric-sql/pglite');
    if (entries(place, place).length === 0) await create(PGlite, place);
    return await PGlite.create({ dataDir: place, startParams: startParams(PGlite) });
  } catch (error) {
    throw wrapped(error, failing);
  }
}

/**
 * The engine touches every page of its buffers at each opening, and its own default (128 MB) makes that the largest part of a
 * short session. What does not fit comes from the system's file cache.
 */
function startParams(Engine: typeof PGlite): string[] {
  return [...Engine.defaultStartParams, '-c', 'shared_buffers=4MB'];
}

/** Made beside and moved into place when whole: a process that is killed meanwhile leaves no half database behind. */
async function create(Engine: typeof PGlite, place: string): Promise<void> {
  const draft = `${place}.dedupe-unfinished`;
  rmSync(draft, { recursive: true, force: true });
  const engine = await Engine.create({ dataDir: draft, startParams: startParams(Engine) });
  await engine.close();
  renameSync(draft, place);
}

function database(engine: PGlite, failing: Failing, readOnly: boolean, released: () => void): Database {
  const fail = (error: unknown): never => {
    throw wrapped(error, failing);
  };
  const plain: Queryable = {
    query: async <Row>(text: string, params: readonly unknown[] = []) =>
      (await engine.query<Row>(text, [...params]).catch(fail)).rows,
    script: async (text) => void (await engine.exec(text).catch(fail)),
  };
  const begin = readOnly ? 'begin isolation level repeatable read read only' : 'begin';
  const transaction = async <T>(work: (connection: Queryable) => Promise<T>): Promise<T> => {
    await plain.script(begin);
    try {
      const result = await work(plain);
      await plain.script('commit');
      return result;
    } catch (error) {
      await engine.exec('rollback').catch(() => {});
      throw error;
    }
  };
  const inTurn = takeTurns();
  const alone = <T>(work: (connection: Queryable) => Promise<T>) =>
    inTurn(() => (failing.signal?.aborted ? fail(failing.signal.reason) : readOnly ? transaction(work) : work(plain)));
  return {
    engine: 'embedded',
    readOnly,
    query: <Row>(text: string, params?: readonly unknown[]) => alone((inside) => inside.query<Row>(text, params)),
    script: (text) => alone((inside) => inside.script(text)),
    transaction: (work) => inTurn(() => transaction(work)),
    describe: () => failing.where,
    close: async () => {
      await engine.close().catch(() => {});
      released();
    },
  };
}
