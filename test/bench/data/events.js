// Fills a database with events, as fast as it can be filled: indexes afterwards, tables side by side, durability only at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { postgresProgram } from '../machine.js';

const padded = "lpad(n::text, 8, '0')";
const id = `'Ev' || ${padded}`;
const at = "timestamptz '2026-11-01 00:00:00Z' - interval '1 s' * n";
const workspace = "'T' || n % 50";

/** The 777th and as far apart as makes a hundred. */
const again = (size) => `generate_series(${777 % (size / 100)}, ${size}, ${size / 100})`;

/** In the order of their keys, so that an index grows at its end only. */
const rows = (size) => ({
  inbound_events: [
    `insert into dedupe.inbound_events (provider, workspace_id, app_id, event_id, event_type, subject, source_event_key, channel, ts, status, processed_at, received_at, available_at, result_id)
       select 'slack', ${workspace}, 'A1', ${id}, 'message', 'slack:C1:' || n, 'key-' || ${padded}, 'C1', n::text, 'processed', ${at}, ${at}, ${at}, 'x'
       from generate_series(1, ${size}) n`,
  ],
  deliveries: [
    `insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, retry_num, received_at, answered_at, status)
       select 'd' || ${padded}, 'slack', ${workspace}, 'A1', ${id}, 0, ${at}, ${at} + interval '40 ms', 200 from generate_series(1, ${size}) n`,
    `insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, retry_num, retry_reason, received_at, answered_at, status)
       select 'again-' || n, 'slack', ${workspace}, 'A1', ${id}, 1, 'http_timeout', ${at} + interval '3 s', ${at} + interval '3.1 s', 200
       from ${again(size)} n`,
  ],
  tasks: [
    `insert into dedupe.tasks (task_id, workspace_id, source_event_key, provider, event_id, delivery_id, created_at)
       select 'task-' || ${padded}, ${workspace}, 'key-' || ${padded}, 'slack', ${id}, 'd' || ${padded}, ${at} from generate_series(1, ${size}) n`,
    `insert into dedupe.tasks (task_id, workspace_id, source_event_key, provider, event_id, delivery_id, created_at)
       select 'again-' || n, ${workspace}, 'again-' || n, 'slack', ${id}, 'again-' || n, ${at} + interval '3 s' from ${again(size)} n`,
  ],
});

/** Gives the url back; undefined for undefined. */
export async function filledWith(url, size) {
  if (url === undefined) return undefined;
  await run(url, 'alter system set fsync = off', 'alter system set full_page_writes = off', 'select pg_reload_conf()');
  await Promise.all(Object.entries(rows(size)).map(([table, inserts]) => filledTable(url, table, inserts)));
  await run(url, 'alter system reset all', 'select pg_reload_conf()', 'checkpoint');
  return url;
}

/** What is truncated in the transaction that fills it needs no log where the server keeps the least (wal_level). */
async function filledTable(url, table, inserts) {
  const indexes = (await run(url, secondary(table))).split('\n').filter((line) => line !== '');
  await run(url, ...indexes.map((line) => `drop index ${line.split('\t')[0]}`));
  await run(url, ['begin', `truncate dedupe.${table}`, ...inserts, 'commit'].join(';'));
  await run(url, "set maintenance_work_mem = '1GB'", ...indexes.map((line) => line.split('\t')[1]));
  await run(url, `vacuum analyze dedupe.${table}`);
}

const secondary = (
  table,
) => `select indexrelid::regclass || e'\\t' || replace(pg_get_indexdef(indexrelid), e'\\n', ' ') from pg_index
  where indrelid = 'dedupe.${table}'::regclass and not indisunique`;

async function run(url, ...statements) {
  const child = spawn(
    postgresProgram('psql'),
    [url, '-qAt', '-v', 'ON_ERROR_STOP=1', ...statements.flatMap((text) => ['-c', text])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`psql ended with ${code}: ${statements.join('; ').slice(0, 300)}`);
  return said;
}
