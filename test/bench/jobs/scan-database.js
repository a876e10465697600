// Every duplicate in a large database: beside counting the rows of the indexes that have to be read for it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleaved, peakOf } from '../measure.js';
import { importTypeScript } from '../typescript.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** One pass over each index that a scan reads as a whole: subjects, keys, tasks and operations of events, events without either, attempts. */
const count = `set enable_seqscan = off; set enable_bitmapscan = off; set max_parallel_workers_per_gather = 0;
  select count(*) from dedupe.inbound_events where subject is not null;
  select count(*) from dedupe.inbound_events where source_event_key is not null;
  select count(event_id) from dedupe.tasks; select count(event_id) from dedupe.operations;
  select count(event_id) from dedupe.inbound_events; select count(event_id) from dedupe.tasks; select count(event_id) from dedupe.operations;
  select count(job_id) from dedupe.attempts; select count(*) from dedupe.inbound_events where received_at is not null`;

export default async function scanDatabase({ quick }) {
  const { findServers } = await importTypeScript('test/postgres-binaries.ts');
  const { startServer } = await importTypeScript('test/postgres-server.ts');
  const [binaries] = findServers();
  if (!binaries) return [];
  const server = await startServer(binaries, { durable: false });
  try {
    const size = quick ? 200_000 : 10_000_000;
    const url = filled(server.url, size);
    const scan = [process.execPath, bin, 'scan', '--database', url];
    const { peak, told } = peakOf(scan, 200);
    const found = /(\d[\d,]*) duplicates/.exec(told)?.[1];
    const rows = interleaved(
      [
        { name: 'psql, index-only counts', command: ['psql', url, '-qAtc', count] },
        { name: 'dedupe scan --database', command: scan, exit: 1, budget: 2.5 },
      ],
      quick ? 3 : 3,
    );
    const note = `one event in a hundred thousand has two tasks, ${found} found; ${peak}`;
    return [{ title: `scan ${size.toLocaleString('en')} events of PostgreSQL ${version(url)}`, note, rows }];
  } finally {
    await server.stop();
  }
}

/** Events with one delivery and one task each; some have two, and some share a message. */
function filled(server, size) {
  const url = new URL(server);
  psql(server, `create database scan_${size}`);
  url.pathname = `scan_${size}`;
  execFileSync(process.execPath, [bin, 'migrate', '--database', url.href]);
  const id = "'Ev' || lpad(n::text, 8, '0')";
  psql(
    url.href,
    `insert into dedupe.inbound_events (provider, workspace_id, app_id, event_id, event_type, subject, source_event_key, channel, ts, status, processed_at, received_at, result_id)
       select 'slack', 'T' || n % 50, 'A1', ${id}, 'message', 'slack:C1:' || n, 'key-' || n, 'C1', n::text, 'processed', now(), now() - interval '1 s' * n, 'x'
       from generate_series(1, ${size}) n;
     insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, retry_num, received_at, answered_at, status)
       select 'd' || n, 'slack', 'T' || n % 50, 'A1', ${id}, 0, now() - interval '1 s' * n, now() - interval '1 s' * n + interval '40 ms', 200
       from generate_series(1, ${size}, 10) n;
     insert into dedupe.tasks (workspace_id, source_event_key, provider, event_id, delivery_id, created_at)
       select 'T' || n % 50, 'key-' || n, 'slack', ${id}, 'd' || n, now() - interval '1 s' * n from generate_series(1, ${size}) n;
     insert into dedupe.tasks (workspace_id, source_event_key, provider, event_id, delivery_id, created_at)
       select 'T' || n % 50, 'again-' || n, 'slack', ${id}, 'd' || n, now() - interval '1 s' * n from generate_series(77, ${size}, 100000) n;
     vacuum analyze;`,
  );
  return url.href;
}

function psql(url, text) {
  for (const statement of text.split(';').filter((part) => part.trim() !== ''))
    execFileSync('psql', [url, '-qAtc', statement]);
}

function version(url) {
  return execFileSync('psql', [url, '-Atc', 'show server_version'], { encoding: 'utf8' }).trim();
}
