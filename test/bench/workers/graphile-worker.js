// graphile-worker as https://worker.graphile.org/docs/performance runs it: a local queue, and completions in batches.
import { Logger, makeWorkerUtils, run as start } from 'graphile-worker';
import { psql } from '../databases.js';

export const settings =
  '24 jobs at once, localQueue.size 500, completeJobBatchDelay 0, as its page on performance says; a job that has ended leaves no row';

const { DATABASE } = process.env;

export async function fill(jobs) {
  const utils = await makeWorkerUtils({ connectionString: DATABASE });
  await utils.migrate();
  await utils.release();
  psql(
    DATABASE,
    `select count(graphile_worker.add_job('task', json_build_object('n', n))) from generate_series(1, ${jobs}) n`,
    'vacuum analyze',
  );
}

export async function run(jobs) {
  let done = 0;
  let end;
  const all = new Promise((resolve) => {
    end = resolve;
  });
  const runner = await start({
    preset: {
      worker: {
        connectionString: DATABASE,
        ...{ concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 } },
        ...{ completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    },
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
    taskList: {
      task() {
        done += 1;
        if (done === jobs) end();
      },
    },
  });
  await all;
  // What is still to be completed in the database is completed before it has stopped.
  await runner.stop();
}
