// A table in PostgreSQL: exact, immediate, and with a unique key enforced. What it cannot show is a transaction that has
// not ended; those are waited for, and told when they do not end. A replica and row security make an empty answer worthless.
// https://www.postgresql.org/docs/current/functions-info.html (pg_xact_status), view-pg-locks.html
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import type { Instant } from '../model/instant.ts';
import type { Found, Target, TargetAbilities, TargetAdapter, TargetRecord } from '../model/target.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { identityOf } from './http/identity.ts';
import { believing, type Control, probeBy } from './http/look.ts';
import { Unbelievable } from './http/question.ts';
import { span, spanOr, variable, word } from './http/settings.ts';
import { databaseUrl } from './postgres/address.ts';
import { type Believed, emptyBelieved } from './postgres/believed.ts';
import { rowsOfFitting } from './postgres/fitting.ts';
import { insertRow } from './postgres/insert.ts';
import { placeOf, sessionOf } from './postgres/place.ts';
import { fatesOf, quoted, rowsBetween, type Table, type TableRow } from './postgres/table.ts';

const column = () => z.optional(z.string().check(z.regex(/^[A-Za-z_][\w$]*$/)));

const settings = z.strictObject({
  type: z.optional(z.string()),
  url_env: variable(),
  table: z.string().check(z.regex(/^[A-Za-z_][\w$]*(\.[A-Za-z_][\w$]*)?$/)),
  key_column: column(),
  id_column: column(),
  created_column: column(),
  /** A time, or true, in rows that people take for deleted. */
  deleted_column: column(),
  /** Address of an object, with {id}. */
  link: z.optional(word()),
  /** A SELECT of the transaction ids that a writer noted for the key $1, before it wrote. */
  xid_query: z.optional(word()),
  create_maximum: span(),
});

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: 'the key column',
  uniqueBySetup: true,
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: false,
  namesCreator: false,
  leavesOut: 'rows that were deleted, or whose key was changed',
  // A statement that is under way is seen by its lock; this is for one that still waits in a pooler.
  createMaximumMs: 60_000,
};

