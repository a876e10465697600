// node bullmq-postgres.js MODULE URL MODE: what an application with BullMQ on PostgreSQL does, in a process that can be killed.
import pg from 'pg';

const [, , module, connectionString, mode] = process.argv;
const { createPostgresBackend, Queue, Worker } = await import(module);
const connection = { connectionString, migrate: true };

if (mode === 'send') {
  const queue = new Queue('tickets', { connection, backend: createPostgresBackend }, createPostgresBackend);
  queue.on('error', () => {});
  await queue.add('create', { event_id: 'Ev0BULL0001' }, { jobId: 'Ev0BULL0001' });
  await queue.close();
  process.exit(0);
}
const worker = new Worker(
  'tickets',
  async (job) => {
    const client = new pg.Client(connectionString);
    await client.connect();
    await client.query('insert into made (event_id, job_id) values ($1, $2)', [job.data.event_id, job.id]);
    await client.end();
    if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
  },
  { connection, backend: createPostgresBackend, lockDuration: 1500, stalledInterval: 1500, name: `worker-${mode}` },
  createPostgresBackend,
);
worker.on('error', () => {});
worker.on('completed', () => setTimeout(() => process.exit(0), 300));
