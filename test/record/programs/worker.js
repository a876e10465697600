// The worker: takes jobs from the app's own table under a lease, makes a task or a tracker record, and says what it did.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { countRecords, createRecord, page } from './calls.js';
import { finishEvent, insert, insertTask, openDatabase, startInstance, stopInstance } from './database.js';
import { startLog } from './log.js';

const config = JSON.parse(process.env.RECORD_CONFIG);
const { log, fact } = startLog({ service: 'support-worker', ...config });
const pool = openDatabase(config.database);
const leaseMs = config.leaseMs ?? 30_000;
const retryAfterMs = 2_000;
let stopping = false;

/** One statement: the job, its new attempt number and its lease are one. `now()` is the same instant throughout. */
const claimText = `
  update app.jobs set attempts = attempts + 1, locked_by = $1, locked_until = now() + make_interval(secs => $2)
  where id = (
    select id from app.jobs
    where done_at is null and run_at <= now() and (locked_until is null or locked_until < now())
    order by id limit 1 for update skip locked
  )
  returning id, queue, payload, attempts, last_error, now() as claimed_at, locked_until`;

async function claim() {
  const { rows } = await pool.query(claimText, [config.instance, leaseMs / 1000]);
  return rows[0];
}

async function attempt(job) {
  const { ids, deliveryId } = job.payload;
  const identity = { at: job.claimed_at, queue: job.queue, job_id: job.id, attempt: job.attempts };
  const self = { ...identity, event_id: ids.event_id, workspace_id: ids.workspace_id };
  fact('attempt', {
    ...self,
    received_at: job.claimed_at,
    started_at: new Date(),
    lease_ms: leaseMs,
    lease_until: job.locked_until,
    previous_error_code: job.last_error ?? undefined,
  });
  await insert(pool, 'dedupe.attempts', {
    provider: 'slack',
    workspace_id: ids.workspace_id,
    event_id: ids.event_id,
    queue: job.queue,
    job_id: job.id,
    attempt: job.attempts,
    delivery_id: deliveryId,
    claimed_at: job.claimed_at,
    lease_expires_at: job.locked_until,
    outcome: 'running',
    instance_id: config.instance,
    deployment_version: config.version,
  });
  try {
    const result = await effect(job, self);
    const settledAt = await settle(job, 'done_at = clock_timestamp(), locked_until = null');
    await finish(job, self, { outcome: 'done', settled_at: settledAt, settle_outcome: 'done' });
    await finishEvent(pool, ids, result);
  } catch (error) {
    const code = error.code ?? error.name;
    log.warn(
      { job_id: job.id, attempt: job.attempts, error: { message: error.message, code } },
      'job failed, will try again',
    );
    const settledAt = await settle(
      job,
      `run_at = now() + interval '${retryAfterMs} ms', locked_until = null, last_error = '${code}'`,
    );
    await finish(job, self, { outcome: 'failed', error_code: code, settled_at: settledAt, settle_outcome: 'failed' });
  }
}

async function effect(job, self) {
  if (config.workMs) await sleep(config.workMs);
  return config.trackerUrl ? trackerRecord(job, self) : localTask(job, self);
}

async function localTask(job, { at: _, ...self }) {
  const { ids, title, deliveryId } = job.payload;
  const key = config.key === 'event' ? `slack:${ids.workspace_id}:${ids.event_id}` : randomUUID();
  const task = await insertTask(pool, { ids, key, title, deliveryId, job });
  fact('record', {
    ...self,
    at: task.created_at,
    created_at: task.created_at,
    target: 'tasks',
    record_id: task.task_id,
    source_event_key: key,
    created_by: 'support-bot',
  });
  log.info({ event_id: ids.event_id, job_id: job.id, task_id: task.task_id }, 'task created');
  return { type: 'task', id: task.task_id };
}

async function trackerRecord(job, self) {
  if (config.searchFirst && (await countRecords({ config, fact, self })) > 0) throw new Error('it is there already');
  const made = await createRecord({ config, fact, self, title: job.payload.title });
  log.info({ event_id: self.event_id, job_id: job.id, record_id: made.id }, 'tracker record created');
  if (config.killAfterCreate) process.kill(process.pid, 'SIGKILL');
  if (config.pageAfterCreate) await page({ config, fact, self });
  return { type: 'tracker', id: made.id };
}

async function settle(job, change) {
  const { rows } = await pool.query(`update app.jobs set ${change} where id = $1 returning clock_timestamp() as at`, [
    job.id,
  ]);
  return rows[0].at;
}

async function finish(job, self, end) {
  const finishedAt = new Date();
  fact('attempt', { ...self, finished_at: finishedAt, ...end });
  await pool.query(
    'update dedupe.attempts set finished_at = $4, outcome = $5, error_code = $6 where queue = $1 and job_id = $2 and attempt = $3',
    [job.queue, job.id, job.attempts, finishedAt, end.outcome, end.error_code],
  );
}

async function run() {
  while (!stopping) {
    const job = await claim();
    if (job) await attempt(job);
    else await sleep(100);
  }
}

await startInstance(pool, config, 'worker');
fact('lifecycle', { what: 'started', role: 'worker' });
const working = run();
process.send({ ready: config.instance });

process.once('SIGTERM', async () => {
  stopping = true;
  await working;
  await stopInstance(pool, config);
  fact('lifecycle', { what: 'stopped', role: 'worker' });
  await pool.end();
  process.disconnect();
});
