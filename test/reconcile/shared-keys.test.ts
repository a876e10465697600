// One key in two workspaces: can the object of one settle the request of the other?
import { expect, test } from 'vitest';
import type { ObservationOf } from '../../src/model/fact.ts';
import { loggedCreates } from '../../src/reconcile/logged-creates.ts';
import { sharedKeys } from '../../src/reconcile/shared-keys.ts';
import { stage } from './stage.ts';

const use = (workspaceId: string | undefined, key = 'k', target = 'a') => ({ target, key, workspaceId });

test('only what two workspaces gave to one target under one key is shared; what nobody wrote down tells nothing apart', () => {
  const others = sharedKeys([
    use('T1'),
    use('T2'),
    use('T1', 'l'),
    use('T2', 'l', 'b'),
    use('T3', 'm'),
    use(undefined, 'm'),
  ]);
  expect(others(use('T1'))).toEqual(['T2']);
  expect(others(use(undefined))).toEqual(['T1', 'T2']);
  for (const own of [use('T1', 'l'), use('T3', 'm'), use(undefined, 'm'), use('T9', 'none')])
    expect(others(own)).toEqual([]);
});

const call = (fields: object) =>
  ({
    kind: 'call',
    fields: { operation: 'create', target: 'a', source_event_key: 'k', ...fields },
    provenance: { where: 'x' },
  }) as ObservationOf<'call'>;
const all = { isMeant: () => true };
const told = (...lines: ObservationOf<'call'>[]) =>
  loggedCreates(lines, all).candidates.map(({ workspaceId, sharedWith }) => `${workspaceId} ${sharedWith}`);

test('creates of a log stand for one workspace each, where several used the key', () => {
  const lost = (workspace_id?: string) => call({ outcome: 'unknown', ...(workspace_id && { workspace_id }) });
  expect(told(lost('T1'), lost('T2'))).toEqual(['T1 T2', 'T2 T1']);
  expect(told(lost('T1'), call({ outcome: 'done', workspace_id: 'T2' }))).toEqual(['T1 T2']);
  // Tries of one request, of which a line leaves out the workspace; and what was refused made nothing.
  expect(told(lost('T1'), lost())).toEqual(['T1 ']);
  expect(told(lost('T1'), call({ outcome: 'refused', workspace_id: 'T2' }))).toEqual(['T1 ']);
});

test('an operation of the schema is not confirmed with what may be the object of another workspace', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.unknown('k', { workspace: 'T2' });
  await at.unknown('own');
  for (const key of ['k', 'own']) await at.object(key);
  const { code, items } = await at.json('--apply');
  expect(code).toBe(3);
  expect(items.map(({ source_event_key, verdict, applied }) => [source_event_key, verdict, applied])).toEqual([
    ['k', 'cannot-see', 'kept'],
    ['k', 'cannot-see', 'kept'],
    ['own', 'one', 'confirmed'],
  ]);
  expect(JSON.stringify(items[0])).toContain('this key stands in 1, and workspace T2 used it there too');
});

test('nothing there is nothing of either, and a request that was refused shares nothing', async (context) => {
  const at = await stage(context);
  for (const key of ['k', 'l']) {
    await at.unknown(key);
    await at.unknown(key, { workspace: 'T2' });
  }
  await at.database.query(
    `update dedupe.operations set state = 'refused' where source_event_key = 'l' and workspace_id = 'T2'`,
  );
  await at.object('l');
  const { items } = await at.json('--apply');
  expect(items.map(({ source_event_key, verdict, applied }) => [source_event_key, verdict, applied])).toEqual([
    ['k', 'none-proved', 'released'],
    ['k', 'none-proved', 'released'],
    ['l', 'one', 'confirmed'],
  ]);
});
