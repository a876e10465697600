// Does the doctor say of a queue what this account can read of it, and what not, with its version and its clock?
import { describe, expect, it, test } from 'vitest';
import { examined, folder } from '../commands/examined.ts';
import { freshDatabase, opened, withUser } from '../postgres-database.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

/** Who may read these keys, and ask what the printed accounts may. */
async function account(...patterns: string[]): Promise<string> {
  const rights = ['-@all', '+@read', '-keys', '+ping', '+hello', '+time', '+client|setname', '+select', '+info'];
  await redis.admin.call(
    'ACL',
    'SETUSER',
    'some',
    'reset',
    'on',
    '>PW',
    ...patterns.map((one) => `%R~${one}`),
    ...rights,
  );
  return redis.url.replace('dedupe_ro:PASSWORD', 'some:PW');
}

async function rowOf(type: string, url: string, now = Date.now) {
  const cwd = folder({ 'dedupe.config.yaml': `queues:\n  q: { type: ${type} }\n` });
  const { source, document } = await examined([], { cwd, now, env: { DEDUPE_REDIS_URL: url } });
  return { row: source('queue')[0], clocks: document.clocks };
}

const seen = 'what has to be there was read by this account';

describe('BullMQ', () => {
  it('is not seen by an account that may read none of its keys, and in part by one that may read one queue', async () => {
    await redis.admin.flushall();
    for (const queue of ['a', 'b']) await redis.admin.hset(`bull:${queue}:meta`, 'version', 'bullmq:6.7.0');
    const none = await rowOf('bullmq', await account('other:*'));
    expect(none.row).toMatchObject({ state: 'failed', visible: null, evidence: expect.stringContaining('refused') });
    const half = await rowOf('bullmq', await account('bull:a:*'));
    expect(half.row).toMatchObject({ visible: false, evidence: 'this account may not read the queue b' });
    const whole = await rowOf('bullmq', await account('bull:*'));
    expect(whole.row).toMatchObject({ visible: true, evidence: seen });
    expect(whole.row?.versions).toEqual([expect.stringMatching(/^Redis [\d.]+, bullmq:6\.7\.0$/)]);
  });
});

describe('Celery', () => {
  it('is seen in part where a queue is refused, and tells the version and the clock of its server', async () => {
    await redis.admin.flushall();
    const member = (queue: string) => `${queue}\u0006\u0016\u0006\u0016${queue}`;
    for (const queue of ['celery', 'slow']) await redis.admin.sadd(`_kombu.binding.${queue}`, member(queue));
    const keys = ['celery*', 'unacked*', '_kombu.binding.*'];
    const half = await rowOf('celery', await account(...keys));
    expect(half.row).toMatchObject({ visible: false, evidence: 'this account may not read the queue slow' });
    const whole = await rowOf('celery', await account(...keys, 'slow*'));
    expect(whole.row).toMatchObject({ visible: true, evidence: seen });
    expect(whole.row?.versions).toEqual([expect.stringMatching(/^Redis [\d.]+$/)]);
    expect(whole.clocks).toMatchObject([{ clock: 'queue q' }]);
    expect(Math.abs(whole.clocks[0]?.offset_ms ?? 9999)).toBeLessThan(1000);
  });
});

describe('Sidekiq', () => {
  it('tells what it hides beside what it shows, its version and its clock; without info the version is left out', async () => {
    await redis.admin.flushall();
    await redis.admin.sadd('queues', 'default');
    await redis.admin.sadd('processes', 'host:1:abc');
    await redis.admin.hset('host:1:abc:work', 'x', '{}');
    const keys = ['queues', 'queue:*', 'retry', 'schedule', 'dead', 'processes'];
    const part = await rowOf('sidekiq', await account(...keys));
    const left = 'this account may not read what the processes are working on';
    expect(part.row).toMatchObject({ visible: true, evidence: `${seen}; not seen: ${left}` });
    expect(part.row?.versions).toEqual([expect.stringMatching(/^Redis [\d.]+$/)]);
    expect(part.clocks).toHaveLength(1);
    const whole = await account(...keys, '*:work', '*:workers');
    await redis.admin.hdel('host:1:abc:work', 'x');
    await redis.admin.call('ACL', 'SETUSER', 'some', '-info');
    expect((await rowOf('sidekiq', whole)).row).toMatchObject({ evidence: seen, versions: [] });
  });
});

test('pg-boss 10 without its archive is seen in part, and a version that may not be read is said to be so', async (context) => {
  const url = await freshDatabase(context);
  const owner = await opened(url);
  const reader = `queue_part_${process.pid}`;
  const columns = '(id uuid, name text, data jsonb, singleton_key text, created_on timestamptz)';
  await owner.script(
    `create schema pgboss; create table pgboss.version (version int); insert into pgboss.version values (24);
     create table pgboss.job ${columns}; create table pgboss.archive ${columns}; create table pgboss.queue (name text);
     create role ${reader} login password 'only-for-this-test'; grant usage on schema pgboss to ${reader};
     grant select on pgboss.job, pgboss.queue to ${reader}`,
  );
  const cwd = folder({ 'dedupe.config.yaml': 'queues:\n  boss: { type: pg-boss }\n' });
  const row = async () => {
    const env = { DEDUPE_QUEUE_DATABASE_URL: withUser(url, reader, 'only-for-this-test') };
    return (await examined([], { cwd, env })).source('queue')[0];
  };
  const part = await row();
  expect(part).toMatchObject({ visible: false, evidence: 'this account may not read pgboss.archive' });
  expect(part?.versions[0]).toMatch(/^PostgreSQL [\d.]+, the version of its tables is not readable by this account$/);
  await owner.script(`grant select on pgboss.archive, pgboss.version to ${reader}`);
  const whole = await row();
  expect(whole).toMatchObject({ visible: true, evidence: seen });
  expect(whole?.versions[0]).toMatch(/^PostgreSQL [\d.]+, pg-boss tables of version 24$/);
  await owner.script(`drop owned by ${reader}; drop role ${reader}`);
});
