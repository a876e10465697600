// Does only that go which nobody needs any more, and does it come back from its export?
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { taskForEach } from '../../src/pipeline/worker/plan.ts';
import { loadRows } from '../../src/store/load-rows.ts';
import { arrived, fakeTarget, sender, signal, toJira, type World, worker, world } from '../pipeline/worker/world.ts';
import { runMain } from '../run-main.ts';

const counts = async ({ database }: World) => {
  const tables = ['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks'];
  const [row] = await database.query(
    `select ${tables.map((name) => `(select count(*)::int from dedupe.${name}) as ${name}`)}`,
  );
  return row;
};

/** Event 1 has ended well, 2 is unknown, 3 was never worked on; all of them long ago. 4 is of today. */
async function oldWorld(at: World): Promise<void> {
  await arrived(at, 1);
  await worker(at, taskForEach).runOnce(signal);
  await arrived(at, 2);
  await worker(at, toJira).runOnce(signal);
  await sender(at, fakeTarget(() => ({ outcome: 'unknown', reason: 'reset' })).target).runOnce(signal);
  await arrived(at, 3);
  await at.database.script(`update dedupe.inbound_events set received_at = received_at - interval '100 days', processed_at = processed_at - interval '100 days';
    update dedupe.deliveries set received_at = received_at - interval '100 days';
    update dedupe.attempts set claimed_at = claimed_at - interval '100 days';
    update dedupe.operations set finished_at = finished_at - interval '100 days'`);
  await arrived(at, 4);
  await at.database.script(
    "update dedupe.inbound_events set status = 'processed', processed_at = now() where event_id = 'Ev4'",
  );
}

test('a plan changes nothing; applied, what has ended goes, what is open or unknown stays, and the export brings it back', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-prune-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = await world(context);
  await oldWorld(at);
  const before = await counts(at);
  const run = (...words: string[]) => runMain(['prune', ...words, '--database', at.url], { cwd: folder });

  const planned = await run('--older-than', '90d', '--bodies-older-than', '7d', '--export', 'out.jsonl', '--plain');
  expect(
    planned.stdout
      .split('\n')
      .slice(0, 3)
      .map((line) => line.split('\t').at(-1)),
  ).toEqual(['1', '1', '1']);
  expect(await counts(at)).toEqual(before);
  expect(existsSync(join(folder, 'out.jsonl'))).toBe(false);

  const applied = await run(
    '--older-than',
    '90d',
    '--bodies-older-than',
    '7d',
    '--export',
    'out.jsonl',
    '--batch',
    '1',
    '--apply',
  );
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('The way back') });
  const events = await at.database.query(
    'select event_id, payload is not null as kept from dedupe.inbound_events order by 1',
  );
  expect(events).toEqual(['Ev2', 'Ev3', 'Ev4'].map((event_id) => ({ event_id, kept: true })));
  expect(await counts(at)).toMatchObject({ deliveries: 3, tasks: 1, operations: 2 });

  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const line of readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n')) {
    const { table, row } = JSON.parse(line);
    rows[table] = [...(rows[table] ?? []), row];
  }
  await loadRows(at.database, rows);
  expect(await counts(at)).toEqual(before);
  expect(await run('--older-than', '90d', '--export', 'out.jsonl', '--apply')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('DEDUPE_FILE_UNWRITABLE'),
  });
});

test('nothing goes that a sender can still repeat, and of one workspace only what is its own', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  const run = (...words: string[]) => runMain(['prune', ...words, '--apply', '--database', at.url]);
  expect(await run('--older-than', '24h')).toMatchObject({ code: 2, stderr: expect.stringContaining('25 h 6 min') });
  const before = await counts(at);
  await run('--older-than', '90d', '--workspace', 'T9');
  expect(await counts(at)).toEqual(before);
  await run('--older-than', '90d', '--keys-older-than', '90d', '--workspace', 'T1');
  expect(await counts(at)).toMatchObject({ inbound_events: 3, operations: 1, tasks: 1 });
});

test('what a signed body stands for goes with its event and not before', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  await at.database.script(`insert into dedupe.signed_bodies (body_mark, provider, event_id, event_workspace_id, received_at)
    select event_id, provider, event_id, workspace_id, received_at from dedupe.inbound_events`);
  const left = async () =>
    (await at.database.query('select event_id from dedupe.signed_bodies order by 1')).map((row) => row.event_id);
  await runMain(['prune', '--older-than', '90d', '--workspace', 'T9', '--apply', '--database', at.url]);
  expect(await left()).toHaveLength(4);
  await runMain(['prune', '--older-than', '90d', '--apply', '--database', at.url]);
  expect(await left()).toEqual(
    (await at.database.query('select event_id from dedupe.inbound_events order by 1')).map((row) => row.event_id),
  );
  expect((await left()).length).toBeLessThan(4);
});

test('bodies go before their rows', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  await runMain(['prune', '--bodies-older-than', '48h', '--apply', '--database', at.url]);
  const rows = await at.database.query(
    'select event_id, payload is null and headers is null as empty from dedupe.inbound_events order by 1',
  );
  expect(rows.map((row) => row.empty)).toEqual([true, false, false, false]);
});

test('each table has the bound of what still needs it, and an event that can be redriven keeps the memory of its effects', async (context) => {
  const at = await world(context);
  await oldWorld(at);
  const run = (...words: string[]) => runMain(['prune', ...words, '--format', 'json', '--database', at.url]);
  const { steps } = JSON.parse(
    (await run('--older-than', '90d', '--keys-older-than', '90d', '--bodies-older-than', '1h')).stdout,
  );
  const minutes = Object.fromEntries(
    (steps as { table: string; does: string; lower_bound_ms: number }[]).map(({ table, does, lower_bound_ms }) => [
      `${does} ${table}`,
      Math.round(lower_bound_ms / 60_000),
    ]),
  );
  expect(minutes).toEqual({
    'delete inbound_events': 1506,
    'delete deliveries': 1506,
    'delete attempts': 212,
    'delete operations': 1506,
    'delete signed_bodies': 1506,
    'delete refusals': 0,
    'delete instances': 0,
    'empty inbound_events': 0,
    'empty operations': 0,
  });
  expect(await run('--keys-older-than', '25h')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('operations'),
  });
  const confirmed = async () =>
    (await at.database.query("select 1 from dedupe.operations where state = 'confirmed'")).length;
  await at.database.query("update dedupe.inbound_events set status = 'permanent_error' where event_id = 'Ev1'");
  await run('--keys-older-than', '90d', '--apply');
  expect(await confirmed()).toBe(1);
  await at.database.query("update dedupe.inbound_events set status = 'processed' where event_id = 'Ev1'");
  await run('--keys-older-than', '90d', '--apply');
  expect(await confirmed()).toBe(0);
});
