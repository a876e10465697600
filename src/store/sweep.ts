// The events of the whole schema that deserve a look, and how many there are: the work is done in the database.
import * as z from 'zod/mini';
import { type Instant, parseInstant, toIso } from '../model/instant.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { migrations } from './migrations/index.ts';
import { assertReadable } from './schema-state.ts';
import { type SweepSign, sweepStatements } from './sweep-statements.ts';

export interface SweptEvents {
  /** Each once, in the order of the signs: the most telling first. */
  readonly eventIds: readonly string[];
  /** Signs that more events show than were asked for. */
  readonly reached: readonly SweepSign[];
  readonly events: number;
  readonly effects: boolean;
  readonly from: Instant | undefined;
  /** The database's clock when it answered. */
  readonly now: Instant;
}

/** One pass over an index of ten million rows takes seconds; a table that is read whole, a minute. */
const statementMs = 600_000;

/**
 * The planner takes a hash or a sort of all rows for cheaper than an index that is already in order, and is wrong by a factor
 * of six; `jit` costs more than these statements take.
 */
const settings = `set local statement_timeout = ${statementMs}; set local jit = off; set local enable_hashagg = off;
  set local enable_seqscan = off; set local enable_sort = off; set local enable_hashjoin = off; set local enable_bitmapscan = off`;

const count = z.object({
  events: z.number(),
  effects: z.boolean(),
  from: z.nullable(z.string()),
  now: z.string(),
  schema_version: z.nullable(z.number()),
});

/** Throws DEDUPE_SCHEMA_MISSING, DEDUPE_SCHEMA_OLDER or DEDUPE_SCHEMA_NEWER where the schema is the reason. */
export async function sweepEvents(
  database: Database,
  span: { readonly since: Instant | undefined; readonly until: Instant | undefined; readonly limit: number },
  tell: (sign: string, done: number, total: number) => void,
): Promise<SweptEvents> {
  try {
    return await database.transaction((connection) => sweepIn(connection, span, tell));
  } catch (error) {
    await assertReadable(database);
    if (!(error instanceof NewerSchema)) throw error;
    return database.transaction((connection) => sweepIn(connection, span, tell, true));
  }
}

/** Whether its columns still mean the same is asked outside of the transaction. */
class NewerSchema extends Error {}

async function sweepIn(
  connection: Queryable,
  { since, until, limit }: Parameters<typeof sweepEvents>[1],
  tell: Parameters<typeof sweepEvents>[2],
  isReadable = false,
): Promise<SweptEvents> {
  await connection.script(settings);
  const span = [since === undefined ? null : toIso(since), until === undefined ? null : toIso(until)];
  const [row] = await connection.query<{ row: unknown }>(totals, span);
  const { events, effects, from, now, schema_version } = count.parse(row?.row);
  // The statements still run, which does not say that their columns still mean the same.
  if (!isReadable && (schema_version ?? 0) > migrations.length) throw new NewerSchema();
  const ids = new Set<string>();
  const reached: SweepSign[] = [];
  const signs = Object.keys(sweepStatements) as SweepSign[];
  for (const [i, sign] of signs.entries()) {
    tell(`database ${sign}`, i, signs.length);
    const rows = await connection.query<{ event_id: string | null }>(sweepStatements[sign], [limit + 1, ...span]);
    if (rows.length > limit) reached.push(sign);
    for (const { event_id } of rows.slice(0, limit)) if (event_id !== null) ids.add(event_id);
  }
  const moment = (text: string | null) => (text === null ? undefined : parseInstant(text));
  return {
    eventIds: [...ids],
    ...{ reached, events, effects, from: moment(from) },
    now: parseInstant(now) as Instant,
  };
}

const totals = `select jsonb_build_object(
    'events', (select count(*) from dedupe.inbound_events
      where ($1::timestamptz is null or received_at >= $1) and ($2::timestamptz is null or received_at <= $2)),
    'effects', exists (select from dedupe.tasks) or exists (select from dedupe.operations where state = 'confirmed'),
    'from', (select min(received_at) from dedupe.inbound_events),
    'now', clock_timestamp(),
    'schema_version', (select max(version) from dedupe.migrations)) as row`;
