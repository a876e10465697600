// A plan for ten thousand operations of unknown result: beside the same look-ups as one SQL statement, and beside a tenth of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleaved, peakOf } from '../measure.js';
import { importTypeScript } from '../typescript.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** What a plan has to find out, by hand: which keys of unknown operations have a row. */
const byHand = `select o.source_event_key, o.attempt, o.sent_at, t.id from dedupe.operations o
  left join tickets t on t.key = o.idempotency_key where o.state = 'unknown' order by o.available_at`;

export default async function reconcile({ quick }) {
  const { findServers } = await importTypeScript('test/postgres-binaries.ts');
  const { startServer } = await importTypeScript('test/postgres-server.ts');
  const [binaries] = findServers();
  if (!binaries) return [];
  const server = await startServer(binaries, { durable: false });
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    const sizes = [1_000, 10_000];
    const urls = sizes.map((size) => filled(server.url, size));
    const settings = { type: 'postgres', table: 'tickets', key_column: 'key', url_env: 'TICKETS' };
    writeFileSync(join(folder, 'dedupe.config.json'), JSON.stringify({ targets: { tickets: settings } }));
    const plan = (url) => ({
      command: [
        process.execPath,
        bin,
        'reconcile',
        '--database',
        url,
        '--config',
        join(folder, 'dedupe.config.json'),
        '--plan',
        join(folder, 'plan.json'),
      ],
      env: { TICKETS: url },
    });
    const rows = interleaved(
      [
        { name: 'psql, one statement, 10,000', command: ['psql', urls[1], '-qAtc', byHand] },
        { name: 'dedupe reconcile --plan, 1,000', ...plan(urls[0]) },
        { name: 'dedupe reconcile --plan, 10,000', ...plan(urls[1]), budget: 25 },
      ],
      quick ? 3 : 9,
    );
    process.env.TICKETS = urls[1];
    const { peak } = peakOf(plan(urls[1]).command, 200);
    const growth = {
      title: 'growth of the plan, ten times as many',
      rows: [{ ...rows[1] }, { ...rows[2], budget: 10 }],
    };
    return [
      { title: 'a plan for operations of unknown result', note: `half of them have a row; ${peak}`, rows },
      growth,
    ];
  } finally {
    delete process.env.TICKETS;
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

function filled(server, size) {
  const url = new URL(server);
  psql(server, `create database reconcile_${size}`);
  url.pathname = `reconcile_${size}`;
  execFileSync(process.execPath, [bin, 'migrate', '--database', url.href]);
  psql(
    url.href,
    `create table tickets (id bigint generated always as identity primary key, key text not null unique);
     insert into tickets (key) select 'slack:T1:' || n from generate_series(1, ${size}, 2) n;
     insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, state, attempt, idempotency_key, sent_at, available_at)
       select 'slack:T1:' || n, 'T1', 'slack', 'Ev' || n, 'tickets', 'unknown', 1, 'slack:T1:' || n, now() - interval '1 hour', now() - interval '59 minutes'
       from generate_series(1, ${size}) n;
     analyze;`,
  );
  return url.href;
}

function psql(url, text) {
  for (const statement of text.split(';').filter((part) => part.trim() !== ''))
    execFileSync('psql', [url, '-qAtc', statement]);
}
