// An operation that waits to be sent again, and whose earlier request came through after all: the proof comes before the worker.
import { expect, test } from 'vitest';
import { claimOperations } from '../../../src/store/operations/claim-operations.ts';
import { type Stage, stage } from '../../reconcile/stage.ts';

/** Released once; the first request came through late. `lease`: of the worker that took it up and died before it sent. */
async function planned({ database, unknown }: Stage, key: string, lease: string | null): Promise<void> {
  await unknown(key);
  await database.query(
    `update dedupe.operations set state = 'planned', attempt = 2, available_at = now(),
       lease_expires_at = now() + $2::interval, reconcile_history = '[{"what": "proof", "proof": "absent"}]'
     where source_event_key = $1`,
    [key, lease],
  );
}

const claimer = { instanceId: 'w', deploymentVersion: undefined, filterVersion: undefined };
const claimable = ({ database }: Stage) =>
  claimOperations(database, { limit: 9, leaseMs: 60_000, targets: ['tickets'], claimer });

test('is confirmed when its worker is gone, or when none has come yet, so that none creates it again', async (context) => {
  const at = await stage(context);
  await planned(at, 'died', '-1 minute');
  await planned(at, 'waits', null);
  await at.object('died');
  await at.object('waits');
  const { items } = await at.json();
  expect(items.map(({ state, verdict, action }) => [state, verdict, action])).toEqual([
    ['planned', 'one', 'confirm'],
    ['planned', 'one', 'confirm'],
  ]);
  expect((await at.json('--apply')).items.map(({ applied }) => applied)).toEqual(['confirmed', 'confirmed']);
  expect(await at.states()).toEqual({
    died: ['confirmed', '1', 'processed'],
    waits: ['confirmed', '2', 'processed'],
  });
  expect(await claimable(at)).toEqual([]);
});

test('is left to a worker that has it, and to the next one where nothing is there', async (context) => {
  const at = await stage(context);
  await planned(at, 'held', '1 minute');
  await planned(at, 'absent', '-1 minute');
  await at.object('held');
  expect(await at.json('--apply')).toMatchObject({
    code: 0,
    items: [{ source_event_key: 'absent', verdict: 'none-proved', applied: 'kept' }],
  });
  expect(await at.states()).toMatchObject({ held: ['planned', null, expect.anything()] });
});

test('that a worker takes between plan and proof is not told as well ended', async (context) => {
  const at = await stage(context);
  await planned(at, 'k', '-1 minute');
  await at.object('k');
  await at.run('--plan', 'plan.json');
  expect(await claimable(at)).toHaveLength(1);
  expect(await at.json('--apply', 'plan.json')).toMatchObject({
    code: 1,
    items: [{ verdict: 'one', applied: 'changed' }],
  });
  expect(await at.states()).toMatchObject({ k: ['planned', null, expect.anything()] });
});

test('with several objects gets no further one, and stays with the damage list', async (context) => {
  const at = await stage(context, '');
  await planned(at, 'k', '-1 minute');
  await at.object('k');
  await at.object('k');
  expect(await at.json('--apply')).toMatchObject({ code: 1, items: [{ verdict: 'several', applied: 'confirmed' }] });
  expect(await claimable(at)).toEqual([]);
  expect(await at.json()).toMatchObject({ code: 1, items: [{ verdict: 'several', state: 'confirmed' }] });
});
