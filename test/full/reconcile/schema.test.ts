// Does reconcile move what is proven, and nothing else, however often and from wherever it is called?
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDatabase } from '../../postgres-database.ts';
import { config, stage } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';
import { claim } from '../../store/operations/ledger.ts';

test('a plan changes nothing; its file is carried out once, and a second time changes nothing more', async (context) => {
  const at = await stage(context);
  await at.unknown('there');
  await at.unknown('lost', { state: 'sent' });
  await at.unknown('young', { leaseEnded: '10 seconds' });
  await at.object('there');
  const before = await at.states();
  const planned = await at.json('--plan', 'plan.json');
  expect(planned.code).toBe(0);
  expect(planned.items.map((item) => [item.source_event_key, item.verdict, item.action])).toEqual([
    ['there', 'one', 'confirm'],
    ['lost', 'none-proved', 'release'],
    ['young', 'not-yet', 'stay'],
  ]);
  expect(await at.states()).toEqual(before);
  const applied = await at.run('--apply', 'plan.json');
  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain('The way back, in psql');
  const after = {
    there: ['confirmed', '1', 'processed'],
    lost: ['planned', null, 'processing'],
    young: ['unknown', null, 'unknown_result'],
  };
  expect(await at.states()).toEqual(after);
  const again = await at.json('--apply', 'plan.json');
  expect(again.items.map((item) => item.applied)).toEqual(['changed', 'changed', 'kept']);
  expect(await at.states()).toEqual(after);
  const [row] = await at.database.query<{ history: { next_look_at: string }[] }>(
    `select reconcile_history as history from dedupe.operations where source_event_key = 'young'`,
  );
  expect(row?.history).toMatchObject([
    { what: 'look', verdict: 'not-yet', ids: [] },
    { what: 'look' },
    { what: 'look' },
  ]);
  expect(row?.history[1]?.next_look_at).toMatch(/^2\d{3}-/);
  await at.database.script(applied.stdout.slice(applied.stdout.indexOf('with back as')));
  expect(await at.states()).toMatchObject({
    there: ['unknown', '1', 'unknown_result'],
    lost: ['unknown', null, 'unknown_result'],
  });
});

test('two machines at once move each operation once', async (context) => {
  const at = await stage(context);
  const keys = Array.from({ length: 30 }, (_, i) => `k${String(i).padStart(2, '0')}`);
  for (const key of keys) await at.unknown(key);
  for (const key of keys.slice(0, 15)) await at.object(key);
  await at.run('--plan', 'plan.json');
  const both = await Promise.all([at.json('--apply', 'plan.json'), at.json('--apply', 'plan.json')]);
  const moves = keys.map((key) =>
    both.flatMap(({ items }) => items).filter((item) => item.source_event_key === key && item.applied !== 'changed'),
  );
  expect(moves.map((own) => own.length)).toEqual(keys.map(() => 1));
  const rows = await at.database.query(
    `select count(*)::int as n from dedupe.operations where jsonb_array_length(reconcile_history) <> 2`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('what a worker moved first is left alone', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.run('--plan', 'plan.json');
  await at.database.script(
    `update dedupe.operations set state = 'planned', available_at = now(), target = 'jira' where source_event_key = 'k'`,
  );
  expect(await claim(at.database)).toHaveLength(1);
  await at.database.script(
    `update dedupe.operations set state = 'unknown', target = 'tickets', lease_expires_at = null`,
  );
  const { items } = await at.json('--apply', 'plan.json');
  expect(items.map((item) => item.applied)).toEqual(['changed']);
  expect(await at.states()).toEqual({ k: ['unknown', null, 'unknown_result'] });
});

test('what the target shows by now counts, not what the plan saw', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.run('--plan', 'plan.json');
  await at.object('k');
  const { items } = await at.json('--apply', 'plan.json');
  expect(items).toMatchObject([{ verdict: 'one', applied: 'changed' }]);
  expect(await at.states()).toEqual({ k: ['unknown', null, 'unknown_result'] });
  expect(await at.json('--apply')).toMatchObject({ items: [{ verdict: 'one', applied: 'confirmed' }] });
});

test('a plan is refused by another database, by another target, after its time, and when it was written by hand', async (context) => {
  const at = await stage(context);
  const other = await stage(context);
  await at.unknown('k');
  await at.run('--plan', 'plan.json');
  const file = join(at.folder, 'plan.json');
  const plan = readFileSync(file, 'utf8');
  writeFileSync(join(other.folder, 'plan.json'), plan);
  expect(await other.run('--apply', 'plan.json')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('another database'),
  });
  for (const changed of ['table: ticket', 'key_column: ke']) {
    writeFileSync(join(at.folder, 'dedupe.config.yaml'), config.replace(changed, `${changed}_x`));
    expect(await at.run('--apply', 'plan.json')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('target tickets was'),
    });
  }
  writeFileSync(join(at.folder, 'dedupe.config.yaml'), config);
  writeFileSync(file, plan.replace(/"expires_at": "[^"]*"/, '"expires_at": "2020-01-01T00:00:00.000Z"'));
  expect(await at.run('--apply', 'plan.json')).toMatchObject({ code: 3, stderr: expect.stringContaining('expired') });
  writeFileSync(file, plan.replace(/"schema_version": \d+/, '"schema_version": 1'));
  expect(await at.run('--apply', 'plan.json')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('DEDUPE_PLAN_REFUSED'),
  });
  writeFileSync(file, plan.replace('"action": "release"', '"action": "delete"'));
  expect(await at.run('--apply', 'plan.json')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('items.0.action'),
  });
  expect(await at.states()).toMatchObject({ k: ['unknown', null, 'unknown_result'] });
});

