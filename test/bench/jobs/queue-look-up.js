// One job among 300,000 in a queue, by its id, its key and a name in its payload: beside one direct read of what is already known.
import { Redis } from 'ioredis';
import pg from 'pg';
import { hasProgram, isInstalled } from '../machine.js';
import { interleavedCalls, repeated } from '../measure.js';
import { redisServer } from '../receivers.js';
import { importTypeScript } from '../typescript.js';

const begun = Date.parse('2026-11-29T12:00:00Z');
/** Of the job that is looked for: its number. */
const needle = 777;

export default async function queueLookUp({ quick, databases }) {
  const sizes = quick ? [1_000, 2_000, 3_000] : [30_000, 100_000, 300_000];
  const ends = [];
  try {
    return [
      ...(await grown(sizes, quick, await onRedis((end) => ends.push(end)))),
      ...(await grown(sizes, quick, await onPgBoss(databases))),
      ...(await grown(sizes, quick, await onGraphileWorker(databases))),
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** The table of the largest size, with the growth of the slowest way over all of them. `queue`: `{title, contenders(size)}`; undefined is left out. */
async function grown(sizes, quick, queue) {
  if (queue === undefined) return [];
  const found = [];
  for (const size of sizes) {
    const contenders = await queue.contenders(size);
    const calls = contenders.map(({ run, ...more }) => ({ ...more, call: () => repeated(1, run) }));
    found.push(await interleavedCalls(calls, quick ? 1 : 11));
  }
  const growth = sizes.map((size, i) => [size, found[i].at(-1).median]);
  const note = 'the growth is that of the last row';
  return [{ title: `${queue.title}, ${sizes.at(-1).toLocaleString('en')} jobs`, note, rows: found.at(-1), growth }];
}

async function onRedis(atEnd) {
  if (!hasProgram('redis-server')) return undefined;
  const { bullmq } = await importTypeScript('src/queues/bullmq.ts');
  const url = `redis://127.0.0.1:${await redisServer(atEnd, 'everysec')}`;
  const admin = new Redis(url);
  atEnd(() => admin.disconnect());
  const direct = async () => {
    const client = new Redis(url, { enableReadyCheck: false });
    const hash = await client.hgetall(`bull:tickets:Ev${needle}`);
    client.disconnect();
    if (hash.ats !== '1') throw new Error('the job is not there');
  };
  return {
    title: 'BullMQ on Redis with appendfsync everysec and a history of 10,000 events',
    async contenders(size) {
      await admin.flushall();
      await fillBullmq(admin, size);
      const asks = { job: { queue: 'tickets', id: `Ev${needle}` }, byId: `Ev${needle}` };
      return [
        { name: 'connect, HGETALL', run: direct },
        ...asked(bullmq, url, { ...asks, byKey: 'Ev778', byPayload: `Ev${size - 9}` }),
      ];
    },
  };
}

/** As the library stores jobs that are done: 777 under the event's id, 778 with it as its deduplication id, the others without. */
async function fillBullmq(admin, size) {
  await admin.hset('bull:tickets:meta', 'version', 'bullmq:6.7.0');
  for (let from = 0; from < size; from += 5_000) {
    const line = admin.pipeline();
    for (let n = from; n < Math.min(size, from + 5_000); n++) {
      const at = begun + n * 200;
      const id = n === needle ? `Ev${n}` : String(n);
      line.hset(`bull:tickets:${id}`, {
        ...{ name: 'create', data: payloadOf(n), opts: '{"attempts":3}', timestamp: at, processedOn: at + 20 },
        ...{ finishedOn: at + 90, ats: 1, atm: 1, returnvalue: '{"ticket":1}' },
      });
      line.zadd('bull:tickets:completed', at + 90, id);
      for (const event of n >= size - 2_500 ? ['added', 'waiting', 'active', 'completed'] : [])
        line.xadd('bull:tickets:events', `${at}-*`, 'event', event, 'jobId', id);
    }
    await line.exec();
  }
  await admin.set('bull:tickets:de:Ev778', '778');
}

const payloadOf = (n) => JSON.stringify({ event_id: `Ev${n}`, channel: 'C1', text: 'x'.repeat(300) });

async function onPgBoss(databases) {
  const url = isInstalled('pg-boss') ? await databases.empty('look_up_boss') : undefined;
  if (url === undefined) return undefined;
  const { pgBoss } = await importTypeScript('src/queues/pg-boss.ts');
  const { default: PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('tickets');
  await boss.stop({ graceful: false });
  return {
    title: 'pg-boss 10',
    async contenders(size) {
      await query(url, 'delete from pgboss.job');
      await query(
        url,
        `insert into pgboss.job (name, data, singleton_key, state, created_on, started_on, completed_on)
         select 'tickets', json_build_object('event_id', 'Ev' || n, 'text', repeat('x', 300)), 'Ev' || n, 'completed', at, at, at
         from (select n, timestamptz '2026-11-29T12:00:00Z' + n * interval '200 ms' as at from generate_series(0, ${size - 1}) n) made`,
      );
      await query(url, 'vacuum analyze pgboss.job');
      const [{ id }] = await query(url, `select id::text from pgboss.job where singleton_key = 'Ev${needle}'`);
      const direct = ['select * from pgboss.job where name = $1 and id = $2', ['tickets', id]];
      return onTable('connect, SELECT by name and id', pgBoss, url, { direct, id, size });
    },
  };
}

async function onGraphileWorker(databases) {
  const url = isInstalled('graphile-worker') ? await databases.empty('look_up_graphile') : undefined;
  if (url === undefined) return undefined;
  const { graphileWorker } = await importTypeScript('src/queues/graphile-worker.ts');
  const { makeWorkerUtils } = await import('graphile-worker');
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  await utils.addJob('tickets', {});
  await utils.release();
  const jobs = 'graphile_worker._private_jobs';
  return {
    title: 'graphile-worker 0.17',
    async contenders(size) {
      await query(url, `delete from ${jobs}`);
      await query(
        url,
        `insert into ${jobs} (task_id, payload, key, created_at)
         select (select id from graphile_worker._private_tasks limit 1), json_build_object('event_id', 'Ev' || n, 'text', repeat('x', 300)),
           'Ev' || n, timestamptz '2026-11-29T12:00:00Z' + n * interval '200 ms' from generate_series(0, ${size - 1}) n`,
      );
      await query(url, `vacuum analyze ${jobs}`);
      const [{ id }] = await query(url, `select id::text from ${jobs} where key = 'Ev${needle}'`);
      const direct = [`select * from ${jobs} where id = $1`, [id]];
      return onTable('connect, SELECT by id', graphileWorker, url, { direct, id, size });
    },
  };
}

/** `direct`: a statement and its values that find the one job. */
function onTable(name, adapter, url, { direct, id, size }) {
  const run = async () => {
    const found = await query(url, ...direct);
    if (found.length !== 1) throw new Error('the job is not there');
  };
  const asks = { job: { queue: 'tickets', id }, byKey: 'Ev778', byPayload: `Ev${size - 9}` };
  return [{ name, run }, ...asked(adapter, url, { ...asks, other: 'none-{event_id}', budget: 3 })];
}

/** `job` asks for a job alone, which reads no other one; `byId` and `byKey` for an event that leads to one, `byPayload` for one that no id leads to. */
function asked(adapter, url, { job, byId, byKey, byPayload, other = '{event_id}', budget }) {
  const ways = [
    ...(job ? [['by job', { jobs: [job] }, '{event_id}', 'id', budget]] : []),
    ...(byId ? [['by an id made of the event', { eventIds: [byId] }, '{event_id}', 'id']] : []),
    ['by a key made of the event', { eventIds: [byKey] }, '{event_id}', 'dedup'],
    ['by a name in the payload', { eventIds: [byPayload] }, other, undefined],
  ];
  return ways.map(([name, question, job_id, way, most]) => ({
    name: `dedupe, ${name}`,
    budget: most,
    run: async () => {
      const queue = adapter.open({ url_env: 'Q', job_id }, { name: 'q', env: { Q: url }, now: () => Date.now() });
      const all = { eventIds: [], sourceEventKeys: [], jobs: [], since: undefined, until: undefined, ...question };
      const { jobs } = await queue.find(all, new AbortController().signal).finally(() => queue.close());
      if (jobs.length !== 1 || (way !== undefined && jobs[0].foundBy !== way))
        throw new Error(`${name}: ${jobs.length} jobs, ${jobs[0]?.foundBy}`);
    },
  }));
}

async function query(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
