// pg-boss 10. https://github.com/timgit/pg-boss/blob/10.4.2/docs/readme.md (send, policies, retries, archive)
import { createHash } from 'node:crypto';
import PgBoss from 'pg-boss';

export const title = 'pg-boss 10.4.2';
export const settings =
  'job id from the key (a second send meets its row), archive after 30 days, 5 retries with backoff, expiry 3 s, dead letter queue, maintenance every second';

export class Permanent extends Error {}

async function started() {
  const boss = new PgBoss({
    connectionString: process.env.DATABASE,
    maintenanceIntervalSeconds: 1,
    archiveCompletedAfterSeconds: 30 * 86_400,
    deleteAfterDays: 90,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('dead');
  await boss.createQueue('tasks', {
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: 3,
    deadLetter: 'dead',
  });
  return boss;
}

export async function producer() {
  const boss = await started();
  return { add: (task) => boss.send('tasks', task, { id: uuidOf(task.key) }) };
}

export async function consume(work) {
  const boss = await started();
  await boss.work('tasks', { pollingIntervalSeconds: 0.5 }, async ([job]) => work(job.data));
}

function uuidOf(key) {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const again = `update pgboss.job set state = 'retry', completed_on = null, start_after = now(), retry_limit = retry_limit + 1
  where name = 'tasks' and state = 'completed' and data->>'marker' = $1`;

export const drill = (_, sql) => ({
  hooks: { rerun_job: sql(again, 'DRILL_MARKER') },
  dead_letters: { sql: "select id from pgboss.job where name = 'dead' and data->>'marker' = :marker" },
});