test('several stay with a list of what to keep, until a person says which one', async (context) => {
  const at = await stage(context, '');
  await at.unknown('k');
  await at.object('k');
  await at.object('k');
  const { code, stdout } = await at.run();
  expect([code, stdout.includes('close by hand  2')]).toEqual([1, true]);
  expect(await at.json('--apply')).toMatchObject({ code: 1, items: [{ verdict: 'several', applied: 'kept' }] });
  // The other one is still there.
  expect(await at.json('--keep', 'k=2', '--apply')).toMatchObject({
    code: 1,
    items: [{ applied: 'confirmed', external_id: '2', surplus: 1 }],
  });
  expect(await at.states()).toEqual({ k: ['confirmed', '2', 'processed'] });
  expect((await at.json('--apply')).code).toBe(1);
  await at.database.script('delete from tickets where id = 1');
  expect((await at.json('--apply')).code).toBe(0);
});

test('a late object beside the one that was made after a release is found by a later look', async (context) => {
  const at = await stage(context, '');
  await at.unknown('k');
  expect(await at.json('--apply')).toMatchObject({ items: [{ applied: 'released' }] });
  await at.object('k');
  await at.database.script(`update dedupe.operations set state = 'confirmed', external_id = '1', finished_at = now()`);
  expect(await at.json()).toMatchObject({ code: 0, items: [{ verdict: 'one', action: 'verify' }] });
  await at.object('k');
  expect(await at.json()).toMatchObject({ code: 1, items: [{ verdict: 'several', external_id: '1' }] });
  await at.database.script(
    `delete from tickets where id = 2; update dedupe.operations set finished_at = now() - interval '2 days'`,
  );
  expect(await at.json('--apply')).toMatchObject({ items: [{ applied: 'verified' }] });
  expect((await at.run()).stdout).toContain('no operation of unknown result is left');
});

test('who cannot be asked is told, with exit 3, and what is too old with exit 1', async (context) => {
  const at = await stage(context);
  await at.unknown('young', { leaseEnded: '10 seconds' });
  expect((await at.run('--max-age', '1h')).code).toBe(0);
  expect((await at.run('--max-age', '30s')).code).toBe(1);
  const gone = await runMain(['reconcile', '--database', at.url, '--format', 'json'], {
    cwd: at.folder,
    env: { TICKETS: withDatabase(at.url.replace(/:\d+\//, ':9/'), 'x') },
  });
  expect(gone.code).toBe(3);
  expect(JSON.parse(gone.stdout).items).toMatchObject([{ verdict: 'unreachable', action: 'stay' }]);
  const unset = await runMain(['reconcile', '--database', at.url, '--format', 'json'], { cwd: at.folder });
  expect(JSON.parse(unset.stdout).items).toMatchObject([
    { verdict: 'cannot-see', proof: { because: expect.stringContaining('needs TICKETS') } },
  ]);
});

test('a target that can be seen no more when the plan is carried out ends that with 3, and nothing moves', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.object('k');
  expect((await at.json('--plan', 'plan.json')).items).toMatchObject([{ action: 'confirm' }]);
  const before = await at.states();
  await at.database.script('alter table tickets rename to elsewhere');
  const applied = await at.json('--apply', 'plan.json');
  expect(applied.items).toMatchObject([
    { applied: 'changed', verdict: expect.stringMatching(/^(unreachable|cannot-see)$/) },
  ]);
  expect(applied.code).toBe(3);
  expect(await at.states()).toEqual(before);
});

test('--key asks about one event, and says when nothing is unknown about it', async (context) => {
  const at = await stage(context);
  await at.unknown('a');
  await at.unknown('b');
  expect((await at.json('--key', 'Ev-b')).items.map((item) => item.source_event_key)).toEqual(['b']);
  expect(await at.run('--key', 'c')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DEDUPE_UNKNOWN_REFERENCE'),
  });
});

test('--watch applies what each round plans, until it is stopped', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.object('k');
  const stop = new AbortController();
  const watching = runMain(['reconcile', '--database', at.url, '--watch', '--apply', '--format', 'json'], {
    cwd: at.folder,
    env: { TICKETS: at.url },
    signal: stop.signal,
  });
  await expect.poll(() => at.states(), { timeout: 30_000 }).toEqual({ k: ['confirmed', '1', 'processed'] });
  stop.abort();
  const { code, stdout, stderr } = await watching;
  expect([code, stderr.split('\n')[0]]).toEqual([130, 'plan: 1 of 1 operations move']);
  if (stdout !== '') expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ mode: 'applied' });
});
