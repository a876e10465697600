// Does an interrupt in the middle of an apply end between two operations, say what was done, and leave the rest as it was?
import { expect, test } from 'vitest';
import { stage } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';

const count = 1_200;

test.for([['--apply', 'plan.json'], ['--apply'], ['--watch', '--apply']])('%j', async (words, context) => {
  const at = await stage(context);
  await at.database.script(
    `insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, state, attempt, idempotency_key, sent_at, available_at)
       select 'k' || n, 'T1', 'slack', 'Ev' || n, 'tickets', 'unknown', 1, 'k' || n, now() - interval '1 hour', now() - interval '59 minutes'
       from generate_series(1, ${count}) n;
     insert into tickets (key) select 'k' || n from generate_series(1, ${count}, 2) n`,
  );
  await at.run('--plan', 'plan.json');
  const stop = new AbortController();
  const call = ['reconcile', '--database', at.url, ...words, '--format', 'json'];
  const running = runMain(call, { cwd: at.folder, env: { TICKETS: at.url }, signal: stop.signal });
  const moved = async () => {
    const rows = await at.database.query<{ n: number }>(
      `select count(*)::int as n from dedupe.operations where state <> 'unknown'`,
    );
    return rows[0]?.n ?? 0;
  };
  await expect.poll(moved, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  stop.abort();
  const { code, stdout, stderr } = await running;
  const there = await moved();
  expect(there).toBeLessThan(count);
  expect(code).toBe(130);
  expect(stderr).toMatch(/interrupted: \d+ of 1200 operations were come to; the same call goes on/);
  const told: { applied: string }[] = JSON.parse(
    words.includes('--watch') ? (stdout.split('\n')[0] ?? '') : stdout,
  ).items;
  expect(told).toHaveLength(there);
  expect(told.filter(({ applied }) => applied === 'changed')).toEqual([]);
  expect((await at.run('--apply', 'plan.json')).code).toBe(0);
  expect(await moved()).toBe(count);
});
