// Which events arrived after a moment? A bounded sample, the newest first, by the index on arrivals.
import * as z from 'zod/mini';
import { type Instant, parseInstant, toIso } from '../model/instant.ts';
import type { Database } from '../postgres/database.ts';

const row = z.object({ event_id: z.string(), arrivals: z.number(), since: z.string() });

const newest = `select event_id, sum(count(*)) over ()::int as arrivals, to_json(min(min(received_at)) over ()) #>> '{}' as since from (
  select event_id, received_at from dedupe.deliveries where received_at > $1 order by received_at desc limit $2
) arrived group by event_id`;

/** Event ids, each once; at most `limit` arrivals are looked at, and where there may be more those after `since` alone. */
export async function laterEvents(
  database: Database,
  after: Instant,
  limit: number,
): Promise<{ eventIds: string[]; since: Instant | undefined }> {
  const rows = (await database.query(newest, [toIso(after), limit])).map((one) => row.parse(one));
  return { eventIds: rows.map(({ event_id }) => event_id), since: sinceOf(rows[0], limit) };
}

function sinceOf(one: z.output<typeof row> | undefined, limit: number): Instant | undefined {
  return one && one.arrivals >= limit ? parseInstant(one.since) : undefined;
}

const repeating = z.extend(row, { may_repeat: z.boolean(), is_another: z.boolean() });

/** An event id may be known in several workspaces, and a key, a subject or an object of it to another event. */
const mayRepeat = `select newest.event_id, newest.arrivals, newest.since, known.n <> 1 or siblings.n > 1 or objects.n > 1 as may_repeat,
  first.at > $1 as is_another
from (${newest}) newest
cross join lateral (
  select min(received_at) as at from dedupe.deliveries where event_id = newest.event_id
) first
cross join lateral (
  select count(*) as n, min(workspace_id) as workspace_id, min(subject) as subject, min(source_event_key) as key
    from dedupe.inbound_events where event_id = newest.event_id
) known
cross join lateral (
  select count(*) as n from (
    select 1 from dedupe.inbound_events
     where subject = known.subject and workspace_id = known.workspace_id limit 2) same
) siblings
cross join lateral (
  with own as (
    select source_event_key, task_id as id from dedupe.tasks where event_id = newest.event_id
    union all
    select source_event_key, case state when 'confirmed' then external_id end
      from dedupe.operations where event_id = newest.event_id
  ), keys as (
    select source_event_key as key from own union select known.key
  )
  select count(distinct id) as n from (
    select id from own
    union all
    select task_id from keys cross join lateral (
      select task_id from dedupe.tasks where source_event_key = keys.key limit 2) task
    union all
    select external_id from keys cross join lateral (
      select external_id from dedupe.operations where source_event_key = keys.key and state = 'confirmed' limit 2
    ) operation
  ) object
) objects`;

/**
 * Those of the later events that began after the moment: `several`, of which the schema knows more than one event or
 * object, and the number of the `others`, of which it knows one or none.
 */
export async function laterRepeats(
  database: Database,
  after: Instant,
  limit: number,
): Promise<{ several: string[]; others: number; since: Instant | undefined }> {
  const rows = (await database.query(mayRepeat, [toIso(after), limit])).map((one) => repeating.parse(one));
  const found = rows.filter(({ is_another }) => is_another);
  const several = found.filter(({ may_repeat }) => may_repeat).map(({ event_id }) => event_id);
  return { several, others: found.length - several.length, since: sinceOf(rows[0], limit) };
}
