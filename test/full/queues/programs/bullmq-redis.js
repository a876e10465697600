// node bullmq-redis.js MODULE PORT MODE: what an application with BullMQ on Redis does, in a process that can be killed.
import { appendFileSync } from 'node:fs';

const [, , module, port, mode] = process.argv;
const { Queue, Worker } = await import(module);
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };

async function adding(work) {
  const queue = new Queue('tickets', { connection });
  queue.on('error', () => {});
  await work(queue);
  await queue.close();
  process.exit(0);
}

const data = (event_id) => ({ event_id, text: 'a secret' });
if (mode === 'send-crash') await adding((queue) => queue.add('create', data('Ev0REDIS001'), { jobId: 'Ev0REDIS001' }));
if (mode === 'send-removed')
  await adding((queue) => queue.add('create', data('Ev0REDIS002'), { jobId: 'Ev0REDIS002', removeOnComplete: true }));
if (mode === 'send-failing')
  await adding(async (queue) => {
    const often = { attempts: 3, backoff: { type: 'fixed', delay: 100 } };
    await queue.add('create', data('Ev0REDIS003'), often);
    await queue.add('create', data('Ev0REDIS003'), { jobId: 'Ev0REDIS003', ...often });
  });

const worker = new Worker(
  'tickets',
  async (job) => {
    appendFileSync(process.env.MADE, `${job.data.event_id} ${job.id} ${Date.now()}\n`);
    if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
    if (job.data.event_id === 'Ev0REDIS003') throw new Error('ETIMEDOUT after POST /tickets of a secret');
    return { ticket: job.id };
  },
  { connection, lockDuration: 1500, stalledInterval: 1500, name: `worker-${mode}` },
);
worker.on('error', () => {});
