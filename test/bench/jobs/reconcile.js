// A plan for ten thousand operations of unknown result: beside the same look-ups as one SQL statement, and beside fewer of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { psql } from '../databases.js';
import { postgresProgram } from '../machine.js';
import { interleaved } from '../measure.js';

const bin = fileURLToPath(new URL('../../../bin/dedupe.js', import.meta.url));

/** What a plan has to find out, by hand: which keys of unknown operations have a row. */
const byHand = `select o.source_event_key, o.attempt, o.sent_at, t.id from dedupe.operations o
  left join tickets t on t.key = o.idempotency_key where o.state = 'unknown' order by o.available_at`;

export default async function reconcile({ quick, databases }) {
  const sizes = quick ? [50, 100, 200] : [1_000, 3_000, 10_000];
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    const settings = { type: 'postgres', table: 'tickets', key_column: 'key', url_env: 'TICKETS' };
    const config = join(folder, 'dedupe.config.json');
    writeFileSync(config, JSON.stringify({ targets: { tickets: settings } }));
    const urls = [];
    for (const size of sizes) urls.push(filled(await databases.migrated(`reconcile_${size}`), size));
    if (urls[0] === undefined) return [];
    const plan = ['--config', config, '--plan', join(folder, 'plan.json')];
    const [floor, ...rows] = interleaved(
      [
        {
          name: `psql, one statement, ${shown(sizes.at(-1))}`,
          command: [postgresProgram('psql'), urls.at(-1), '-qAtc', byHand],
        },
        ...urls.map((url, i) => ({
          name: `dedupe reconcile --plan, ${shown(sizes[i])}`,
          command: [process.execPath, bin, 'reconcile', '--database', url, ...plan],
          env: { TICKETS: url },
          memory: 200,
        })),
      ],
      quick ? 1 : 9,
    );
    return [
      {
        title: 'a plan for operations of unknown result',
        note: 'half of them have a row',
        rows: [floor, ...rows.slice(0, -1), { ...rows.at(-1), budget: 25 }],
        growth: sizes.map((size, i) => [size, rows[i].median]),
        memoryGrowth: sizes.map((size, i) => [size, rows[i].peak]),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shown(size) {
  return size.toLocaleString('en');
}

/** Gives the url back; undefined for undefined. */
function filled(url, size) {
  if (url === undefined) return undefined;
  psql(
    url,
    'create table tickets (id bigint generated always as identity primary key, key text not null unique)',
    `insert into tickets (key) select 'slack:T1:' || n from generate_series(1, ${size}, 2) n`,
    `insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, state, attempt, idempotency_key, sent_at, available_at)
       select 'slack:T1:' || n, 'T1', 'slack', 'Ev' || n, 'tickets', 'unknown', 1, 'slack:T1:' || n, now() - interval '1 hour', now() - interval '59 minutes'
       from generate_series(1, ${size}) n`,
    'analyze',
  );
  return url;
}
