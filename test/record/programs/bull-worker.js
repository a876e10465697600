// A worker on BullMQ: the library's own lease, and whatever the library says when it is lost.
import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { finishEvent, insert, insertTask, openDatabase, startInstance, stopInstance } from './database.js';
import { startLog } from './log.js';

const config = JSON.parse(process.env.RECORD_CONFIG);
const { log, fact } = startLog({ service: 'support-worker', ...config });
const pool = openDatabase(config.database);
const running = new Map();

async function attempt(job) {
  const { ids, deliveryId, title } = job.data;
  const at = new Date();
  const lease = { lease_ms: config.lockMs, lease_until: new Date(Number(at) + config.lockMs) };
  const self = { at, queue: job.queueName, job_id: job.id, attempt: job.attemptsStarted, event_id: ids.event_id };
  running.set(job.id, self);
  fact('attempt', { ...self, workspace_id: ids.workspace_id, received_at: at, started_at: at, ...lease });
  await insert(pool, 'dedupe.attempts', {
    provider: 'slack',
    workspace_id: ids.workspace_id,
    event_id: ids.event_id,
    queue: self.queue,
    job_id: self.job_id,
    attempt: self.attempt,
    delivery_id: deliveryId,
    claimed_at: at,
    lease_expires_at: lease.lease_until,
    outcome: 'running',
    instance_id: config.instance,
    deployment_version: config.version,
  });
  if (config.blockMs) block(config.blockMs);
  const key = randomUUID();
  const task = await insertTask(pool, {
    ids,
    key,
    title,
    deliveryId,
    job: { queue: self.queue, id: job.id, attempts: self.attempt },
  });
  fact('record', {
    ...self,
    at: task.created_at,
    created_at: task.created_at,
    workspace_id: ids.workspace_id,
    target: 'tasks',
    record_id: task.task_id,
    source_event_key: key,
    created_by: 'support-bot',
  });
  log.info({ event_id: ids.event_id, job_id: job.id, task_id: task.task_id }, 'task created');
  await finishEvent(pool, ids, { type: 'task', id: task.task_id });
  const finishedAt = new Date();
  fact('attempt', { ...self, finished_at: finishedAt, outcome: 'done' });
  await pool.query(
    "update dedupe.attempts set finished_at = $4, outcome = 'done' where queue = $1 and job_id = $2 and attempt = $3",
    [self.queue, self.job_id, self.attempt, finishedAt],
  );
}

/** Work that holds the event loop: no timer runs, so the library cannot renew its lock. */
function block(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

/** The library says a lost lock twice; the attempt is over the first time. */
function settled(jobId, settleOutcome) {
  const self = running.get(jobId);
  if (self) fact('attempt', { ...self, settled_at: new Date(), settle_outcome: settleOutcome });
  running.delete(jobId);
}

const worker = new Worker('tasks', attempt, {
  connection: config.redis,
  lockDuration: config.lockMs,
  stalledInterval: config.lockMs,
});
worker.on('completed', (job) => settled(job.id, 'done'));
worker.on('stalled', (jobId) => log.warn({ job_id: jobId }, 'job stalled'));
worker.on('error', (error) => {
  log.error({ error: { message: error.message } }, 'worker error');
  const jobId = /Missing lock for job (\S+)\. moveToFinished/.exec(error.message)?.[1];
  if (jobId) settled(jobId, 'failed');
});

await worker.waitUntilReady();
await startInstance(pool, config, 'worker');
fact('lifecycle', { what: 'started', role: 'worker' });
process.send({ ready: config.instance });

process.once('SIGTERM', async () => {
  await worker.close();
  await stopInstance(pool, config);
  fact('lifecycle', { what: 'stopped', role: 'worker' });
  await pool.end();
  process.disconnect();
});
