// What Prometheus' own tool says about the exposition and the alert rules.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { observed } from '../../../src/model/metrics/sample.ts';
import { addTotals } from '../../../src/store/metrics/add-totals.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';
import { runMain } from '../../run-main.ts';

const isThere = spawnSync('promtool', ['--version']).status === 0;

test('promtool finds no fault in what is exposed', async (context) => {
  if (!isThere) context.skip("needs promtool, from Debian's package prometheus");
  const url = await migratedDatabase(context);
  const database = await opened(url);
  await addTotals(database, [
    ...observed('dedupe_answer_seconds', 0.2, { provider: 'slack' }),
    ...observed('dedupe_answer_seconds', 2, { provider: 'github' }),
    ...observed('dedupe_queue_wait_seconds', 7),
    { name: 'dedupe_deliveries_total', labels: { provider: 'slack', disposition: 'accepted' }, value: 4 },
  ]);
  const { stdout } = await runMain(['metrics', '--database', url]);
  const told = spawnSync('promtool', ['check', 'metrics'], { input: stdout, encoding: 'utf8' });
  expect([told.stdout, told.stderr, told.status]).toEqual(['', '', 0]);
});

test('promtool finds no fault in the alert rules', (context) => {
  if (!isThere) context.skip("needs promtool, from Debian's package prometheus");
  const rules = fileURLToPath(new URL('../../../monitoring/dedupe-rules.yaml', import.meta.url));
  expect(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toMatch(/SUCCESS: \d+ rules found/);
});

test('two senders on one database are no alarm, two filters of one sender are', (context) => {
  if (!isThere) context.skip("needs promtool, from Debian's package prometheus");
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-rules-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const series = (filter: string) => ({
    series: `dedupe_instances{role="ingress",deployment_version="v1",filter_version="${filter}",instance="${filter}"}`,
    values: '1+0x40',
  });
  const alarms = (sender: string) => [
    {
      exp_labels: { severity: 'ticket', sender },
      exp_annotations: { summary: 'Two filter versions decide at once which events become work' },
    },
  ];
  const unit = (filters: string[], exp_alerts: unknown[]) => ({
    interval: '1m',
    input_series: filters.map(series),
    alert_rule_test: [{ eval_time: '30m', alertname: 'DedupeTwoFilters', exp_alerts }],
  });
  const text = JSON.stringify({
    rule_files: [fileURLToPath(new URL('../../../monitoring/dedupe-rules.yaml', import.meta.url))],
    tests: [
      unit(['slack-1-0123456789', 'slack.support-1-00000aaaaa', 'github-1-abcdef0123'], []),
      unit(['slack-1-0123456789', 'slack-1-9876543210-6d', 'github-1-abcdef0123'], alarms('slack')),
    ],
  });
  writeFileSync(join(folder, 'test.yaml'), text);
  const told = spawnSync('promtool', ['test', 'rules', join(folder, 'test.yaml')], { encoding: 'utf8' });
  expect([told.status, told.stdout + told.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
