// node pg-boss.js MODULE URL MODE: what an application with pg-boss does, in a process that can be killed.
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const [, , module, url, mode] = process.argv;
const loaded = await import(module.startsWith('/') ? pathToFileURL(module).href : module);
const PgBoss = loaded.PgBoss ?? loaded.default;
const soon = { superviseIntervalSeconds: 1, maintenanceIntervalSeconds: 1 };
// Twelve hours otherwise; only version 10 has an archive.
const archiving = mode === 'archive' ? { archiveCompletedAfterSeconds: 1 } : {};
const boss = new PgBoss({ connectionString: url, ...soon, ...archiving });
boss.on('error', () => {});
await boss.start();
const queue = 'tickets';

async function create(job) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('insert into made (event_id, job_id) values ($1, $2) returning id', [
    job.data.event_id,
    job.id,
  ]);
  await client.end();
  return { task: String(rows[0].id) };
}

if (mode === 'send') {
  await boss.createQueue('dead');
  await boss.createQueue(queue, { name: queue, deadLetter: 'dead' });
  await boss.send(queue, { event_id: 'Ev0BOSS0001' }, { expireInSeconds: 2, retryLimit: 2, retryDelay: 0 });
  await boss.send(queue, { event_id: 'Ev0BOSS0002' }, { retryLimit: 0, priority: -1 });
  await boss.stop({ graceful: false });
  process.exit(0);
}
const client = new pg.Client(url);
await client.connect();
/** Until this finds no row any more. */
async function empty(statement) {
  while ((await client.query(statement, [queue])).rowCount > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

if (mode === 'archive') {
  await empty("select from pgboss.job where name = $1 and state = 'completed'");
  await boss.stop({ graceful: false });
  process.exit(0);
}
await boss.work(queue, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
  const made = await create(job);
  if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
  if (job.data.event_id === 'Ev0BOSS0002') throw new Error('ETIMEDOUT after POST /tasks');
  return made;
});
await empty("select from pgboss.job where name = $1 and state not in ('completed', 'failed')");
await boss.stop({ graceful: false });
process.exit(0);
