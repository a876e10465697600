// Everything that the schema knows about some events and their siblings, in one statement and one round trip.
import type { Instant } from '../model/instant.ts';
import type { Database } from '../postgres/database.ts';
import { horizonShape, type RowKind, type RowOf, rowKinds, rowShapes } from './event-row.ts';
import type { EventRowsQuery } from './event-rows-query.ts';
import { eventRowsStatement } from './event-rows-statement.ts';
import { migrations } from './migrations/index.ts';
import { assertReadable } from './schema-state.ts';

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
    const { text, values } = eventRowsStatement(query, limit);
    return await database.query(text, values);
  } catch (error) {
    await assertReadable(database);
    throw error;
  }
}
