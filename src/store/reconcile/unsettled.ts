// Which operations does nobody know the end of? Those in `unknown`, those whose worker is gone, and those that were released
// once and wait or have ended since: only a later look tells whether the first request came through after all. And of which more
// than one object is known: only a later look tells that a person has closed it.
import * as z from 'zod/mini';
import type { Instant } from '../../model/instant.ts';
import { operationStates } from '../../model/operation.ts';
import type { Candidate } from '../../model/reconcile.ts';
import type { Queryable } from '../../postgres/database.ts';
import { everSurplus, knownSurplus } from '../operations/known-surplus.ts';
import { baseKey } from '../operations/operation-row.ts';

export interface UnsettledQuery {
  /** A source event key or an event id; undefined: all. */
  readonly key?: string | undefined;
  readonly target?: string | undefined;
  readonly limit: number;
  /** Leaves out what is not due for its next look. */
  readonly dueOnly?: boolean;
  /** Only what comes behind it. */
  readonly after?: Place | undefined;
}

/** Where an operation stands in the order of all. */
export interface Place {
  readonly due: string;
  readonly key: string;
  readonly workspace: string;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** The lease of what was sent ends when the row is due again, and stays there when the answer is lost. */
const columns = `o.source_event_key, o.workspace_id, ${baseKey('o')} as base_key, o.event_id, o.target, o.state, o.attempt,
    o.idempotency_key, o.external_id, o.available_at::text as due, ${ms('o.sent_at')} as sent_at,
    ${ms('coalesce(o.first_sent_at, case when o.attempt <= 1 then o.sent_at end)')} as first_sent_at, ${ms('o.finished_at')} as finished_at,
    case when o.state in ('unknown', 'sent') then ${ms('o.available_at')} when o.state in ('confirmed', 'dead') then ${ms('o.finished_at')} end as lease_end,
    ${ms("(o.reconcile_history -> -1 ->> 'next_look_at')::timestamptz")} as next_look_at, ${ms('now()')} as now,
    array(select x.workspace_id from dedupe.operations x where x.source_event_key = o.source_event_key
      and x.workspace_id <> o.workspace_id and x.target = o.target and x.idempotency_key = o.idempotency_key
      and x.attempt > 0 and x.state <> 'refused' order by 1) as shared_with`;

const wasReleased = `o.reconcile_history @> '[{"proof": "absent"}]'`;
const released = `o.state in ('confirmed', 'dead') and ${wasReleased}`;

const statement = `select ${columns} from dedupe.operations o
  where (o.state = 'unknown' or (o.state = 'sent' and o.available_at <= now())
      or (o.state = 'planned' and o.attempt > 0 and o.lease_expires_at <= now())
      or (o.state = 'planned' and o.lease_expires_at is null and ${wasReleased})
      or (${released} and not o.reconcile_history @> '[{"what": "verified"}]')
      or (o.state in ('confirmed', 'dead') and o.${everSurplus} and ${knownSurplus} > 0))
    and o.target <> 'tasks' and ($1::text is null or o.source_event_key = $1 or o.event_id = $1)
    and ($2::text is null or o.target = $2 or (o.target like 'effect:%' and o.action = $2))
    and (not $4::boolean or coalesce((o.reconcile_history -> -1 ->> 'next_look_at')::timestamptz <= now(), true))
    and ($5::timestamptz is null or (o.available_at, o.source_event_key, o.workspace_id) > ($5, $6, $7))
  order by o.available_at, o.source_event_key, o.workspace_id limit $3`;

const again = `select ${columns} from dedupe.operations o
  join unnest($1::text[], $2::text[]) as g(source_event_key, workspace_id) using (source_event_key, workspace_id)`;

const shape = z.object({
  source_event_key: z.string(),
  workspace_id: z.string(),
  base_key: z.string(),
  event_id: z.nullable(z.string()),
  target: z.string(),
  state: z.enum(operationStates),
  attempt: z.number(),
  idempotency_key: z.string(),
  external_id: z.nullable(z.string()),
  sent_at: z.nullable(z.number()),
  first_sent_at: z.nullable(z.number()),
  finished_at: z.nullable(z.number()),
  lease_end: z.nullable(z.number()),
  next_look_at: z.nullable(z.number()),
  due: z.string(),
  shared_with: z.array(z.string()),
  now: z.number(),
});

/** `now` is the clock of the database, which stamped the leases. */
export interface Unsettled {
  readonly candidates: readonly Candidate[];
  readonly now: Instant;
  /** Of the last one. Undefined: there is none. */
  readonly last: Place | undefined;
}

export async function readUnsettled(database: Queryable, query: UnsettledQuery): Promise<Unsettled> {
  return unsettledOf(await database.query(statement, given(query)), database);
}

/** As many as there are, up to the limit. */
export async function countUnsettled(database: Queryable, query: UnsettledQuery): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from (${statement}) as all_of_them`,
    given(query),
  );
  return row?.n ?? 0;
}

function given({ key, target, limit, dueOnly, after }: UnsettledQuery): (string | number | boolean | null)[] {
  const place = [after?.due ?? null, after?.key ?? null, after?.workspace ?? null];
  return [key ?? null, target ?? null, limit, dueOnly ?? false, ...place];
}

/** The same operations as they stand now, whatever their state is. */
export async function readAgain(
  database: Queryable,
  keys: readonly Pick<Candidate, 'sourceEventKey' | 'workspaceId'>[],
): Promise<Unsettled> {
  const rows = await database.query(again, [keys.map((one) => one.sourceEventKey), keys.map((one) => one.workspaceId)]);
  return unsettledOf(rows, database);
}

async function unsettledOf(rows: readonly unknown[], database: Queryable): Promise<Unsettled> {
  const parsed = rows.map((row) => shape.parse(row));
  const now = parsed[0]?.now ?? (await clockOf(database));
  const end = parsed.at(-1);
  const last = end && { due: end.due, key: end.source_event_key, workspace: end.workspace_id };
  return { candidates: parsed.map(candidateOf), now: now as Instant, last };
}

async function clockOf(database: Queryable): Promise<number> {
  const [row] = await database.query<{ now: number }>(`select ${ms('now()')} as now`);
  return row?.now ?? 0;
}

function candidateOf(row: z.output<typeof shape>): Candidate {
  const instant = (value: number | null) => (value ?? undefined) as Instant | undefined;
  return {
    sourceEventKey: row.source_event_key,
    workspaceId: row.workspace_id,
    baseKey: row.base_key,
    eventId: row.event_id ?? undefined,
    target: row.target,
    state: row.state,
    attempt: row.attempt,
    key: row.idempotency_key,
    externalId: row.external_id ?? undefined,
    sentAt: instant(row.sent_at),
    firstSentAt: instant(row.first_sent_at),
    finishedAt: instant(row.finished_at),
    leaseEnd: instant(row.lease_end),
    nextLookAt: instant(row.next_look_at),
    sharedWith: row.shared_with,
  };
}
