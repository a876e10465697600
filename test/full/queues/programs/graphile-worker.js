// node graphile-worker.js MODULE URL MODE: what an application with graphile-worker does, in a process that can be killed.
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const [, , module, connectionString, mode] = process.argv;
const { makeWorkerUtils, run } = await import(module.startsWith('/') ? pathToFileURL(module).href : module);

if (mode === 'send') {
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  await utils.addJob('tickets', { event_id: 'Ev0GRAPH001' }, { jobKey: 'Ev0GRAPH001', maxAttempts: 2 });
  await utils.release();
  process.exit(0);
}
const runner = await run({
  connectionString,
  pollInterval: 200,
  // A stale lock is looked for every 8 to 10 min otherwise.
  minResetLockedInterval: 300,
  maxResetLockedInterval: 500,
  preset: { worker: { connectionString, minResetLockedInterval: 300, maxResetLockedInterval: 500, pollInterval: 200 } },
  noHandleSignals: true,
  taskList: {
    async tickets(payload, { job }) {
      const client = new pg.Client(connectionString);
      await client.connect();
      await client.query('insert into made (event_id, job_id) values ($1, $2)', [payload.event_id, job.id]);
      await client.end();
      if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
      throw new Error('ETIMEDOUT after POST /tasks');
    },
  },
});
const client = new pg.Client(connectionString);
await client.connect();
for (;;) {
  const ended = 'select from graphile_worker._private_jobs where attempts = 2 and locked_at is null';
  if ((await client.query(ended)).rowCount > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await runner.stop();
process.exit(0);
