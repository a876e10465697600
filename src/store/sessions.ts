// A few sessions for whoever writes: opened when needed, closed when broken, and never waited for without end.
import { DedupeError } from '../errors.ts';
import { parseAddress } from '../postgres/address.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { assertWritable } from './schema-state.ts';

/** What a piece of work in a transaction is given. */
export type Inside = Queryable;

export interface SessionOptions {
  /** At most so many connections. Default 4. */
  readonly size?: number;
  readonly applicationName?: string;
  /** A piece of work that takes longer is cut off with its connection. Default 10 s. */
  readonly limitMs?: number;
}

export interface Sessions {
  /**
   * Runs `work` with a session that nobody else has meanwhile. A session on which anything but a refused statement went
   * wrong is closed, so that the next piece of work starts on a new one.
   */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Session {
  readonly database: Database;
  readonly cut: AbortController;
}

/** Throws DEDUPE_EMBEDDED_REFUSED at once for the embedded engine, which has one session and does not make writes durable. */
export function createSessions(url: string, options: SessionOptions = {}): Sessions {
  const { size = 4, applicationName = 'dedupe', limitMs = 10_000 } = options;
  if (parseAddress(url).engine === 'embedded')
    throw new DedupeError('DEDUPE_EMBEDDED_REFUSED', 'the embedded engine cannot serve events: it has one session', {
      hint: 'Name a PostgreSQL server: --database postgres://…',
    });
  const idle: Session[] = [];
  const waiting: (() => void)[] = [];
  let taken = 0;
  let isProven = false;
  let isClosed = false;

  async function open(): Promise<Session> {
    const cut = new AbortController();
    const database = await openDatabase(url, {
      signal: cut.signal,
      applicationName,
      connectTimeoutMs: limitMs,
      prepared: true,
    });
    try {
      if (!isProven) await assertWritable(database);
      isProven = true;
    } catch (error) {
      await database.close();
      throw error;
    }
    return { database, cut };
  }

  async function run<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const session = idle.pop() ?? (await open());
    const timer = setTimeout(() => session.cut.abort(), limitMs);
    try {
      const result = await work(session.database);
      giveBack(session, true);
      return result;
    } catch (error) {
      giveBack(session, isUsable(error));
      throw session.cut.signal.aborted ? tooSlow(session.database, limitMs, error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  function giveBack(session: Session, isWhole: boolean): void {
    if (isWhole && !isClosed) idle.push(session);
    else void session.database.close();
  }

  return {
    async use(work) {
      if (isClosed) throw new DedupeError('DEDUPE_INTERRUPTED', 'the sessions are closed');
      if (taken >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      try {
        return await run(work);
      } finally {
        // The place goes to whoever waits longest; only when nobody does is it given back.
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
    async close() {
      isClosed = true;
      await Promise.all(idle.splice(0).map(({ database }) => database.close()));
    },
  };
}

function isUsable(error: unknown): boolean {
  return error instanceof DedupeError && (error.code === 'DEDUPE_DB_QUERY' || error.code === 'DEDUPE_DB_BUSY');
}

function tooSlow(database: Database, limitMs: number, cause: unknown): DedupeError {
  return new DedupeError('DEDUPE_DB_UNREACHABLE', `${database.describe()} did not answer within ${limitMs} ms`, {
    cause,
  });
}
