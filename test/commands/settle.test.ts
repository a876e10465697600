// Does a person's word settle what no program can look into, once, and only what was shown?
import { expect, test } from 'vitest';
import { arrived, fakeTarget, sender, signal, toJira, type World, worker, world } from '../pipeline/worker/world.ts';
import { runMain } from '../run-main.ts';

const key = 'slack:T1:C9:1';

async function unknownWorld(at: World, ...numbers: number[]): Promise<void> {
  await arrived(at, ...numbers);
  await worker(at, toJira).runOnce(signal);
  await sender(at, fakeTarget(() => ({ outcome: 'unknown', reason: 'reset' })).target).runOnce(signal);
}

test('what was found is confirmed and its event processed; without --apply nothing moves', async (context) => {
  const at = await world(context);
  await unknownWorld(at, 1);
  const words = ['settle', 'Ev1', '--found', 'OPS-41', '--because', 'seen in the tracker', '--database', at.url];
  const state = () => at.database.query('select state, external_id from dedupe.operations');
  expect(await runMain(words)).toMatchObject({
    code: 0,
    stdout: `${key} in jira, unknown since attempt 1 (reset): confirmed as OPS-41\n`,
    stderr: expect.stringContaining('--apply does it'),
  });
  expect(await state()).toEqual([{ state: 'unknown', external_id: null }]);
  expect(await runMain([...words, '--apply'])).toMatchObject({ code: 0 });
  expect(await state()).toEqual([{ state: 'confirmed', external_id: 'OPS-41' }]);
  const [row] = await at.database.query(
    'select e.status, e.result_id, o.reconcile_history -> -1 as last from dedupe.inbound_events e, dedupe.operations o',
  );
  expect(row).toMatchObject({
    status: 'processed',
    result_id: 'OPS-41',
    last: { what: 'proof', proof: 'found', evidence: 'by hand: seen in the tracker' },
  });
  expect(await runMain([...words, '--apply'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no operation'),
  });
});

test('a trace does not know what became of it before, and shows one object after', async (context) => {
  const at = await world(context);
  await unknownWorld(at, 1);
  await at.database.query(
    `insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, retry_num, answered_at, status, disposition)
     select 'd', provider, workspace_id, event_id, 0, clock_timestamp(), 200, 'accepted' from dedupe.inbound_events`,
  );
  const traced = async () => {
    const { code, stdout } = await runMain(['trace', 'Ev1', '--database', at.url, '--format', 'json'], {
      now: Date.now,
    });
    return [code, JSON.parse(stdout).verdict];
  };
  expect(await traced()).toEqual([3, 'unknown-result']);
  await runMain(['settle', 'Ev1', '--found', 'OPS-41', '--because', 'seen', '--apply', '--database', at.url]);
  expect(await traced()).toEqual([0, 'single']);
});

test('what was not made is sent once more', async (context) => {
  const at = await world(context);
  await unknownWorld(at, 1);
  await runMain(['settle', key, '--absent', '--because', 'not there', '--apply', '--database', at.url]);
  const { target, asked } = fakeTarget(() => ({ outcome: 'done', id: 'OPS-1', url: undefined, existed: false }));
  await sender(at, target).runOnce(signal);
  expect(asked).toEqual([`${key} {"n":1}`]);
  expect(await at.database.query('select state, attempt from dedupe.operations')).toEqual([
    { state: 'confirmed', attempt: 2 },
  ]);
});

test('a word that could mean several things settles none', async (context) => {
  const at = await world(context);
  await unknownWorld(at, 1, 2);
  await at.database.query("update dedupe.operations set event_id = 'Ev1'");
  const run = (...words: string[]) => runMain(['settle', ...words, '--database', at.url]);
  expect(await run('Ev1', '--absent', '--because', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('several'),
  });
  expect(await run(key, '--absent', '--found', 'a', '--because', 'x')).toMatchObject({ code: 2 });
  expect(await run(key, '--because', 'x')).toMatchObject({ code: 2 });
  expect(await run(key, '--absent')).toMatchObject({ code: 2, stderr: expect.stringContaining('reason') });
});
