// Does a trace name the right cause from a queue, an access log and the log of what was made, with no dedupe schema anywhere?
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

async function traced(sample: string, snapshot: string, ref: string) {
  const stored = JSON.parse(readFileSync(new URL(`../../fixtures/queues/${sample}.json`, import.meta.url), 'utf8'));
  await load(redis.admin, stored[snapshot]);
  const before = await dumpOf(redis.admin);
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-queues-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    'queues:\n  redis:\n    type: bullmq\n    lease: 3s\nlogs: [access.log, made.jsonl]\n',
  );
  const rows = (stored.target_rows as Row[]).map(({ id, queue, job_id, external_key, created_at }) => ({
    ...{ dedupe: 'record', at: created_at, created_at, target: 'tasks', record_id: String(id) },
    ...{ queue, job_id, event_id: external_key },
  }));
  writeFileSync(join(cwd, 'made.jsonl'), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  const at = new Date(Date.parse(rows[0]?.created_at ?? '') - 1000);
  const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  const line = `10.0.0.1 - - [${day}/${month}/${year}:${clock} +0000] "POST /slack/events HTTP/1.1" 200 0 "-" "Slackbot 1.0" rt=0.012`;
  writeFileSync(join(cwd, 'access.log'), `${line}\n`);
  const ran = await runMain(['trace', ref, '--format', 'json'], { cwd, env: { DEDUPE_REDIS_URL: redis.url } });
  expect(await dumpOf(redis.admin)).toEqual(before);
  return { ...ran, document: ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : undefined };
}

test.each(['Ev0SAMPLE001', 'job:slack-events/Ev0SAMPLE001'])(
  'a stalled job that ran again, asked for as %s',
  async (ref) => {
    const { code, document } = await traced('bullmq-6.7.0-redis-stalled-rerun', 'after_rerun', ref);
    expect(code).toBe(1);
    expect(document).toMatchObject({
      verdict: 'duplicate',
      // From Redis a worker that died and one that was only blocked look alike.
      findings: [
        { rule: 'partial-commit-retry', role: 'primary', certainty: 'consistent', args: { end: 'lost' } },
        { rule: 'job-reclaimed-while-running', role: 'contributing', certainty: 'open', args: { isUnseen: true } },
      ],
      gaps: expect.arrayContaining([expect.objectContaining({ source: 'database' })]),
    });
    expect(document.facts.filter(({ kind }: { kind: string }) => kind === 'attempt')).toMatchObject([
      { source: 'queue', where: 'bull:slack-events:events 1795972141299-0', fields: { lease_ms: 3000 } },
      { source: 'queue', where: 'bull:slack-events:events 1795972148664-2' },
    ]);
  },
);

test('a job that was removed when it was done, and added again: its id was the only guard', async () => {
  const { document } = await traced('bullmq-6.7.0-redis-remove-on-complete', 'final', 'Ev0SAMPLE007');
  expect(document).toMatchObject({
    verdict: 'duplicate',
    findings: [{ rule: 'dedupe-store-volatile', args: { form: 'expired', livesMs: 473 } }],
  });
  expect(document.gaps).toContainEqual({
    source: 'queue',
    reason: 'redis: job slack-roc/Ev0SAMPLE007 was removed; only its events are left',
    would_settle: 'what it was given, how often it failed and with what',
  });
});

test('one add that was refused as a copy is no duplicate', async () => {
  const { document } = await traced('bullmq-6.7.0-redis-duplicate-add', 'final', 'Ev0SAMPLE005');
  expect(document).toMatchObject({ findings: [] });
  expect(document.verdict).not.toBe('duplicate');
});
