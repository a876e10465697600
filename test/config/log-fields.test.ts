// What a configuration says under log_fields, and the words for what it cannot mean.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

async function configured(yaml: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'dedupe.config.yaml'), `log_fields:\n${yaml}`);
  return await runMain(['config'], { cwd });
}

it('takes a path, a value, what texts mean, and a duration', async () => {
  const { code, stdout } = await configured(
    '  kind: { path: msg, when: { in: delivery } }\n  result: { path: seen, when: { true: hit, false: miss } }\n  duration_ms: spent\n  target: { value: jira }\n',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('result: seen, duration_ms: spent, target is jira, kind by msg');
});

it.each([
  ['result: { path: seen, words: { false: miss } }', 'log_fields.result has no key "words"'],
  ['kind: { path: msg, when: { in: delivery }, then: x }', 'log_fields.kind has no key "then"'],
  [
    'answered_at: { path: time, when: { msg: done } }',
    'log_fields.answered_at.when.msg is "done", which answered_at cannot be',
  ],
  ['result: { path: seen, when: { false: misst } }', 'Allowed: hit, miss, claimed, released.'],
  ['status: true', 'log_fields.status is boolean true'],
  ['duration: spent', 'log_fields.duration is no field of a fact line'],
])('refuses %s, once', async (line, sentence) => {
  const { code, stderr } = await configured(`  ${line}\n`);
  expect(stderr.replace(/\s+/g, ' ')).toContain(sentence);
  expect(stderr.match(/dedupe\.config\.yaml:2:/g)).toHaveLength(1);
  expect(code).toBe(2);
});
