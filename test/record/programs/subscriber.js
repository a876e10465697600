// A consumer that hears every announced event, as each of its copies does. Its guard looks first and marks last;
// `guard: 'memory'` keeps a Set of its own, which it asks and marks in one step.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { insertTask, openDatabase, startInstance, stopInstance } from './database.js';
import { startLog } from './log.js';

const config = JSON.parse(process.env.RECORD_CONFIG);
const { log, fact } = startLog({ service: 'support-subscriber', ...config });
const pool = openDatabase(config.database);
const later = new Set();

async function handle(ids) {
  const self = { event_id: ids.event_id, workspace_id: ids.workspace_id, run_id: randomUUID() };
  const run = { ...self, at: new Date(), listener: 'events' };
  const key = `slack:${ids.workspace_id}:${ids.event_id}`;
  fact('run', { ...run, started_at: run.at });
  if (config.guard && (await seen(key, self))) return;
  await sleep(config.workMs);
  const task = await insertTask(pool, { ids, key: randomUUID(), title: null });
  fact('record', {
    ...self,
    at: task.created_at,
    created_at: task.created_at,
    target: 'tasks',
    record_id: task.task_id,
    created_by: 'support-bot',
  });
  log.info({ event_id: ids.event_id, task_id: task.task_id }, 'task created');
  if (config.guard && !inMemory) await mark(key, self);
  fact('run', { ...run, finished_at: new Date(), outcome: 'done' });
}

const inMemory = config.guard === 'memory';
const guard = inMemory ? { store: 'seen-set', scope: 'process' } : { store: 'app.seen', scope: 'shared' };
const known = new Set();

async function seen(key, self) {
  if (inMemory) {
    const isKnown = known.has(key);
    known.add(key);
    fact('guard', { ...self, ...guard, key, result: isKnown ? 'hit' : 'claimed' });
    return isKnown;
  }
  const { rowCount } = await pool.query('select 1 from app.seen where key = $1', [key]);
  fact('guard', { ...self, ...guard, key, result: rowCount === 0 ? 'miss' : 'hit' });
  return rowCount > 0;
}

async function mark(key, self) {
  await pool.query('insert into app.seen (key) values ($1) on conflict do nothing', [key]);
  const at = new Date();
  fact('guard', { ...self, ...guard, at, key, result: 'claimed', set_at: at });
}

const listener = new pg.Client(config.database);
await listener.connect();
listener.on('notification', ({ payload }) => later.add(handle(JSON.parse(payload))));
await listener.query('listen events');
await startInstance(pool, config, 'subscriber');
fact('lifecycle', { what: 'started', role: 'subscriber' });
process.send({ ready: config.instance });

process.once('SIGTERM', async () => {
  await Promise.all(later);
  await listener.end();
  await stopInstance(pool, config);
  fact('lifecycle', { what: 'stopped', role: 'subscriber' });
  await pool.end();
  process.disconnect();
});
