// Everything that the schema knows about some events and their siblings, in one statement and one round trip.
import { type Instant, toIso } from '../model/instant.ts';
import type { Database } from '../postgres/database.ts';
import { horizonShape, type RowKind, type RowOf, rowKinds, rowShapes } from './event-row.ts';
import { eventRowsStatement } from './event-rows-statement.ts';
import { migrations } from './migrations/index.ts';
import { assertReadable } from './schema-state.ts';

/** Rows that carry any of these, whatever their workspace. */
export interface EventRowsQuery {
  readonly eventIds?: readonly string[];
  readonly subjects?: readonly string[];
  readonly sourceEventKeys?: readonly string[];
  readonly deliveryIds?: readonly string[];
  readonly jobs?: readonly { readonly queue: string; readonly jobId: string }[];
  /** Objects in a target; without one, in any. The local target's own table is searched for every id. */
  readonly records?: readonly { readonly target?: string; readonly id: string }[];
  /** Only rows that began in this span, ends included. It never decides which events are meant. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Rows of each kind at most. Default 1000. */
  readonly limit?: number;
}

export type EventRows = { readonly [K in RowKind]: readonly RowOf<K>[] } & {
  /** Kinds of which there are more rows than the limit: what is here is the earliest part. */
  readonly reached: readonly RowKind[];
  /** The database's clock when it answered. */
  readonly now: Instant;
  /** First and last arrival that the database holds, of any event; undefined when it holds none. */
  readonly horizon: { readonly from: Instant | undefined; readonly to: Instant | undefined };
  readonly schemaVersion: number | undefined;
};

/**
 * Open the database read-only. Throws DEDUPE_SCHEMA_MISSING, DEDUPE_SCHEMA_OLDER, DEDUPE_SCHEMA_NEWER or
 * DEDUPE_DB_REFUSED where the schema is the reason, asked for only after the statement has failed.
 */
export async function readEventRows(database: Database, query: EventRowsQuery): Promise<EventRows> {
  const limit = query.limit ?? 1000;
  const answer = await ask(database, query, limit);
  const of = <K extends RowKind>(kind: K) =>
    answer.filter((one) => one.kind === kind).map(({ row }) => rowShapes[kind].parse(row) as RowOf<K>);
  const rows = {
    events: of('events'),
    deliveries: of('deliveries'),
    attempts: of('attempts'),
    operations: of('operations'),
    tasks: of('tasks'),
    instances: of('instances'),
  };
  const horizon = horizonShape.parse(answer.find((one) => one.kind === 'horizon')?.row);
  // The statement still ran, which does not say that its columns still mean the same.
  if ((horizon.schema_version ?? 0) > migrations.length) await assertReadable(database);
  return {
    ...(Object.fromEntries(rowKinds.map((kind) => [kind, rows[kind].slice(0, limit)])) as typeof rows),
    reached: rowKinds.filter((kind) => rows[kind].length > limit),
    now: horizon.now as Instant,
    horizon: { from: horizon.from ?? undefined, to: horizon.to ?? undefined },
    schemaVersion: horizon.schema_version ?? undefined,
  };
}

async function ask(
  database: Database,
  query: EventRowsQuery,
  limit: number,
): Promise<{ kind: string; row: unknown }[]> {
  try {
    return await database.query(eventRowsStatement, parametersOf(query, limit));
  } catch (error) {
    await assertReadable(database);
    throw error;
  }
}

/** In the order of the statement's numbers. */
export function parametersOf(query: EventRowsQuery, limit: number): unknown[] {
  const { eventIds = [], subjects = [], sourceEventKeys = [], deliveryIds = [], jobs = [], records = [] } = query;
  return [
    eventIds,
    subjects,
    sourceEventKeys,
    deliveryIds,
    jobs.map(({ queue }) => queue),
    jobs.map(({ jobId }) => jobId),
    records.map(({ target }) => target ?? null),
    records.map(({ id }) => id),
    query.since === undefined ? null : toIso(query.since),
    query.until === undefined ? null : toIso(query.until),
    limit + 1,
  ];
}
