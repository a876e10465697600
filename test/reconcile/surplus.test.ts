// Is the number of surplus objects the one that is known now: found by a look, taken back by a later one?
import { expect, it, test } from 'vitest';
import type { Candidate, Judged } from '../../src/model/reconcile.ts';
import type { TargetRecord } from '../../src/model/target.ts';
import { surplusOf } from '../../src/reconcile/surplus.ts';
import { noteSurplus } from '../../src/store/operations/note-surplus.ts';
import { metricValue } from '../pipeline/metrics/parsed.ts';
import { runMain } from '../run-main.ts';
import { candidate } from './candidate.ts';
import { type Stage, stage } from './stage.ts';

const surplus = async ({ url }: Stage) =>
  metricValue((await runMain(['metrics', '--database', url])).stdout, 'dedupe_surplus_records');
const remove = ({ database }: Stage, id: number) => database.query('delete from tickets where id = $1', [id]);

test('several that a look finds are counted, however often it looks, and are taken back when they are gone', async (context) => {
  const at = await stage(context, '');
  for (const key of ['one', 'three']) await at.unknown(key);
  for (const key of ['one', 'three', 'three', 'three']) await at.object(key);
  expect(await surplus(at)).toBe(0);
  await at.json('--apply');
  await at.json('--apply');
  expect(await surplus(at)).toBe(2);
  await remove(at, 4);
  await at.json('--apply');
  expect(await surplus(at)).toBe(1);
  await at.json('--apply', '--keep', 'three=3');
  expect((await at.states()).three).toEqual(['confirmed', '3', 'processed']);
  expect(await surplus(at)).toBe(1);
  await remove(at, 2);
  expect(await surplus(at)).toBe(1);
  expect(await at.json('--apply')).toMatchObject({ items: [{ verdict: 'one' }] });
  expect(await surplus(at)).toBe(0);
  expect(await at.json()).toMatchObject({ code: 0, items: [] });
});

test('an object that a late answer named is counted once, and a look that sees one takes it back', async (context) => {
  const at = await stage(context, '');
  await at.unknown('k');
  await at.object('k');
  await at.json('--apply');
  await at.object('k');
  const claim = { sourceEventKey: 'k', workspaceId: 'T1', attempt: 1 };
  await noteSurplus(at.database, claim, '2');
  await noteSurplus(at.database, claim, '2');
  expect(await surplus(at)).toBe(1);
  await at.json('--apply');
  expect(await surplus(at)).toBe(1);
  await remove(at, 2);
  await at.json('--apply');
  expect(await surplus(at)).toBe(0);
});

test('a call that only shows counts as well, and takes back as well', async (context) => {
  const at = await stage(context, '');
  await at.unknown('k');
  for (const key of ['k', 'k', 'k']) await at.object(key);
  await at.json();
  await at.json();
  expect(await surplus(at)).toBe(2);
  await remove(at, 3);
  await at.json();
  expect(await surplus(at)).toBe(1);
  await remove(at, 2);
  expect(await at.json()).toMatchObject({ items: [{ verdict: 'one', surplus: 0 }] });
  expect(await surplus(at)).toBe(0);
});

test('entries of older versions, which hold no number, are one object each', async (context) => {
  const at = await stage(context);
  await at.unknown('k');
  await at.database.query(
    `update dedupe.operations set reconcile_history = '[{"what": "surplus", "external_id": "7"}, {"what": "surplus", "external_id": "8"}]'`,
  );
  expect(await surplus(at)).toBe(2);
});

const record = (id: string, state: TargetRecord['state'] = 'open') => ({ id, state }) as TargetRecord;
const several = (records: readonly TargetRecord[], keep = records[0]) =>
  ({ verdict: 'several', records, keep }) as Judged;
const named: Candidate = { ...candidate, state: 'confirmed', externalId: 'A' };

it.each<[string, Candidate, Judged, number | undefined]>([
  ['two open ones', candidate, several([record('A'), record('B')]), 1],
  ['one that a person has closed', candidate, several([record('A'), record('B', 'closed')]), 0],
  ['one that was deleted', candidate, several([record('A'), record('B', 'deleted')]), 0],
  ['the one that stays is closed, and another is open', candidate, several([record('A', 'closed'), record('B')]), 1],
  [
    'the one of the ledger was deleted, so another stands for it',
    named,
    several([record('A', 'deleted'), record('B')]),
    0,
  ],
  ['the one of the ledger is not in the answer', named, several([record('B')]), 1],
  ['a state that the target does not tell', candidate, several([record('A', 'unknown'), record('B', 'unknown')]), 1],
  [
    'nobody answered',
    candidate,
    { verdict: 'unreachable', records: [] as readonly TargetRecord[] } as Judged,
    undefined,
  ],
  [
    'proven that there is none',
    candidate,
    { verdict: 'none-proved', records: [] as readonly TargetRecord[] } as Judged,
    0,
  ],
])('%s', (_, one, judged, wanted) => {
  expect(surplusOf(one, judged)).toBe(wanted);
});
