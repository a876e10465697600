// What is left decides how a call ends, after an apply as well.
import { expect, test } from 'vitest';
import { stage } from '../../reconcile/stage.ts';

test('several that the plan did not see end an apply with 1, and so does what is too old', async (context) => {
  const at = await stage(context, '');
  await at.unknown('twice');
  await at.unknown('once');
  await at.run('--plan', 'plan.json');
  await at.object('once');
  expect(await at.json('--apply', 'plan.json', '--max-age', '1d')).toMatchObject({
    code: 0,
    items: [
      { source_event_key: 'twice', verdict: 'none-proved', applied: 'released' },
      { source_event_key: 'once', verdict: 'one', applied: 'changed', state: 'unknown' },
    ],
  });
  expect((await at.json('--apply', 'plan.json', '--max-age', '1m')).code).toBe(1);
  await at.unknown('more');
  await at.run('--plan', 'plan.json');
  await at.object('more');
  await at.object('more');
  expect(await at.json('--apply', 'plan.json')).toMatchObject({ code: 1 });
});

test('what somebody else has ended meanwhile is not left, and is told as it stands', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.object('k');
  await at.run('--plan', 'plan.json');
  await at.json('--apply', 'plan.json');
  expect(await at.json('--apply', 'plan.json', '--max-age', '1m')).toMatchObject({
    code: 0,
    items: [{ applied: 'changed', state: 'confirmed', external_id: '1' }],
  });
});
