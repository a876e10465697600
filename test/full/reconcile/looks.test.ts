// Does every look stay in its operation, also one that moves nothing, and does keeping it hold up nobody?
import { expect, test } from 'vitest';
import { opened, withUser } from '../../postgres-database.ts';
import { type Stage, stage } from '../../reconcile/stage.ts';
import { runMain } from '../../run-main.ts';

type Entry = { what: string; verdict: string; evidence: string; ids: string[]; next_look_at: string | null };

async function history({ database }: Stage, key = 'k'): Promise<Entry[]> {
  const rows = await database.query<{ history: Entry[] }>(
    'select reconcile_history as history from dedupe.operations where source_event_key = $1',
    [key],
  );
  return rows[0]?.history ?? [];
}

test('a look is written down when it says something new, and not again while it says the same', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  const before = await at.states();
  expect(await at.json()).toMatchObject({ looks: { written: 1, not_kept: null } });
  expect(await history(at)).toMatchObject([
    { what: 'look', verdict: 'none-proved', ids: [], evidence: expect.stringContaining('primary store') },
  ]);
  expect(await at.json('--plan', 'plan.json')).toMatchObject({ looks: { written: 0, not_kept: null } });
  await at.object('k');
  expect((await at.run()).stdout).not.toContain('not kept');
  expect((await history(at)).map(({ verdict, ids }) => [verdict, ids])).toEqual([
    ['none-proved', []],
    ['one', ['1']],
  ]);
  expect(await at.states()).toEqual(before);
});

test('a reason that changed is news; a moment in it is not, and the next look stays as it was planned', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  const due = '2026-01-01T00:00:00Z';
  const put = (evidence: string) =>
    at.database.query(`update dedupe.operations set reconcile_history = jsonb_build_array($1::jsonb)`, [
      JSON.stringify({ what: 'look', verdict: 'unreachable', evidence, ids: [], next_look_at: due }),
    ]);
  const look = async () => {
    const env = { TICKETS: at.url.replace(/:\d+\//, ':9/') };
    await runMain(['reconcile', '--database', at.url], { cwd: at.folder, env });
    return history(at);
  };
  await put('some other reason');
  const [, second] = await look();
  expect(second).toMatchObject({ verdict: 'unreachable', next_look_at: due });
  await put(`asked before 2026-11-29T10:00:00.000Z and 12 s; ${second?.evidence}`);
  expect(await look()).toHaveLength(1);
});

test('a row that a worker holds is passed over, and nobody waits', async (context) => {
  const at = await stage(context);
  await at.unknown('held');
  await at.unknown('k');
  const worker = await opened(at.url);
  await worker.script(`begin; select 1 from dedupe.operations where source_event_key = 'held' for update`);
  expect(await at.json()).toMatchObject({ looks: { written: 1, not_kept: null } });
  await worker.script('rollback');
  expect([await history(at, 'held'), await history(at)]).toMatchObject([[], [{ verdict: 'none-proved' }]]);
});

test('a role that may only read is told that the look was not kept, and sees the same', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  const role = `looks_${process.pid}`;
  await at.database.script(`create role ${role} login password 'x'; grant usage on schema dedupe to ${role};
    grant select on all tables in schema dedupe to ${role}`);
  const words = ['reconcile', '--database', withUser(at.url, role, 'x')];
  const run = (...more: string[]) => runMain([...words, ...more], { cwd: at.folder, env: { TICKETS: at.url } });
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('This look was not kept: read-only: this role may not write to the ledger.'),
  });
  expect(JSON.parse((await run('--format', 'json')).stdout)).toMatchObject({
    items: [{ verdict: 'none-proved' }],
    looks: { written: 0, not_kept: expect.stringContaining('read-only') },
  });
  expect(await history(at)).toEqual([]);
  await at.database.script(`drop owned by ${role}; drop role ${role}`);
});

test('ten thousand looks are kept in batches', async (context) => {
  const at = await stage(context);
  await at.database.script(
    `insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, state, attempt, idempotency_key, sent_at, available_at)
       select 'k' || n, 'T1', 'slack', 'Ev' || n, 'tickets', 'unknown', 1, 'k' || n, now() - interval '1 hour', now() - interval '59 minutes'
       from generate_series(1, 10000) n; analyze`,
  );
  expect(await at.json()).toMatchObject({ looks: { written: 10_000, not_kept: null } });
  expect(await at.json()).toMatchObject({ looks: { written: 0, not_kept: null } });
});
