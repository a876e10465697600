// What every queue in PostgreSQL has in common: its settings, and one look in one transaction under an account that sees its rows.
import { DedupeError } from '../../errors.ts';
import type { Queue, QueueAnswer, QueueQuestion, QueueWorld } from '../../model/queue.ts';
import type { QueueSurvey } from '../../model/queue-survey.ts';
import { parseSpan } from '../../model/span.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type Candidate, candidateIds } from '../payload/names.ts';
import { type PostgresSettings, queueReader, type TableAccess } from './reader.ts';
import { absent, refused, secured } from './unseen.ts';

export interface Look {
  readonly connection: Queryable;
  readonly schema: string;
  readonly question: QueueQuestion;
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
  /** Undefined, as an answer: the account does not see the jobs. */
  survey?: (connection: Queryable, schema: string) => Promise<readonly QueueSurvey[] | undefined>,
): Queue {
  const reader = queueReader(given, world);
  const schema = given.schema ?? usualSchema;
  const names = given.queues === undefined ? undefined : new Set([given.queues].flat());
  const { lease, scan_limit: limit = usualLimit } = given;
  return {
    place: `${reader.place}, schema ${schema}`,
    find: (question, signal) =>
      reader.read(signal, (connection) =>
        find({
          ...{ connection, schema, question, limit },
          leaseMs: lease === undefined ? undefined : parseSpan(lease),
          made: candidateIds(given.job_id, question),
          isMeant: (queue) => names?.has(String(queue)) ?? true,
        }),
      ),
    ...(survey && {
      async survey(signal: AbortSignal) {
        const surveys = await reader.read(signal, (connection) => survey(connection, schema));
        const own = surveys?.filter(({ queue }) => names?.has(queue) ?? true);
        if (own) return own;
        throw new DedupeError('DEDUPE_QUEUE_REFUSED', `the jobs in the schema ${schema} are hidden from this account`);
      },
    }),
    close: async () => {},
  };
}

/** Undefined: this account sees every row of the table. */
export function whyUnseen(access: TableAccess, schema: string, table: string): QueueAnswer | undefined {
  const own = access[table];
  if (own === undefined) return absent(schema, table);
  if (!own.readable) return refused(schema, table);
  return own.secured ? secured(schema, table) : undefined;
}
