// pg-boss by its own fetch and complete in batches, which its pollers, twice a second at most, cannot reach.
// https://github.com/timgit/pg-boss/blob/10.4.2/docs/readme.md (fetch, complete)
import PgBoss from 'pg-boss';

export const settings =
  'fetch and complete with batches of 100, four at once, instead of its poller of at most two batches a second';

const boss = new PgBoss({ connectionString: process.env.DATABASE, supervise: false, schedule: false });
boss.on('error', () => {});

export async function fill(jobs) {
  await boss.start();
  await boss.createQueue('tasks');
  await boss.purgeQueue('tasks');
  for (let left = jobs; left > 0; left -= 1_000)
    await boss.insert(Array.from({ length: Math.min(1_000, left) }, (_, n) => ({ name: 'tasks', data: { n } })));
}

export async function run() {
  await Promise.all(Array.from({ length: 4 }, loop));
}

async function loop() {
  for (;;) {
    const jobs = (await boss.fetch('tasks', { batchSize: 100 })) ?? [];
    if (jobs.length === 0) return;
    await boss.complete(
      'tasks',
      jobs.map(({ id }) => id),
    );
  }
}
