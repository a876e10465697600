// Received events that wait for a worker, each with the body of an ordinary message.
import { psql } from '../databases.js';

const body = JSON.stringify({ type: 'event_callback', event: { type: 'message', text: 'on fire again '.repeat(40) } });

export function fillEvents(url, count) {
  psql(
    url,
    'truncate dedupe.inbound_events, dedupe.attempts, dedupe.tasks, dedupe.operations',
    `insert into dedupe.inbound_events (provider, workspace_id, app_id, event_id, event_type, subject, source_event_key, channel, ts, headers, payload)
       select 'slack', 'T1', 'A1', 'Ev' || n, 'message', 'slack:C1:' || n, 'slack:T1:Ev' || n, 'C1', n::text, '{"content-type": "application/json"}',
         convert_to('${body}', 'UTF8') from generate_series(1, ${count}) n`,
    'vacuum analyze dedupe.inbound_events',
  );
}
