// graphile-worker 0.17. https://worker.graphile.org/docs/job-key, /docs/exponential-backoff
import { makeWorkerUtils, run } from 'graphile-worker';

export const title = 'graphile-worker 0.17.3';
export const settings =
  'jobKey from the key with jobKeyMode unsafe_dedupe, 3 attempts with its exponential backoff; a job that has ended leaves no row, and a lost one is given to another worker after four hours, for which the drill does not wait';

export class Permanent extends Error {}

const connectionString = process.env.DATABASE;
const quiet = { error() {}, warn() {}, info() {}, debug() {} };

export async function producer() {
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  const options = (task) => ({ jobKey: task.key, jobKeyMode: 'unsafe_dedupe', maxAttempts: 3 });
  return { add: (task) => utils.addJob('task', task, options(task)) };
}

export async function consume(work) {
  const { Logger } = await import('graphile-worker');
  const logger = new Logger(() => (level, message) => quiet[level]?.(message));
  const runner = await run({
    ...{ connectionString, logger, concurrency: 10, pollInterval: 500, noHandleSignals: true },
    taskList: { task: (payload) => work(payload) },
  });
  runner.promise.catch(() => process.exit(1));
}

const dead = `select id from graphile_worker._private_jobs
  where attempts >= max_attempts and locked_at is null and payload->>'marker' = :marker`;

/** Nothing is left of a job that has ended, so it cannot be run again. */
export const drill = () => ({ hooks: {}, dead_letters: { sql: dead } });
