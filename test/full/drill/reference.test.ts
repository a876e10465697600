// The whole drill against `dedupe serve` and `dedupe work` as processes that are killed, on a server that is crashed.
import { expect, test } from 'vitest';
import { scenarios } from '../../../src/drill/index.ts';
import type { HookName } from '../../../src/model/drill-hooks.ts';
import { type Process, type Stage, told } from './stage.ts';
import { staged } from './staged.ts';

const address = (port: number) => `http://127.0.0.1:${port}/slack/events`;
const stuck = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into dedupe.operations%'`;
const rerun = `update dedupe.inbound_events set status = 'received', available_at = now(), lease_expires_at = null where event_id = $1`;

/** Two intakes, one worker, another version for a while, and somebody who holds a lock. */
async function reference(at: Stage, ...plan: string[]) {
  const ports = [await at.port(), await at.port(), await at.port()] as const;
  const serving = (port: number, version: string): Process => ({
    words: at.dedupe(
      'serve',
      '--listen',
      `127.0.0.1:${port}`,
      '--app',
      'A0DRILLAPP',
      '--signing-secret-file',
      'secret.txt',
    ),
    env: { DEDUPE_DEPLOYMENT_VERSION: version },
    ready: 'listening on port',
    says: version === 'v2' ? address(port) : '',
  });
  const processes: Record<string, Process> = {
    first: serving(ports[0], 'v1'),
    second: serving(ports[1], 'v1'),
    other: serving(ports[2], 'v2'),
    worker: { words: at.dedupe('work', '--lease', '2', ...plan), env: { TRACKER: at.tracker }, ready: 'working' },
    holder: {
      words: [at.program('sql.js'), 'hold', 'lock table dedupe.operations in share row exclusive mode'],
      ready: 'held',
    },
  };
  const hooks: Partial<Record<HookName, string>> = {
    start: `printf %s "$DRILL_SECRET" > secret.txt && ${at.hook('processes.js', 'start', 'tracker', 'first', 'second', 'worker')}`,
    restart_app: at.hook('processes.js', 'restart', 'first', 'second', 'worker'),
    pause_worker: at.hook('processes.js', 'pause', 'worker'),
    resume_worker: at.hook('processes.js', 'resume', 'worker'),
    kill_worker: at.hook('processes.js', 'kill', 'worker'),
    start_worker: at.hook('processes.js', 'start', 'worker'),
    rerun_job: at.hook('sql.js', 'run', rerun, 'DRILL_EVENT_ID'),
    start_other_version: at.hook('processes.js', 'start', 'other'),
    stop_other_version: at.hook('processes.js', 'stop', 'other'),
  };
  return { processes, hooks, receivers: [address(ports[0]), address(ports[1])] };
}

/** What has no meaning for a plan, and why. Each is played by the other test, but for the one about a store that is not there. */
const nothingSent = 'nothing is sent to anybody: the task is made in the transaction that ends the claim';
const withoutRedis = { 'redis-restarted': 'nothing of the reference is in a Redis, so there is none to restart' };
const unplayed = {
  local: {
    ...withoutRedis,
    'timeout-after-success': nothingSent,
    'permanent-error': nothingSent,
    'worker-killed-before-answer': nothingSent,
  },
  sent: withoutRedis,
};

function withHolder(at: Stage): Partial<Record<HookName, string>> {
  return {
    hold_after_create: at.hook('processes.js', 'start', 'holder'),
    await_hold: at.hook('sql.js', 'await', stuck),
    release_hold: at.hook('processes.js', 'kill', 'holder'),
  };
}

test('every scenario is played by one of the two, but for the one about a store that is not there', () => {
  const [local, sent] = [unplayed.local, unplayed.sent].map((one) => Object.keys(one));
  expect(local?.filter((id) => sent?.includes(id))).toEqual(['redis-restarted']);
});

test('with a local task for each event', { timeout: 400_000 }, async (context) => {
  const at = await staged(context);
  const { processes, hooks, receivers } = await reference(at);
  const count = { sql: 'select task_id from dedupe.tasks where source_event_key = :key' };
  const without = Object.keys(unplayed.local);
  const skipped = without.flatMap((id) => ['--skip', id]);
  const drilled = await at.drill(processes, { receivers, count, hooks: { ...hooks, ...withHolder(at) } }, ...skipped);
  const played = scenarios.map(({ id }) => id).filter((id) => !without.includes(id));
  expect(drilled.verdicts, told(drilled)).toEqual(Object.fromEntries(played.map((id) => [id, 'safe'])));
  expect(drilled.code).toBe(0);
  expect(drilled.document.results.find(({ scenario }) => scenario === 'concurrent-delivery')).toMatchObject({
    rounds: 10,
    wanted: 10,
    got: 10,
  });
});

test('with a ticket in a tracker that can lose answers', { timeout: 400_000 }, async (context) => {
  const at = await staged(context);
  const { processes, hooks, receivers } = await reference(at, '--plan', at.program('plan.js'));
  const count = { sql: "select 'OPS-' || id from app.tickets where key = :key" };
  const dead_letters = { sql: 'select source_event_key from dedupe.dead_letters where source_event_key = :key' };
  const without = Object.keys(unplayed.sent);
  const skipped = without.flatMap((id) => ['--skip', id]);
  // What is created locally here is the row of the outbox.
  const settings = { receivers, count, dead_letters, hooks: { ...hooks, ...withHolder(at) } };
  const drilled = await at.drill(processes, settings, ...skipped);
  const played = scenarios.map(({ id }) => id).filter((id) => !without.includes(id));
  expect(drilled.verdicts, told(drilled)).toEqual(Object.fromEntries(played.map((id) => [id, 'safe'])));
  expect(drilled.code).toBe(0);
});