export const postgres: TargetAdapter<z.output<typeof settings>> = {
  id: 'postgres',
  title: 'PostgreSQL table with a unique key',
  abilities,
  settings,
  open(given, world): Target {
    const url = databaseUrl(world, given.url_env ?? 'DEDUPE_TARGET_DATABASE_URL');
    const keyName = given.key_column ?? 'source_event_key';
    const table: Table = {
      name: quoted(given.table),
      key: quoted(keyName),
      keyName,
      id: quoted(given.id_column ?? 'id'),
      created: given.created_column && quoted(given.created_column),
      deleted: given.deleted_column && quoted(given.deleted_column),
    };
    let opened: Promise<Database> | undefined;

    /** One connection for all looks; one that broke is opened anew by the next look. */
    async function use<T>(signal: AbortSignal, work: (database: Database) => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      opened ??= openDatabase(url, { readOnly: true, applicationName: 'dedupe target' });
      try {
        return await work(await opened);
      } catch (error) {
        void opened.then((database) => database.close()).catch(() => {});
        opened = undefined;
        throw meaningOf(error);
      }
    }

    const recordOf = (row: TableRow): TargetRecord => ({
      id: row.id,
      url: given.link?.replaceAll('{id}', encodeURIComponent(row.id)),
      createdAt: row.created === null ? undefined : (row.created.getTime() as Instant),
      createdBy: undefined,
      key: row.asked,
      state: row.deleted ? 'deleted' : 'open',
    });

    async function findAll(keys: readonly string[], signal: AbortSignal): Promise<Map<string, Found>> {
      const asked = `select from ${given.table} where ${keyName} = …`;
      return use(signal, async (database): Promise<Map<string, Found>> => {
        const found = new Map<string, Found>();
        let missing = await lookInto(database, keys, found, asked);
        if (missing.length === 0) return found;
        const given = await emptyBelieved(database, table, signal);
        // Whoever wrote meanwhile has ended by now: what they left can be seen.
        if (given.believed) missing = await lookInto(database, missing, found, asked);
        for (const key of missing) found.set(key, await verdictOn(database, key, given, asked));
        return found;
      }).catch((error: unknown) => {
        if (!(error instanceof Unbelievable)) throw error;
        return new Map(keys.map((key) => [key, { answer: 'cannot-see', reason: error.message, asked }]));
      });
    }

    async function lookInto(database: Database, keys: readonly string[], found: Map<string, Found>, asked: string) {
      const { rows, unfit } = await rowsOfFitting(database, table, keys);
      for (const [key, reason] of unfit) found.set(key, { answer: 'cannot-see', reason, asked });
      for (const row of rows) {
        const before = found.get(row.asked);
        const records = before?.answer === 'found' ? before.records : [];
        found.set(row.asked, {
          answer: 'found',
          records: [...records, recordOf(row)] as unknown as [TargetRecord],
          asked,
        });
      }
      return keys.filter((key) => !found.has(key));
    }

    async function verdictOn(database: Database, key: string, control: Believed, asked: string): Promise<Found> {
      if (!control.believed) return { answer: 'cannot-see', reason: control.why, asked };
      let fates: Awaited<ReturnType<typeof fatesOf>>;
      try {
        fates = given.xid_query === undefined ? [] : await fatesOf(database, given.xid_query, key);
      } catch (error) {
        const meant = meaningOf(error);
        // What was noted for one key says nothing about the others.
        if (!(meant instanceof Unbelievable)) throw error;
        return { answer: 'cannot-see', reason: `what became of its transaction: ${meant.message}`, asked };
      }
      const odd = fates.find(({ status }) => status === 'no transaction id');
      if (odd)
        return { answer: 'cannot-see', reason: 'what was noted for its transaction is no transaction id', asked };
      const open = fates.find(({ status }) => status === 'in progress' || status === 'committed');
      if (open)
        return {
          answer: 'cannot-see',
          reason: `transaction ${open.xid} is ${open.status}, and its row is not here`,
          asked,
        };
      const aborted = fates
        .filter(({ status }) => status === 'aborted')
        .map(({ xid }) => `transaction ${xid} was rolled back`);
      return { answer: 'none', store: 'primary', control: [control.why, ...aborted].join('; '), asked };
    }

    return {
      id: world.name,
      title: postgres.title,
      identity: identityOf(`${placeOf(url, world.env)} ${given.table}, key in ${keyName}`, {
        table,
        session: sessionOf(url, world.env),
      }),
      abilities: {
        ...abilities,
        listsByTime: table.created !== undefined,
        leavesOut:
          table.deleted === undefined
            ? abilities.leavesOut
            : 'rows that were deleted for good, or whose key was changed',
        createMaximumMs: spanOr(given.create_maximum, abilities.createMaximumMs),
      },
      findAll,
      async find(key, signal) {
        return (await findAll([key], signal)).get(key) as Found;
      },
      findWindow: (from, to, marker, signal) => {
        const asked = `select from ${given.table} between two moments`;
        const look = async (database: Database): Promise<Found> => {
          if (table.created === undefined) return { answer: 'cannot-see', reason: 'no created_column is named', asked };
          const rows = async () => (await rowsBetween(database, table, from, to, marker)).map(recordOf);
          let [first, ...rest] = await rows();
          if (first) return { answer: 'found', records: [first, ...rest], asked };
          const given = await emptyBelieved(database, table, signal);
          // As in a look by key: whoever wrote meanwhile has ended by now.
          [first, ...rest] = await rows();
          if (first) return { answer: 'found', records: [first, ...rest], asked };
          return verdictOn(database, marker, given, asked);
        };
        return believing(asked, () => use(signal, look));
      },
      async create(_, request, signal) {
        const row = rowOf(request);
        const key = _.idempotencyKey;
        if (row?.[keyName] !== key) return { outcome: 'refused', reason: 'request_without_key', temporary: false };
        const created = await insertRow({ url, table, key, columns: Object.keys(row), request }, signal);
        if (created.outcome !== 'done' || given.link === undefined) return created;
        return { ...created, url: given.link.replaceAll('{id}', encodeURIComponent(created.id)) };
      },
      async probe(signal) {
        let isUnique: boolean | undefined;
        const shown = await probeBy(() =>
          use(signal, async (database): Promise<Control> => {
            const { believed, why, unique } = await emptyBelieved(database, table, signal);
            isUnique = unique;
            return believed ? { believed, control: why } : { believed, reason: why };
          }),
        );
        return { ...shown, ...(isUnique === undefined ? {} : { isUnique }) };
      },
      async close() {
        await (await opened?.catch(() => undefined))?.close();
        opened = undefined;
      },
    };
  },
};

/** Refused by the server: it was asked and does not show. Anything about the connection: nobody was asked. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof DedupeError)) return error;
  if (/^DEDUPE_DB_(QUERY|REFUSED)$/.test(error.code)) return new Unbelievable(error.message);
  if (!/^DEDUPE_DB_(UNREACHABLE|BUSY)$/.test(error.code)) return error;
  return new DedupeError('DEDUPE_TARGET_UNREACHABLE', error.message, { hint: error.hint, cause: error });
}

function rowOf(request: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(Buffer.from(request).toString('utf8'));
    return typeof row === 'object' && row !== null && !Array.isArray(row)
      ? (row as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
