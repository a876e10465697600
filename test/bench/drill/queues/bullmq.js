// BullMQ 6 on Redis. https://docs.bullmq.io/guide/jobs/job-ids, /guide/retrying-failing-jobs, /guide/workers/stalled-jobs
import { Queue, UnrecoverableError, Worker } from 'bullmq';

export const title = 'BullMQ 6.7.0';
export const settings =
  'jobId from the key, completed jobs kept for ever, 10 attempts with exponential backoff, lock 3 s, Redis with appendonly and appendfsync always';

const connection = { host: '127.0.0.1', port: Number(process.env.STORE_PORT), maxRetriesPerRequest: null };

export const Permanent = UnrecoverableError;

export async function producer() {
  // A request must not wait for a Redis that is gone.
  const queue = new Queue('tasks', {
    connection: { ...connection, maxRetriesPerRequest: 1, enableOfflineQueue: false },
  });
  queue.on('error', () => {});
  await queue.waitUntilReady();
  const backoff = { type: 'exponential', delay: 500 };
  return { add: (task) => queue.add('task', task, { jobId: task.key, attempts: 10, backoff }) };
}

export async function consume(work) {
  const limits = { lockDuration: 3_000, stalledInterval: 3_000, maxStalledCount: 5, concurrency: 10 };
  const worker = new Worker('tasks', (job) => work(job.data), { connection, ...limits });
  worker.on('error', () => {});
  await worker.waitUntilReady();
}

/** `node bullmq.js dead|rerun`, for the hooks of the drill. */
if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('queues/bullmq.js')) {
  const queue = new Queue('tasks', { connection });
  const state = process.argv[2] === 'dead' ? 'failed' : 'completed';
  const jobs = (await queue.getJobs([state])).filter(({ data }) => data.marker === process.env.DRILL_MARKER);
  for (const job of jobs) {
    if (state === 'completed') await job.retry('completed');
    else console.log(job.id);
  }
  await queue.close();
}

export const drill = (hook) => ({
  hooks: { rerun_job: hook('rerun') },
  dead_letters: { command: hook('dead') },
});

/** The process that holds its jobs. */
export const store = (port, folder) => ({
  file: 'redis-server',
  words: [
    ...['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'],
  ],
  ready: 'Ready to accept connections',
});
