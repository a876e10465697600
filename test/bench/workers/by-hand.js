// The same table, by two statements for each hundred events: one claims, one completes. No ledger of attempts, no fence.
import pg from 'pg';
import { fillEvents } from './backlog.js';

const { DATABASE } = process.env;

const claim = `update dedupe.inbound_events e set status = 'processing', attempt_count = e.attempt_count + 1,
    lease_expires_at = now() + interval '30 s', available_at = now() + interval '30 s'
  from (select event_id, workspace_id, provider from dedupe.inbound_events
    where status in ('received', 'processing', 'retryable_error') and available_at <= now()
    order by available_at limit 100 for update skip locked) due
  where e.event_id = due.event_id and e.workspace_id = due.workspace_id and e.provider = due.provider
  returning e.event_id, e.workspace_id, e.provider, e.headers, e.payload`;

const complete = `update dedupe.inbound_events e set status = 'processed', processed_at = now(), lease_expires_at = null
  from unnest($1::text[], $2::text[], $3::text[]) as g(event_id, workspace_id, provider)
  where e.event_id = g.event_id and e.workspace_id = g.workspace_id and e.provider = g.provider`;

export const fill = async (jobs) => fillEvents(DATABASE, jobs);

/** Four at once, like the worker. */
export async function run() {
  await Promise.all(Array.from({ length: 4 }, loop));
}

async function loop() {
  const client = new pg.Client(DATABASE);
  await client.connect();
  for (;;) {
    const { rows } = await client.query({ name: 'claim', text: claim });
    if (rows.length === 0) break;
    const values = ['event_id', 'workspace_id', 'provider'].map((name) => rows.map((row) => row[name]));
    await client.query({ name: 'complete', text: complete, values });
  }
  await client.end();
}
