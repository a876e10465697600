// The whole drill against an existing app that was made safe: Bolt with the durable receiver, and Python behind the sidecar.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { DrillSettings } from '../../../src/config/drill-keys.ts';
import { scenarios } from '../../../src/drill/index.ts';
import { runMain } from '../../run-main.ts';
import { type Drilled, type Process, type Stage, told } from './stage.ts';
import { staged } from './staged.ts';

const address = (port: number) => `http://127.0.0.1:${port}/slack/events`;
const count = { sql: "select id from app.tickets where title like '%' || :marker || '%'" };
const rerun = `update dedupe.inbound_events set status = 'received', available_at = now(), lease_expires_at = null where event_id = $1`;
const dead = `select event_id from dedupe.inbound_events where event_id = :event_id and status = 'permanent_error'`;

const stuck = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into dedupe.operations%'`;

/** What has no meaning for them, and why. */
const unplayed = { 'redis-restarted': 'nothing of the adapters is in a Redis, so there is none to restart' };
const without = Object.keys(unplayed);

/** Somebody who keeps the row of an effect from being written: what is created locally is that row. */
const holder = (at: Stage): Process => ({
  words: [at.program('sql.js'), 'hold', 'lock table dedupe.operations in share row exclusive mode'],
  ready: 'held',
});

function settingsFor(
  at: Stage,
  ports: readonly number[],
  alive: readonly string[],
  started: readonly string[],
  slow: string,
): DrillSettings {
  return {
    receivers: ports.map(address),
    count,
    dead_letters: { sql: dead },
    hooks: {
      start: `printf %s "$DRILL_SECRET" > secret.txt && ${at.hook('processes.js', 'start', 'tracker', ...started)}`,
      // Worker and receiver are one process, which cannot stand still and answer: what it works with stands still.
      pause_worker: at.hook('processes.js', 'pause', slow),
      resume_worker: at.hook('processes.js', 'resume', slow),
      hold_after_create: at.hook('processes.js', 'start', 'holder'),
      await_hold: at.hook('sql.js', 'await', stuck),
      release_hold: at.hook('processes.js', 'kill', 'holder'),
      restart_app: at.hook('processes.js', 'restart', ...started),
      kill_worker: at.hook('processes.js', 'kill', ...alive),
      start_worker: at.hook('processes.js', 'start', ...alive),
      rerun_job: at.hook('sql.js', 'run', rerun, 'DRILL_EVENT_ID'),
      start_other_version: at.hook('processes.js', 'start', 'other'),
      stop_other_version: at.hook('processes.js', 'stop', 'other'),
    },
  };
}

function expectSafe(drilled: Drilled): void {
  const played = scenarios.map(({ id }) => id).filter((id) => !without.includes(id));
  expect(drilled.verdicts, told(drilled)).toEqual(Object.fromEntries(played.map((id) => [id, 'safe'])));
  expect(drilled.code).toBe(0);
}

const skipped = without.flatMap((id) => ['--skip', id]);

test('a Bolt app with the durable receiver', { timeout: 400_000 }, async (context) => {
  const at = await staged(context);
  const ports = [await at.port(), await at.port(), await at.port()] as const;
  const app = (port: number, version: string): Process => ({
    words: [at.program('safe-bolt.js')],
    env: { PORT: String(port), TRACKER: at.tracker, DEDUPE_DEPLOYMENT_VERSION: version },
    ready: 'listening',
    says: version === 'v2' ? address(port) : '',
  });
  const apps = { first: app(ports[0], 'v1'), second: app(ports[1], 'v1'), other: app(ports[2], 'v2') };
  const names = ['first', 'second'];
  const settings = settingsFor(at, ports.slice(0, 2), names, names, 'tracker');
  const drilled = await at.drill({ ...apps, holder: holder(at) }, settings, ...skipped);
  expectSafe(drilled);
  // Each event and each click has its row in the ledger, beside the one of its effect: none of them is a copy.
  const { stdout } = await runMain(['scan', '--damage', '--database', at.url, '--format', 'json'], { now: Date.now });
  const { duplicates, groups, damage } = JSON.parse(stdout);
  const copies = groups.filter(({ kind }: { kind: string }) => kind === 'cause');
  expect([duplicates, copies, damage]).toEqual([{ events: 0, surplus_records: 0 }, [], []]);
});

test('a Python app behind the sidecar', { timeout: 400_000 }, async (context) => {
  if (spawnSync('python3', ['--version']).status !== 0) context.skip('needs python3');
  const at = await staged(context);
  const ports = [await at.port(), await at.port(), await at.port(), await at.port()] as const;
  const sidecar = (port: number, version: string): Process => {
    const words = ['--listen', `127.0.0.1:${port}`, '--app', 'A0DRILLAPP', '--signing-secret-file', 'secret.txt'];
    return {
      words: at.dedupe('serve', ...words, '--forward', address(ports[3]), '--forward-timeout', '3'),
      env: { DEDUPE_DEPLOYMENT_VERSION: version },
      ready: 'listening on port',
      says: version === 'v2' ? address(port) : '',
    };
  };
  const processes: Record<string, Process> = {
    app: {
      file: 'python3',
      words: [at.program('app.py')],
      env: { PORT: String(ports[3]), TRACKER: at.tracker },
      ready: 'listening',
    },
    first: sidecar(ports[0], 'v1'),
    second: sidecar(ports[1], 'v1'),
    other: sidecar(ports[2], 'v2'),
    holder: holder(at),
  };
  const alive = ['first', 'second'];
  const settings = settingsFor(at, ports.slice(0, 2), alive, ['app', ...alive], 'app');
  expectSafe(await at.drill(processes, settings, ...skipped));
});
