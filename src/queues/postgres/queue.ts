// What every queue in PostgreSQL has in common: its settings, and one look in one transaction under an account that sees its rows.
import type { Queue, QueueAnswer, QueueQuestion, QueueWorld } from '../../model/queue.ts';
import { parseSpan } from '../../model/span.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type Candidate, candidateIds } from '../payload/names.ts';
import { findRows } from './find.ts';
import { type PostgresSettings, queueReader, type TableAccess } from './reader.ts';
import { listRows } from './search.ts';
import type { FoundRows, JobTable } from './table.ts';
import { absent, isAsked, refused, secured } from './unseen.ts';

export interface Look {
  readonly connection: Queryable;
  readonly schema: string;
  /** Of one event; empty when every job of a span is asked for. */
  readonly question: QueueQuestion;
  readonly isList: boolean;
  /** Anything at all is asked. */
  readonly isAsked: boolean;
  /** The rows that are asked for, by whichever way leads to them. */
  rows(table: JobTable): Promise<FoundRows>;
  /** Jobs that are looked through at most. */
  readonly limit: number;
  /** As the configuration says, where nothing stored does. */
  readonly leaseMs: number | undefined;
  /** Ids and keys that a job of these events could have been given. */
  readonly made: readonly Candidate[];
  /** Is the queue of this name one that the configuration means? */
  isMeant(queue: unknown): boolean;
}

const usualLimit = 100_000;

export function postgresQueue(
  given: PostgresSettings,
  world: QueueWorld,
  usualSchema: string,
  find: (look: Look) => Promise<QueueAnswer>,
): Queue {
  const reader = queueReader(given, world);
  const schema = given.schema ?? usualSchema;
  const names = given.queues === undefined ? undefined : new Set([given.queues].flat());
  const { lease, scan_limit: limit = usualLimit } = given;
  const lookAt = (connection: Queryable, question: QueueQuestion, most: number) => ({
    ...{ connection, schema, question, limit: most },
    leaseMs: lease === undefined ? undefined : parseSpan(lease),
    made: candidateIds(given.job_id, question),
    isMeant: (queue: unknown) => names?.has(String(queue)) ?? true,
  });
  return {
    place: `${reader.place}, schema ${schema}`,
    find: (question, signal) =>
      reader.read(signal, (connection) =>
        find({
          ...lookAt(connection, question, limit),
          ...{ isList: false, isAsked: isAsked(question) },
          rows: (table) => findRows(connection, table, question, given),
        }),
      ),
    list: (window, signal) =>
      reader.read(signal, (connection) =>
        find({
          ...lookAt(connection, { ...nobody, ...window }, Math.min(limit, window.limit)),
          ...{ isList: true, isAsked: true },
          rows: (table) => listRows(connection, table, window),
        }),
      ),
    close: async () => {},
  };
}

const nobody = { eventIds: [], sourceEventKeys: [], jobs: [] };

/** Undefined: this account sees every row of the table. */
export function whyUnseen(access: TableAccess, schema: string, table: string): QueueAnswer | undefined {
  const own = access[table];
  if (own === undefined) return absent(schema, table);
  if (!own.readable) return refused(schema, table);
  return own.secured ? secured(schema, table) : undefined;
}
