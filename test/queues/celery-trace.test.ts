// A trace of a task of which Celery kept its result alone: in which order, and with what, are its starts told?
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runMain } from '../run-main.ts';
import { useRedis } from './redis-server.ts';

const redis = useRedis('source-celery');

test('starts that have no time are told in their order, and how the task was found', async () => {
  const file = '../../fixtures/queues/celery-5.2.6-redis-retry-and-worker-lost.json';
  const { final_meta_043 } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
  await redis.admin.set('celery-task-meta-Ev0SAMPLE043', JSON.stringify(final_meta_043));
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-celery-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), 'queues: { c: { type: celery } }\n');
  const ran = (format: string) =>
    runMain(['trace', 'Ev0SAMPLE043', '--format', format], { cwd, env: { DEDUPE_REDIS_URL: redis.url } });
  const { facts } = JSON.parse((await ran('json')).stdout);
  const starts = facts.filter(({ kind }: { kind: string }) => kind === 'attempt');
  expect(starts.map(({ fields }: { fields: { attempt: number } }) => fields.attempt)).toEqual([1, 2, 3]);
  const text = (await ran('text')).stdout.replace(/\s+/g, ' ');
  expect(text).toMatch(/1 \? job Ev0SAMPLE043 enqueued, found by its .* id, begun at least 3 times 2 \? attempt/);
  expect(text).toMatch(/4 \? attempt Ev0SAMPLE043 attempt 3, failed .* TimeoutError, ended 2026-11-29T/);
});
