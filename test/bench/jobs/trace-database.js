// A cold trace from PostgreSQL at two sizes: beside an empty node and psql, and beside itself at the other size.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleaved } from '../measure.js';
import { importTypeScript } from '../typescript.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

export default async function traceDatabase({ quick }) {
  const { findServers } = await importTypeScript('test/postgres-binaries.ts');
  const { startServer } = await importTypeScript('test/postgres-server.ts');
  const [binaries] = findServers();
  if (!binaries) return [];
  const server = await startServer(binaries, { durable: true });
  try {
    const sizes = quick ? [10_000, 100_000] : [1_000_000, 10_000_000];
    const urls = sizes.map((size) => filled(server.url, size));
    const [small, large] = sizes.map((size) => `dedupe trace, ${size.toLocaleString('en')} events`);
    const trace = (url) => [process.execPath, bin, 'trace', 'Ev00000777', '--database', url];
    const rows = interleaved(
      [
        { name: 'node -e 0', command: [process.execPath, '-e', '0'] },
        { name: 'psql, select 1', command: ['psql', urls[0], '-Atc', 'select 1'] },
        { name: small, command: trace(urls[0]), exit: 1, budget: 3 },
        { name: large, command: trace(urls[1]), exit: 1, budget: 3 },
      ],
      quick ? 5 : 15,
    );
    const growth = { title: 'growth of the cold trace', rows: [{ ...rows[2] }, { ...rows[3], budget: 1.1 }] };
    return [{ title: 'cold trace from PostgreSQL', note: `PostgreSQL ${version(urls[0])}, fsync on`, rows }, growth];
  } finally {
    await server.stop();
  }
}

/** A database with this many events, two deliveries each, one task each; event 777 has two tasks. */
function filled(server, size) {
  const url = new URL(server);
  psql(server, `create database bench_${size}`);
  url.pathname = `bench_${size}`;
  execFileSync(process.execPath, [bin, 'migrate', '--database', url.href]);
  const id = "'Ev' || lpad(n::text, 8, '0')";
  psql(
    url.href,
    `insert into dedupe.inbound_events (provider, workspace_id, app_id, event_id, event_type, subject, channel, ts, status, processed_at, received_at)
       select 'slack', 'T' || n % 50, 'A1', ${id}, 'message', 'slack:C1:' || n, 'C1', n::text, 'processed', now(), now() - interval '1 s' * n
       from generate_series(1, ${size}) n;
     insert into dedupe.deliveries (delivery_id, provider, workspace_id, app_id, event_id, retry_num, retry_reason, received_at, answered_at, status)
       select 'd' || n || '-' || k, 'slack', 'T' || n % 50, 'A1', ${id}, k, case k when 1 then 'http_timeout' end,
         now() - interval '1 s' * n + interval '3 s' * k, now() - interval '1 s' * n + interval '4 s' + interval '100 ms' * k, 200
       from generate_series(1, ${size}) n, generate_series(0, 1) k;
     insert into dedupe.tasks (workspace_id, source_event_key, provider, event_id, delivery_id, created_at)
       select 'T' || n % 50, 'key-' || n, 'slack', ${id}, 'd' || n || '-0', now() - interval '1 s' * n from generate_series(1, ${size}) n;
     insert into dedupe.tasks (workspace_id, source_event_key, provider, event_id, delivery_id)
       values ('T27', 'key-777-again', 'slack', 'Ev00000777', 'd777-1');
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
