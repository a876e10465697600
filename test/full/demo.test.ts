// The first thing that a stranger types: it sets itself up, explains a recorded incident, and writes nothing but its cache.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

it('explains the recorded incident from its log and an embedded database, again and again', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'dedupe-demo-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const env = { XDG_CACHE_HOME: cache };
  const first = await runMain(['demo'], { env });
  expect(first.stdout).toMatch(/^DUPLICATE {2}2 tasks from 1 Slack message · ack-late-retry · shown\n/);
  expect(first.stdout).toMatch(/next +dedupe explain ack-late-retry\n +dedupe trace Ev08T4K2QX7B --logs/);
  expect(first.stdout).toContain('database');
  expect(first.code).toBe(0);
  const second = await runMain(['demo'], { env });
  expect(second).toEqual(first);
  expect(readdirSync(cache)).toEqual(['event-dedupe']);
  const other = await runMain(['demo', 'clean-event'], { env });
  expect(other.stdout).toMatch(/^SINGLE {2}1 task from 1 Slack message\n/);
  // An embedded database is made, and opened three times: on a busy machine that takes its time.
}, 120_000);

it('names the nearest recording for a typo', async () => {
  const { code, stderr } = await runMain(['demo', 'mention-and-mesage']);
  expect(code).toBe(2);
  expect(stderr).toContain('Did you mean "mention-and-message"?');
});
