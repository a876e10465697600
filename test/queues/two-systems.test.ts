// Two queue systems with a queue of one name and one small id in both: each event has the job of its own system.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runMain } from '../run-main.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-bullmq');
const at = Date.UTC(2026, 10, 29, 11);

/** A job that ran once, as BullMQ leaves it. */
async function stored(prefix: string, queue: string, id: string, eventId: string): Promise<void> {
  const { admin } = redis;
  const base = `bull:${prefix}:${queue}`;
  await admin.hset(`${base}:meta`, { version: 'bullmq:6.7.0' });
  await admin.hset(`${base}:${id}`, {
    ...{ name: 'make', data: JSON.stringify({ event_id: eventId }), opts: '{}', timestamp: at, processedOn: at + 10 },
    ...{ finishedOn: at + 20, ats: 1, atm: 1, pb: `${prefix}-worker` },
  });
  await admin.zadd(`${base}:completed`, at + 20, id);
  for (const [n, event] of ['added', 'active', 'completed'].entries())
    await admin.xadd(`${base}:events`, `${at + 10 * n + 100 * Number(id)}-0`, 'event', event, 'jobId', id);
}

async function traced(
  ref: string,
  { second = 'b', lines = [] as object[], more = [] as string[], words = ['trace', ref] } = {},
) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-two-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const queues = ['prod: { type: bullmq, prefix: "bull:a" }', `mail: { type: bullmq, prefix: "bull:${second}" }`];
  writeFileSync(join(cwd, 'dedupe.config.yaml'), `queues:\n  ${queues.join('\n  ')}\nlogs: app.jsonl\n`);
  writeFileSync(join(cwd, 'app.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { code, stdout, stderr } = await runMain([...words, '--format', 'json', ...more], {
    ...{ cwd, env: { DEDUPE_REDIS_URL: redis.url } },
  });
  const document = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
  type Told = { kind: string; fields: Record<string, string>; source: string; contradictions: unknown[] };
  const facts: Told[] = document?.facts ?? [];
  const jobs = facts.filter(({ kind }) => kind === 'job');
  return {
    code,
    stdout,
    stderr,
    document,
    facts,
    jobs: jobs.map(({ fields: { queue, event_id } }) => [queue, event_id]),
  };
}

const untied =
  'prod and mail each have a queue tickets: a line that names it and a job, and no event, is tied to neither';

test('each event has its own job, and no sibling comes with the namesake', async () => {
  await redis.admin.flushall();
  await stored('a', 'tickets', '1', 'EvAAA0001');
  await stored('b', 'tickets', '1', 'EvBBB0001');
  for (const [ref, queue] of [
    ['EvAAA0001', 'tickets@prod'],
    ['EvBBB0001', 'tickets@mail'],
    ['job:tickets@mail/1', 'tickets@mail'],
  ] as const) {
    const { document, facts, jobs } = await traced(ref);
    expect(jobs.map(([name]) => name)).toEqual([queue]);
    expect(document.event.siblings).toEqual([]);
    expect(document.gaps).toContainEqual(expect.objectContaining({ reason: expect.stringContaining(untied) }));
    expect(facts.flatMap(({ contradictions }) => contradictions)).toEqual([]);
    expect(facts.filter(({ kind }) => kind === 'attempt')).toHaveLength(1);
  }
});

test('a job that is asked for without its system, and is in both, is not chosen between', async () => {
  await redis.admin.flushall();
  await stored('a', 'tickets', '1', 'EvAAA0001');
  await stored('b', 'tickets', '1', 'EvBBB0001');
  const { code, stdout } = await traced('job:tickets/1');
  expect(code).toBe(3);
  expect(stdout).toContain('job:tickets@prod/1 or job:tickets@mail/1');
  await stored('b', 'tickets', '2', 'EvBBB0002');
  expect((await traced('job:tickets/2')).jobs).toEqual([['tickets@mail', 'EvBBB0002']]);
});

test('a log line ties to the job of its event, and to none where it names no event', async () => {
  await redis.admin.flushall();
  await stored('a', 'tickets', '1', 'EvAAA0001');
  await stored('b', 'tickets', '1', 'EvBBB0001');
  const made = (record: string, eventId: string) => ({
    ...{ dedupe: 'record', at: at + 15, target: 'jira', record_id: record, queue: 'tickets', job_id: '1', attempt: 1 },
    event_id: eventId,
  });
  const started = { dedupe: 'attempt', at: at + 11, queue: 'tickets', job_id: '1', attempt: 1, event_id: 'EvAAA0001' };
  const lines = [started, made('OPS-1', 'EvAAA0001'), made('OPS-2', 'EvBBB0001')];
  const { facts, jobs } = await traced('EvAAA0001', { lines });
  expect(jobs).toEqual([['tickets@prod', 'EvAAA0001']]);
  expect(facts.filter(({ kind }) => kind === 'attempt')).toHaveLength(1);
  expect(facts.filter(({ kind }) => kind === 'record').map(({ fields }) => fields.record_id)).toEqual(['OPS-1']);
  const bare = { dedupe: 'record', at: at + 15, target: 'jira', record_id: 'OPS-3', queue: 'tickets', job_id: '1' };
  const open = await traced('OPS-3', { lines: [bare] });
  expect(open.jobs).toEqual([]);
  expect(open.document.gaps.map(({ reason }: { reason: string }) => reason)).toContainEqual(
    expect.stringContaining('nothing says which is meant: job:tickets@prod/1 or job:tickets@mail/1'),
  );
});

test('without its names a trace ties the same lines, and a scan keeps both apart', async () => {
  await redis.admin.flushall();
  await stored('a', 'tickets', '1', 'EvAAA0001');
  await stored('b', 'tickets', '1', 'EvBBB0001');
  const started = { dedupe: 'attempt', at: at + 11, queue: 'tickets', job_id: '1', attempt: 1, event_id: 'EvAAA0001' };
  const { facts } = await traced('EvAAA0001', { lines: [started], more: ['--anonymize'] });
  expect(facts.filter(({ kind }) => kind === 'attempt')).toHaveLength(1);
  const made = ['EvAAA0001', 'EvBBB0001'].map((eventId, i) => ({
    ...{ dedupe: 'record', at: at + 15, target: 'jira', record_id: `OPS-${i}`, event_id: eventId },
    ...{ queue: 'tickets', job_id: '1', attempt: 1 },
  }));
  const scanned = await traced('', { lines: [started, ...made], words: ['scan'] });
  expect(scanned.document).toMatchObject({ headline: '0 duplicates in 2 events', duplicates: { events: 0 } });
});

test('a queue that only one of them has keeps its name, and so does a system that is listed twice', async () => {
  await redis.admin.flushall();
  await stored('a', 'tickets', '1', 'EvAAA0001');
  await stored('b', 'mails', '1', 'EvBBB0001');
  const alone = await traced('job:tickets/1');
  expect(alone.jobs).toEqual([['tickets', 'EvAAA0001']]);
  expect(JSON.stringify(alone.document.gaps)).not.toContain('each have');
  const twice = await traced('EvAAA0001', { second: 'a' });
  expect(twice.jobs).toEqual([['tickets', 'EvAAA0001']]);
  expect(twice.facts.filter(({ kind }) => kind === 'attempt')).toHaveLength(1);
});
