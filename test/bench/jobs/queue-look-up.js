// One job among 300,000 in a queue, by its id, its key and a name in its payload: beside one direct read of what is already known.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { summary } from '../stats.js';
import { importTypeScript } from '../typescript.js';

const begun = Date.parse('2026-11-29T12:00:00Z');
/** Of the job that is looked for: its number. */
const needle = 777;

export default async function queueLookUp({ quick }) {
  const size = quick ? 3_000 : 300_000;
  const rounds = quick ? 1 : 11;
  return [...(await onRedis(size, rounds)), ...(await onPostgres(size, rounds))];
}

async function onRedis(size, rounds) {
  if (spawnSync('redis-server', ['--version']).error) return [];
  const { bullmq } = await importTypeScript('src/queues/bullmq.ts');
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const admin = new Redis(port, { retryStrategy: () => 50 });
  admin.on('error', () => {});
  try {
    await admin.ping();
    await fillBullmq(admin, size);
    const url = `redis://127.0.0.1:${port}`;
    const direct = async () => {
      const client = new Redis(url, { enableReadyCheck: false });
      const hash = await client.hgetall(`bull:tickets:Ev${needle}`);
      client.disconnect();
      if (hash.ats !== '1') throw new Error('the job is not there');
    };
    const rows = await inTurn(
      [
        { name: 'connect, HGETALL', run: direct },
        ...asked(bullmq, url, {
          job: { queue: 'tickets', id: `Ev${needle}` },
          byId: `Ev${needle}`,
          byKey: 'Ev778',
          byPayload: `Ev${size - 9}`,
        }),
      ],
      rounds,
    );
    return [{ title: `BullMQ on Redis, ${size.toLocaleString('en')} jobs, history of 10,000 events`, rows }];
  } finally {
    admin.disconnect();
    server.kill('SIGTERM');
    await Promise.race([once(server, 'exit'), sleep(3000)]);
  }
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

async function onPostgres(size, rounds) {
  const { findServers } = await importTypeScript('test/postgres-binaries.ts');
  const { startServer } = await importTypeScript('test/postgres-server.ts');
  const [binaries] = findServers();
  if (!binaries) return [];
  const server = await startServer(binaries, { durable: false });
  try {
    return [
      await pgBossTable(await database(server.url, 'boss'), size, rounds),
      await graphileTable(await database(server.url, 'graphile'), size, rounds),
    ];
  } finally {
    await server.stop();
  }
}

async function database(server, name) {
  await query(server, `create database bench_${name}`);
  const url = new URL(server);
  url.pathname = `bench_${name}`;
  return url.href;
}

async function pgBossTable(url, size, rounds) {
  const { pgBoss } = await importTypeScript('src/queues/pg-boss.ts');
  const { default: PgBoss } = await import('pg-boss-10');
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('tickets');
  await boss.stop({ graceful: false });
  await query(
    url,
    `insert into pgboss.job (name, data, singleton_key, state, created_on, started_on, completed_on)
     select 'tickets', json_build_object('event_id', 'Ev' || n, 'text', repeat('x', 300)), 'Ev' || n, 'completed', at, at, at
     from (select n, timestamptz '2026-11-29T12:00:00Z' + n * interval '200 ms' as at from generate_series(0, ${size - 1}) n) made`,
  );
  await query(url, 'vacuum analyze pgboss.job');
  const [{ id }] = await query(url, `select id::text from pgboss.job where singleton_key = 'Ev${needle}'`);
  const direct = async () => {
    const found = await query(url, 'select * from pgboss.job where name = $1 and id = $2', ['tickets', id]);
    if (found.length !== 1) throw new Error('the job is not there');
  };
  const rows = await inTurn(
    [
      { name: 'connect, SELECT by name and id', run: direct },
      ...asked(pgBoss, url, {
        job: { queue: 'tickets', id },
        byKey: 'Ev778',
        byPayload: `Ev${size - 9}`,
        other: 'none-{event_id}',
        budget: 3,
      }),
    ],
    rounds,
  );
  return { title: `pg-boss 10, ${size.toLocaleString('en')} jobs`, rows };
}

async function graphileTable(url, size, rounds) {
  const { graphileWorker } = await importTypeScript('src/queues/graphile-worker.ts');
  const { makeWorkerUtils } = await import('graphile-worker-17');
  const utils = await makeWorkerUtils({ connectionString: url });
  await utils.migrate();
  await utils.addJob('tickets', {});
  await utils.release();
  await query(
    url,
    `insert into graphile_worker._private_jobs (task_id, payload, key, created_at)
     select (select id from graphile_worker._private_tasks limit 1), json_build_object('event_id', 'Ev' || n, 'text', repeat('x', 300)),
       'Ev' || n, timestamptz '2026-11-29T12:00:00Z' + n * interval '200 ms' from generate_series(0, ${size - 1}) n`,
  );
  await query(url, 'vacuum analyze graphile_worker._private_jobs');
  const [{ id }] = await query(url, `select id::text from graphile_worker._private_jobs where key = 'Ev${needle}'`);
  const direct = async () => {
    const found = await query(url, 'select * from graphile_worker._private_jobs where id = $1', [id]);
    if (found.length !== 1) throw new Error('the job is not there');
  };
  const rows = await inTurn(
    [
      { name: 'connect, SELECT by id', run: direct },
      ...asked(graphileWorker, url, {
        job: { queue: 'tickets', id },
        byKey: 'Ev778',
        byPayload: `Ev${size - 9}`,
        other: 'none-{event_id}',
        budget: 3,
      }),
    ],
    rounds,
  );
  return { title: `graphile-worker 0.17, ${size.toLocaleString('en')} jobs`, rows };
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

/** Within this process, in turn, so that a machine that slows down slows all of them. */
async function inTurn(contenders, rounds) {
  const taken = contenders.map(() => []);
  for (let round = -2; round < rounds; round++)
    for (const [i, { run }] of contenders.entries()) {
      const start = process.hrtime.bigint();
      await run();
      if (round >= 0) taken[i].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  return contenders.map(({ name, budget }, i) => ({ name, budget, ...summary(taken[i]) }));
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

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
