// BullMQ on Redis. https://docs.bullmq.io/guide/workers/concurrency, /guide/going-to-production (append-only file)
import { Queue, Worker } from 'bullmq';

export const settings =
  'concurrency 100, removeOnComplete; Redis with appendonly and appendfsync everysec: up to a second of finished work can be lost';

const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null };

export async function fill(jobs) {
  const queue = new Queue('tasks', { connection });
  await queue.obliterate({ force: true });
  for (let left = jobs; left > 0; left -= 1_000)
    await queue.addBulk(
      Array.from({ length: Math.min(1_000, left) }, (_, n) => ({
        name: 'task',
        data: { n },
        opts: { removeOnComplete: true },
      })),
    );
  await queue.close();
}

export async function run(jobs) {
  let done = 0;
  const worker = new Worker('tasks', async () => {}, { connection, concurrency: 100 });
  await new Promise((resolve) => {
    worker.on('completed', () => {
      done += 1;
      if (done === jobs) resolve();
    });
  });
  await worker.close();
}
