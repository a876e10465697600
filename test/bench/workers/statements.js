// The shortest statements that claim and complete events, and the loop around them.
import pg from 'pg';

export const claim = `update dedupe.inbound_events e set status = 'processing', attempt_count = e.attempt_count + 1,
    lease_expires_at = now() + interval '30 s', available_at = now() + interval '30 s'
  from (select event_id, workspace_id, provider from dedupe.inbound_events
    where status in ('received', 'processing', 'retryable_error') and available_at <= now()
    order by available_at limit 100 for update skip locked) due
  where e.event_id = due.event_id and e.workspace_id = due.workspace_id and e.provider = due.provider`;

/** `attempt_count` of each claim too where its fence is wanted. */
export const complete = (columns) =>
  `update dedupe.inbound_events e set status = 'processed', processed_at = now(), lease_expires_at = null
  from unnest(${columns.map((name, i) => `$${i + 1}::${name === 'attempt_count' ? 'int' : 'text'}[]`).join(', ')}) as g(${columns.join(', ')})
  where e.event_id = g.event_id and e.workspace_id = g.workspace_id and e.provider = g.provider`;

/** Four at once, like the worker, until nothing is due. */
export async function workedBy(url, claiming, completing, columns) {
  await Promise.all(Array.from({ length: 4 }, () => loop(url, claiming, completing, columns)));
}

async function loop(url, claiming, completing, columns) {
  const client = new pg.Client(url);
  await client.connect();
  for (;;) {
    const { rows } = await client.query({ name: 'claim', text: claiming });
    if (rows.length === 0) break;
    const values = columns.map((name) => rows.map((row) => row[name]));
    await client.query({ name: 'complete', text: completing, values });
  }
  await client.end();
}
