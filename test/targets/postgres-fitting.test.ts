// Are keys that the column cannot hold told alone, and all others looked up?
import { describe, expect, test } from 'vitest';
import type { Found } from '../../src/model/target.ts';
import { database, open, ordinary } from './postgres-table.ts';

const never = new AbortController().signal;

describe('one key that does not fit among many', () => {
  const uuids = Array.from({ length: 1_000 }, (_, n) => `0b5c7f0e-6a5e-4a53-9a3b-${String(n).padStart(12, '0')}`);
  const counted = (found: ReadonlyMap<string, Found> | undefined) =>
    (['found', 'none', 'cannot-see'] as const).map(
      (wanted) => [...(found?.values() ?? [])].filter(({ answer }) => answer === wanted).length,
    );

  test('is told alone, in a column of another type', async (context) => {
    const { url, inside } = await database(context, 'create table tickets (id int primary key, key uuid unique)');
    await inside.query('insert into tickets values (1, $1)', [uuids[7]]);
    const bad = 'slack:T1:Ev1';
    const target = open(url);
    const found = await target.findAll?.([...uuids.slice(0, 400), bad, 'a\0b', ...uuids.slice(400)], never);
    expect(counted(found)).toEqual([1, 999, 2]);
    expect(found?.get(bad)).toMatchObject({ reason: expect.stringContaining('column key cannot hold this key') });
    expect(JSON.stringify(found?.get(bad))).not.toContain(bad);
    expect(await target.find(bad, never)).toMatchObject({ answer: 'cannot-see' });
    const wrong = Array.from({ length: 1_000 }, (_, n) => `k${n}`);
    expect(counted(await target.findAll?.(wrong, never))).toEqual([0, 0, 1_000]);
  });

  test('is told alone, where a writer noted no transaction but a word', async (context) => {
    const { url } = await database(
      context,
      `${ordinary}; create table noted (key text, xid text);
       insert into noted values ('bad', 'none'), ('early', '9999999999999999'), ('empty', null)`,
    );
    const target = open(url, { xid_query: 'select xid from noted where key = $1' });
    const found = await target.findAll?.(['a', 'bad', 'early', 'empty', 'b'], never);
    expect(counted(found)).toEqual([0, 2, 3]);
    expect(found?.get('bad')).toMatchObject({ reason: expect.stringContaining('no transaction id') });
    expect(found?.get('early')).toMatchObject({ reason: expect.stringContaining('what became of its transaction') });
  });
});
