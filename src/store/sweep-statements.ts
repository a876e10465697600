// Which events deserve a look? One statement per sign, each over an index alone where the sign is in nearly every row:
// the keys are found first, and only the rows of found keys are read.
// $1 limit, $2 since, $3 until: the span counts from an event's arrival.

/** Columns are named wherever rows are read: a reader has no right to all of them. */
const identity = 'event_id, workspace_id, provider';

export type SweepSign = keyof typeof sweepStatements;

const same = (left: string, right: string) =>
  `${left}.event_id = ${right}.event_id and ${left}.workspace_id = ${right}.workspace_id and ${left}.provider = ${right}.provider`;

/** Rows of found keys, in the span. An event whose row is gone is in no span but the open one. */
const within = (keys: string) => `select k.event_id from (${keys}) k
  left join dedupe.inbound_events e on ${same('e', 'k')}
  where ($2::timestamptz is null or e.received_at >= $2) and ($3::timestamptz is null or e.received_at <= $3)
  limit $1`;

const severalOf = (table: string) =>
  within(`select event_id, workspace_id, provider from dedupe.${table} where event_id is not null
    group by event_id, workspace_id, provider having count(*) > 1`);

/** Events that share a name, where more than one object was made for all of them together. */
const sharing = (column: string) => `select g.event_id from (
    select ${column}, workspace_id from dedupe.inbound_events where ${column} is not null
    group by ${column}, workspace_id having count(*) > 1) twins
  cross join lateral (
    select min(e.event_id) as event_id, sum(
      (select count(*) from dedupe.tasks t where ${same('t', 'e')})
      + (select count(*) from dedupe.operations o where ${same('o', 'e')})) as effects,
      min(e.received_at) as received_at
    from (select ${identity}, received_at from dedupe.inbound_events e
      where e.${column} = twins.${column} and e.workspace_id = twins.workspace_id limit 100) e) g
  where g.effects > 1
    and ($2::timestamptz is null or g.received_at >= $2) and ($3::timestamptz is null or g.received_at <= $3)
  limit $1`;

const arrived = (condition: string) => `select event_id from dedupe.inbound_events e where ${condition}
  and ($2::timestamptz is null or received_at >= $2) and ($3::timestamptz is null or received_at <= $3)
  order by available_at limit $1`;

/** Nothing is read of most events but their key; only of those without any effect, and of no more than this. */
const withoutEffect = 200_000;

export const sweepStatements = {
  'several-tasks': severalOf('tasks'),
  'several-operations': severalOf('operations'),
  'one-subject': sharing('subject'),
  'one-key': sharing('source_event_key'),
  'unknown-operation': within(`select event_id, workspace_id, provider from dedupe.operations
    where state = 'unknown' or (state = 'sent' and lease_expires_at < clock_timestamp())`),
  'dead-letter': within(`select event_id, workspace_id, provider from dedupe.operations where state = 'dead'`),
  'past-lease': arrived(`status = 'processing' and lease_expires_at < clock_timestamp()`),
  'not-taken': arrived(
    `status in ('received', 'retryable_error') and available_at < clock_timestamp() - interval '1 hour'`,
  ),
  'permanent-error': within(`select distinct a.event_id, a.workspace_id, a.provider
    from (select event_id, workspace_id, provider from dedupe.attempts where attempt > 1) a
    join dedupe.inbound_events p on ${same('p', 'a')} where p.status = 'permanent_error'`),
  'no-effect': within(`select e.event_id, e.workspace_id, e.provider from (
      select event_id, workspace_id, provider from dedupe.inbound_events i
      where not exists (select from dedupe.tasks t where ${same('t', 'i')})
        and not exists (select from dedupe.operations o where ${same('o', 'i')})
        and (exists (select from dedupe.tasks) or exists (select from dedupe.operations))
      limit ${withoutEffect}) i
    join dedupe.inbound_events e on ${same('e', 'i')}
    where e.status in ('processed', 'permanent_error') and e.result_id is null and e.result_type is null`),
} as const;
