// What Prometheus' own tool says about the exposition and the alert rules.
import { execFileSync, spawnSync } from 'node:child_process';
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
