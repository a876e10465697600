// A connection to a real PostgreSQL. The only user of the `pg` driver.
import type { ClientConfig, Client as PgClient } from 'pg';
import { shownHost } from '../model/clean/shown-host.ts';
import type { Address } from './address.ts';
import type { Database, OpenOptions, Queryable } from './database.ts';
import { type Failing, wrapped } from './failure.ts';
import { isLostStatement, nameOfStatement } from './prepared.ts';
import { takeTurns } from './turns.ts';

type ServerAddress = Extract<Address, { engine: 'server' }>;

export async function openServer(address: ServerAddress, options: OpenOptions): Promise<Database> {
  const readOnly = options.readOnly ?? false;
  const client = await connect(address, options, readOnly);
  const where = whereOf(client);
  const failing: Failing = { where, secrets: [...address.secrets, ...passwordOf(client)], signal: options.signal };
  const statementTimeoutMs = options.statementTimeoutMs ?? (readOnly ? 30_000 : 0);
  const inTurn = takeTurns();
  const stopListening = breakOnAbort(client, options.signal);

  const fail = (error: unknown): never => {
    throw wrapped(error, failing);
  };
  const plain: Queryable = {
    query: async (text, params = []) => (await client.query(text, [...params]).catch(fail)).rows,
    script: async (text) => void (await client.query(text).catch(fail)),
  };
  let isPreparing = options.prepared ?? false;
  const repeated: Queryable['query'] = async (text, params = []) => {
    const name = isPreparing ? nameOfStatement(text) : undefined;
    if (name === undefined) return plain.query(text, params);
    try {
      return (await client.query({ name, text, values: [...params] })).rows;
    } catch (error) {
      if (!isLostStatement(error)) return fail(error);
      isPreparing = false;
      return plain.query(text, params);
    }
  };
  // What is read here are look-ups of some rows: compiling them would take longer than running them.
  const whole = options.wholeTables ? '; set local row_security = off' : '';
  const begin = readOnly
    ? `begin isolation level repeatable read read only; set local statement_timeout = ${statementTimeoutMs}; set local jit = off${whole}`
    : 'begin';
  /** Sent in one go: the three messages cost one round trip. A statement that fails leaves nothing to commit. */
  const fenced: Queryable['query'] = async (text, params = []) => {
    const [begun, answer] = await Promise.allSettled([
      client.query(begin),
      client.query(text, [...params]),
      client.query('commit'),
    ]);
    if (begun.status === 'rejected') return fail(begun.reason);
    return answer.status === 'rejected' ? fail(answer.reason) : answer.value.rows;
  };
  if (!readOnly && statementTimeoutMs > 0) await plain.script(`set statement_timeout = ${statementTimeoutMs}`);

  const transaction = async <T>(work: (connection: Queryable) => Promise<T>): Promise<T> => {
    await plain.script(begin);
    try {
      const result = await work(plain);
      await plain.script('commit');
      return result;
    } catch (error) {
      // When the connection is gone the server rolls back by itself, and the first error is the one that matters.
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  return {
    engine: 'server',
    readOnly,
    query: (text, params) => inTurn(() => (readOnly ? fenced(text, params) : repeated(text, params))),
    script: (text) => inTurn(() => (readOnly ? transaction((inside) => inside.script(text)) : plain.script(text))),
    transaction: (work) => inTurn(() => transaction(work)),
    describe: () => where,
    close: async () => {
      stopListening();
      await client.end().catch(() => {});
    },
  };
}

async function connect(address: ServerAddress, options: OpenOptions, readOnly: boolean): Promise<PgClient> {
  const wanted = readOnly ? `${address.options} -c default_transaction_read_only=on`.trim() : address.options;
  try {
    return await attempt(address, options, readOnly, wanted);
  } catch (error) {
    // A pooler may refuse session settings at the start. Each statement is fenced by its own transaction in any case.
    if (wanted === address.options || sqlStateOf(error) !== '08P01') throw error;
    return attempt(address, options, readOnly, address.options);
  }
}

async function attempt(
  address: ServerAddress,
  options: OpenOptions,
  readOnly: boolean,
  sessionOptions: string,
): Promise<PgClient> {
  const config: ClientConfig & { pipeline: boolean } = {
    connectionString: address.url,
    application_name: options.applicationName ?? 'dedupe',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    options: sessionOptions,
    pipeline: readOnly,
  };
  let where = 'the server';
  let secrets = address.secrets;
  try {
    const { Client } = await driver();
    const client = new Client(config);
    where = whereOf(client);
    secrets = [...secrets, ...passwordOf(client)];
    // A connection that breaks between two statements is told by the next statement, not by a crash.
    client.on('error', () => {});
    const stopListening = breakOnAbort(client, options.signal);
    const connected = client.connect().finally(stopListening);
    // What proves a password is loaded while the server gets ready for it.
    await Promise.all([connected, import('node:crypto')]);
    return client;
  } catch (error) {
    throw wrapped(error, { where, secrets, signal: options.signal });
  }
}

/** On Node 20 the driver finds no `navigator` and loads all of fetch to learn where it runs: one name spares that. */
export async function driver(): Promise<typeof import('pg')> {
  if (!('navigator' in globalThis))
    Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Node.js' }, configurable: true });
  return (await import('pg')).default as unknown as typeof import('pg');
}

/** `end()` would wait for the statement under way, so the socket itself is closed. */
function breakOnAbort(client: PgClient, signal: AbortSignal | undefined): () => void {
  const cut = () => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  if (signal?.aborted) cut();
  signal?.addEventListener('abort', cut, { once: true });
  return () => signal?.removeEventListener('abort', cut);
}

/** The password may have come from PGPASSWORD: whatever the driver uses is secret. */
function passwordOf(client: PgClient): string[] {
  return typeof client.password === 'string' && client.password !== '' ? [client.password] : [];
}

function whereOf(client: PgClient): string {
  return `${shownHost(client.host)}:${client.port}/${client.database}`;
}

function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? (Reflect.get(cause, 'sqlState') as string | undefined) : undefined;
}
