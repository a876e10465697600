// Does a scan find in a queue what it finds elsewhere: one event in two jobs, one job that was started twice?
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runMain } from '../run-main.ts';
import { dumpOf, load, useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');

interface Row {
  readonly id: number;
  readonly job_id: string;
  readonly queue: string;
  readonly external_key: string;
  readonly created_at: string;
}

function sample(name: string) {
  return JSON.parse(readFileSync(new URL(`../../fixtures/queues/${name}.json`, import.meta.url), 'utf8'));
}

/** What the app logged of the objects that it made, beside the queue as it stands. */
async function scanned(
  rows: readonly Row[],
  flags: readonly string[] = [],
  config = 'queues: { redis: { type: bullmq } }',
  more: readonly object[] = [],
) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-queues-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), `${config}\n${rows.length > 0 ? 'logs: [made.jsonl]\n' : ''}`);
  const lines = rows.map(({ id, external_key: event_id, ...row }) =>
    JSON.stringify({
      ...{ dedupe: 'record', at: row.created_at, target: 'tasks', record_id: String(id), event_id, ...row },
    }),
  );
  writeFileSync(join(cwd, 'made.jsonl'), `${[...lines, ...more.map((one) => JSON.stringify(one))].join('\n')}\n`);
  const before = await dumpOf(redis.admin);
  const words = ['scan', '--format', 'json', ...flags];
  const ran = await runMain(words, { cwd, env: { DEDUPE_REDIS_URL: redis.url } });
  expect(await dumpOf(redis.admin)).toEqual(before);
  return { ...ran, document: ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : undefined };
}

const reasonsOf = (document: { gaps: { reason: string }[] }) => document.gaps.map(({ reason }) => reason).join('\n');

test('a job that was started twice is found from the queue, and the records of the log stand with it', async () => {
  const { after_rerun, target_rows } = sample('bullmq-6.7.0-redis-stalled-rerun');
  await load(redis.admin, after_rerun);
  const { code, document } = await scanned(target_rows);
  expect(code).toBe(1);
  expect(document.groups).toMatchObject([{ id: 'partial-commit-retry', count: 1 }]);
  expect(reasonsOf(document)).not.toContain('it answers only questions about one event');
});

test('one event in two jobs is found by the name in their payloads', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:two:meta', 'version', 'bullmq:6.7.0');
  const at = 1732900000000;
  for (const [i, id] of ['7', '8'].entries()) {
    const begin = at + i * 2000;
    const hash = {
      data: '{"event_id":"Ev1"}',
      timestamp: begin,
      processedOn: begin + 5,
      finishedOn: begin + 90,
      ats: 1,
    };
    await redis.admin.hset(`bull:two:${id}`, hash);
    await redis.admin.zadd('bull:two:completed', begin + 90, id);
  }
  const rows = ['7', '8'].map((job_id, i) => ({
    ...{ run_id: 'r1', delivery_id: 'd1', id: i + 1, job_id, queue: 'two', external_key: 'Ev1' },
    created_at: new Date(at + i * 2000 + 50).toISOString(),
  }));
  const about = { event_id: 'Ev1', delivery_id: 'd1' };
  const arrival = { dedupe: 'delivery', at: at - 10, ...about, answered_at: at - 1, status: 200 };
  const run = { dedupe: 'run', at: at - 9, ...about, run_id: 'r1', finished_at: at + 2001, outcome: 'done' };
  const { code, document } = await scanned(rows, [], undefined, [arrival, run]);
  expect(code).toBe(1);
  expect(document.groups).toMatchObject([{ id: 'producer-double-enqueue', count: 1 }]);
});

test('jobs that were started once are no finding, and a queue alone cannot see effects', async () => {
  await redis.admin.flushall();
  await redis.admin.hset('bull:once:meta', 'version', 'bullmq:6.7.0');
  for (const id of ['Ev1', 'Ev2']) {
    const at = 1732900000000;
    await redis.admin.hset(`bull:once:${id}`, { data: `{"event_id":"${id}"}`, timestamp: at, processedOn: at, ats: 1 });
    await redis.admin.zadd('bull:once:completed', at + 10, id);
  }
  const { code, document } = await scanned([]);
  expect(document).toMatchObject({ groups: [], events: 2, blind: true });
  expect(code).toBe(3);
  expect(reasonsOf(document)).toContain('what was removed from it, as most queues do with what is done');
});

test('a span leaves out what was not in it, and one queue that does not answer leaves the other', async () => {
  const { after_rerun, target_rows } = sample('bullmq-6.7.0-redis-stalled-rerun');
  await load(redis.admin, after_rerun);
  const { document } = await scanned(target_rows, ['--since', '2026-11-30T00:00:00Z']);
  expect(document.groups).toEqual([]);
  const config = 'queues: { redis: { type: bullmq }, gone: { type: sidekiq, url: "redis://127.0.0.1:1" } }';
  const half = await scanned(target_rows, [], config);
  expect(half.code).toBe(3);
  expect(half.document.groups).toHaveLength(1);
  expect(reasonsOf(half.document)).toContain('refuses connections (DEDUPE_QUEUE_UNREACHABLE)');
});
