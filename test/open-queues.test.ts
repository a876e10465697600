// Is what is wrong with a queue in a configuration told with its line, and a queue that does not answer told apart from one that is empty?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runMain } from './run-main.ts';

function ran(config: string, words: readonly string[], env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-queues-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), config);
  writeFileSync(
    join(cwd, 'app.jsonl'),
    '{"dedupe":"record","at":1795972141302,"event_id":"Ev1","target":"t","record_id":"1"}\n',
  );
  return runMain(words, { cwd, env });
}

test('every fault is told at once, and a password in an address is not shown', async () => {
  const config = [
    'queues:',
    '  a: { type: bulmq }',
    '  b:',
    '    type: bullmq',
    '    url: redis://u:hunter2@h:1',
    '    leese: 3s',
  ];
  const { code, stderr } = await ran(config.join('\n'), ['config']);
  expect(code).toBe(2);
  expect(stderr).toContain('dedupe.config.yaml:2: queues.a has no type that is known. Did you mean "bullmq"?');
  expect(stderr).toContain('dedupe.config.yaml:5: queues.b.url is a value of another form');
  expect(stderr).toContain('unknown key "queues.b.leese". Did you mean "lease"?');
  expect(stderr).not.toContain('hunter2');
});

test('a queue that does not answer is a gap beside the log, and the error when it stands alone', async () => {
  const config = 'queues:\n  q: { type: bullmq, url: "redis://127.0.0.1:1" }\n';
  const beside = await ran(config, ['trace', 'Ev1', '--logs', 'app.jsonl', '--format', 'json']);
  expect(beside.code).toBe(3);
  expect(JSON.parse(beside.stdout).gaps).toContainEqual(
    expect.objectContaining({
      source: 'queue',
      reason: expect.stringContaining('refuses connections (DEDUPE_QUEUE_UNREACHABLE)'),
    }),
  );
  const alone = await ran(config, ['trace', 'Ev1']);
  expect(alone).toMatchObject({ code: 3, stderr: expect.stringContaining('DEDUPE_QUEUE_UNREACHABLE') });
});

test('a variable that is not set is named', async () => {
  const { code, stderr } = await ran('queues:\n  bullmq: { url_env: NOT_SET }\n', ['trace', 'Ev1']);
  expect(code).toBe(3);
  expect(stderr).toContain('queue bullmq needs NOT_SET in the environment');
});
